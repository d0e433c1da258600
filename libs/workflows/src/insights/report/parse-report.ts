/** A weekly report in Markdown, as data. */

import { readMetrics, type ReportMetrics } from './metrics-table.js';
import { readHeader, readRating, readSectionRating } from './report-header.js';
import type { ReportHeader, Stated } from './report-header.js';
import type { Rating } from '../money.js';
import {
  defect,
  emphasisDefects,
  plain,
  reportLines,
  truncationOf,
  type Defect,
  type Line,
} from './report-lines.js';
import { matchTitle, sectionTitles } from './section-titles.js';
import { datesIn } from './written-dates.js';

export interface ReportBlock {
  readonly line: number;
  readonly text: string;
}

export interface ReportSection extends ReportBlock {
  /** Its place in the template, from 0. */
  readonly section: number;
  /** As it is written. */
  readonly title: string;
}

export interface ParsedReport extends ReportHeader {
  /** The valid one above the section on the rating, else that section's. */
  readonly rating: Rating | null;
  /** Where it is stated: in a `Rating:` line above the section on it, and in that section. */
  readonly ratings: ReturnType<typeof readRatings>;
  /** In the order of the text; sections without a text are left out. */
  readonly sections: readonly ReportSection[];
  readonly metrics: ReportMetrics;
  readonly sentimentThermometer: ReportBlock | null;
  readonly marketDebate: ReportBlock | null;
  /** Each full date that is written out, `YYYY-MM-DD`. */
  readonly dates: readonly { readonly line: number; readonly date: string }[];
  /** By line. */
  readonly defects: readonly Defect[];
}

type Heading = ReturnType<typeof headingsOf>[number];

/**
 * Reads any text: what is missing is null, what is wrong is a defect with its line (from 1, in the text as handed in).
 * Takes time linear in the text, of which 400,000 characters are read. An outer code fence is removed.
 */
export function parseReport(markdown: string): ParsedReport {
  const { lines, defects: ofLines } = reportLines(markdown);
  const headings = headingsOf(lines);
  const { chosen, level, defects: ofHeadings } = chooseSections(headings);
  const sections = chosen.flatMap((heading) => {
    const text = textBelow(lines, headings, heading, (other) => {
      return chosen.includes(other) || (other.level <= level && other.match === undefined);
    });
    const { line, title, match } = heading;
    return text === '' ? [] : [{ line: line.number, title, section: match!.section, text }];
  });
  const { metrics, defects: ofTable } = readMetrics(lines);
  const header = readHeader(lines.slice(0, Math.min(60, chosen[0]?.at ?? 60)));
  const ratings = readRatings(lines, chosen);
  const defects = [
    ...[...ofLines, ...ofHeadings, ...sectionDefects(sections)],
    ...[...emphasisDefects(lines), ...truncationOf(lines), ...ofTable],
    ...statementDefects(header, ratings, metrics),
  ];
  return {
    ...header,
    rating: ratings.header?.value ?? ratings.section?.value ?? null,
    ratings,
    sections,
    metrics,
    sentimentThermometer: blockOf(lines, headings, 'sentiment thermometer'),
    marketDebate: blockOf(lines, headings, 'market debate'),
    dates: lines.flatMap(({ number: line, text }) =>
      datesIn(text).flatMap(({ date }) => (date === null ? [] : [{ line, date }])),
    ),
    defects: defects.sort((one, other) => one.line - other.line),
  };
}

/** Level is 1 to 6 for `#` to `######`, 7 for a bold or numbered line with a full title. */
function headingsOf(lines: readonly Line[]) {
  return lines.flatMap((line, at) => {
    const [, marks, space, words] = /^ {0,3}(#{1,6})( *)(.*)$/.exec(line.text) ?? [];
    const title = plain(words ?? line.text).trim();
    const match = matchTitle(title);
    const isTitle = match?.isFull && /^ {0,3}(?:\*\*.{1,99}\*\*:?|\d[.)] .{1,99})$/.test(line.text);
    if (marks === undefined && !isTitle) return [];
    return [{ at, line, title, match, level: marks?.length ?? 7, isProper: Boolean(space) }];
  });
}

/**
 * Sections are the headings of one level, that with most of the eight titles; a section that is missing there may stand
 * at another under its full title. Of several with the same title the first counts.
 */
function chooseSections(headings: readonly Heading[]) {
  const defects: Defect[] = [];
  const levels = [1, 2, 3, 4, 5, 6, 7].map((level) => {
    const titles = headings.filter((heading) => heading.level === level && heading.match);
    return { level, count: new Set(titles.map(({ match }) => match!.section)).size };
  });
  const { level } = levels.reduce((best, other) => (other.count > best.count ? other : best));
  const chosen = sectionTitles.flatMap((title, section) => {
    const all = headings.filter(({ match }) => match?.section === section);
    const here = all.filter((heading) => heading.level === level);
    const full = all.filter(({ match }) => match!.isFull);
    const found = here.find(({ match }) => match!.isFull) ?? here[0] ?? full[0];
    if (found === undefined) return [];
    if (found.level !== level || !found.isProper) {
      const heading = `${'#'.repeat(Math.min(level, 6))} ${title}`;
      defects.push(defect(found.line.number, 'heading', heading, found.line.text));
    }
    const again = full.find((heading) => heading !== found && heading.level === found.level);
    if (again !== undefined)
      defects.push(defect(again.line.number, 'duplicate section', `${title} once`, again.title));
    return [found];
  });
  return { chosen: chosen.sort((one, other) => one.at - other.at), level, defects };
}

/** From below a heading to the next that ends it, without what says nothing. */
function textBelow(
  lines: readonly Line[],
  headings: readonly Heading[],
  { at }: Heading,
  isEnd: (other: Heading) => boolean,
): string {
  const end = headings.find((other) => other.at > at && isEnd(other))?.at ?? lines.length;
  const texts = lines.slice(at + 1, end).map(({ text }) => text);
  const isEmpty = texts.every((text) => /^[-*_ ]*$/.test(text));
  return isEmpty ? '' : texts.join('\n').trim();
}

function sectionDefects(sections: readonly ReportSection[]): Defect[] {
  const line = sections.at(-1)?.line ?? 1;
  const missing = sectionTitles
    .filter((_, section) => !sections.some((other) => other.section === section))
    .map((title) => defect(line, 'missing section', title, 'none with a text'));
  const turned = sections.findIndex(
    ({ section }, at) => section < (sections[at - 1]?.section ?? 0),
  );
  if (turned < 0) return missing;
  const [above, below] = [sections[turned - 1]!, sections[turned]!];
  return [...missing, defect(below.line, 'section order', `it above ${above.title}`, below.title)];
}

function readRatings(lines: readonly Line[], chosen: readonly Heading[]) {
  const at = chosen.findIndex(({ match }) => match!.section === 1);
  const start = chosen[at]?.at ?? Math.min(60, chosen[0]?.at ?? 60);
  return {
    header: readRating(lines.slice(0, start)),
    section: at < 0 ? null : readSectionRating(lines.slice(start, chosen[at + 1]?.at)),
  };
}

function statementDefects(
  { symbol, model, weekEnding }: ReportHeader,
  { header, section }: ParsedReport['ratings'],
  metrics: ReportMetrics,
): Defect[] {
  const defects: Defect[] = [];
  const add = (what: Defect['what'], expected: string, at: Stated<string> | null): number =>
    defects.push(defect(at?.line ?? 1, what, expected, at?.text ?? 'none'));
  const fields = {
    'a symbol': symbol,
    'a model': model,
    'a week ending with its date': weekEnding,
  };
  for (const [name, field] of Object.entries(fields)) if (!field?.value) add('header', name, field);
  const invalid = [header, section].find((rating) => rating?.value === null);
  if (invalid) add('rating', 'STRONG_BUY, BUY, HOLD, SELL or STRONG_SELL', invalid);
  else if (!header && !section) add('rating', 'a rating', null);
  if (Object.keys(metrics).length === 0) add('no metrics table', 'a table of metrics', null);
  return defects;
}

/** An optional block: below a heading, or from a line that starts with its name to the next empty one. */
function blockOf(lines: readonly Line[], headings: readonly Heading[], name: string) {
  const heading = headings.find(({ title }) => title.toLowerCase().includes(name));
  if (heading !== undefined)
    return { line: heading.line.number, text: textBelow(lines, headings, heading, () => true) };
  const start = new RegExp(`^[^a-z]{0,9}${name}`, 'i');
  const at = lines.findIndex(({ text }) => start.test(text));
  if (at < 0) return null;
  const end = lines.findIndex(({ text }, other) => other > at && text === '');
  const texts = lines.slice(at, end < 0 ? undefined : end).map(({ text }) => text);
  return { line: lines[at]!.number, text: texts.join('\n') };
}
