/**
 * Texts as files, each at a stable path: the documents of a task, sections of filings, and news.
 */

import { formatCivilDate, withoutEnd } from '#values';
import type { Task } from '#contracts';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { MarketView } from '#market-view';
import { dateOfFiling } from '../texts/filings.js';
import { dateOfNews, textOfNews } from '../texts/news.js';
import type { TaskDesk, ToolContext } from '../tool/tool.js';

export interface DatedDocument {
  /**
   * `filings/AAPL/2024-11-01-10-K-0000320193-24-000123/mda.txt`, `news/AAPL/2024-11-01-812.txt`;
   * documents of a task are named after its inputs.
   */
  readonly path: string;
  readonly title: string;
  /** YYYY-MM-DD, in the exchange's zone; empty if a document of a task has no time. */
  readonly date: string;
  text(): string;
}

const made = new WeakMap<
  MarketView,
  { known: number; task: string | undefined; all: readonly DatedDocument[] }
>();

/**
 * All documents known at the as-of, sorted by path: those of the task at the desk, and those of the
 * market. The list is rebuilt when more become known, and for the next task.
 */
export function datedDocuments({ view, desk }: ToolContext): readonly DatedDocument[] {
  const task = desk !== null && 'task' in desk ? (desk as TaskDesk).task : undefined;
  const filings = view.symbols.map((symbol) => view.filings(symbol));
  const news = view.news(null);
  const known = news.length + filings.reduce((sum, { length }) => sum + length, 0);
  const before = made.get(view);
  if (before?.known === known && before.task === task?.id) return before.all;
  const all = [
    ...documentsOf(view, task),
    ...filings.flat().flatMap((filing) => {
      const { symbol, form, accession, sections } = filing;
      const date = formatCivilDate(dateOfFiling(view, filing));
      const name = [date, form, accession ?? ''].map(clean).join('-');
      const folder = `filings/${clean(symbol)}/${name}`;
      // Other tools read data lines.
      const texts = sections.filter(({ name }) => !name.endsWith('.jsonl'));
      return texts.map(({ name, document: { sha256 } }) => ({
        path: `${withoutEnd(folder, '-')}/${clean(name)}.txt`,
        title: `${symbol} ${form} ${name}`,
        date,
        text: () => view.document(sha256) ?? '',
      }));
    }),
    ...news.map((item) => {
      const date = dateOfNews(view, item);
      const symbol = item.symbols.find((one) => view.symbols.includes(one)) ?? 'market';
      return {
        path: `news/${clean(symbol)}/${date}-${clean(item.id)}.txt`,
        title: item.title,
        date,
        text: () => textOfNews(view, item),
      };
    }),
  ];
  const sorted = numbered(all).sort((one, other) => inOrder(one.path, other.path));
  made.set(view, { known, task: task?.id, all: sorted });
  return sorted;
}

function documentsOf(view: MarketView, task: Task | undefined): DatedDocument[] {
  return (task?.inputs ?? []).map(({ name, document: { sha256 }, knownAt }) => {
    const day = knownAt === undefined ? undefined : calendarOf(view.calendar).dateOf(knownAt);
    const date = day === undefined ? '' : formatCivilDate(day);
    return { path: name, title: name, date, text: () => view.document(sha256) ?? '' };
  });
}

/**
 * The first document known at a path keeps it; later ones are numbered, so existing
 * paths never change.
 */
function numbered(all: readonly DatedDocument[]): DatedDocument[] {
  const counts = new Map<string, number>();
  return all.map((one) => {
    const count = (counts.get(one.path) ?? 0) + 1;
    counts.set(one.path, count);
    return count === 1 ? one : { ...one, path: one.path.replace(/\.txt$/, `~${count}.txt`) };
  });
}

const clean = (text: string): string => text.replaceAll(/[^A-Za-z0-9._-]+/g, '_');

/** By code units: the same on every machine. */
export const inOrder = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
