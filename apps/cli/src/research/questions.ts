/** `tapefold research questions`: a data set with research questions as its tasks. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { formatInstant, type Instant } from '#values';
import type { FactColumns } from '#contracts';
import { jsonLines } from '#contracts/parsing/json-lines';
import { openDataset } from '#feeds';
import { type Dataset, importDataset } from '#market-data';
import {
  drawQuestions,
  type MarketOutline,
  type OutlinedEvent,
} from '#workflows/research/questions/draw-questions';
import { wholeNumber } from '../program/option-value.js';
import { newDataset } from '../output/new-files.js';
import { print } from '../program/print.js';

/** Writes the folder whole, or not at all. `Conflict` if it exists. */
export async function researchQuestionsCommand(
  options: Readonly<Record<'data' | 'out' | 'seed' | 'count', string>>,
): Promise<void> {
  const seed = wholeNumber(options.seed, '--seed', 0);
  const count = wholeNumber(options.count, '--count', 1, 1000);
  const dataset = await openDataset(options.data);
  const outline = await outlineOf(dataset).finally(() => dataset.close());
  const questions = drawQuestions(outline, seed, count);
  const tasks = questions.map(({ id, instruction, knownAt }) => {
    return { id, instruction, knownAt: formatInstant(knownAt) };
  });
  const out = await newDataset(options.out, [['tasks.jsonl', jsonLines(tasks)]], async (draft) => {
    await importDataset(options.data, draft);
    const file = join(draft, 'dataset.yaml');
    const manifest = parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, stringify({ ...manifest, tasks: { file: 'tasks.jsonl' } }));
  });
  const kinds = `${count} of each of ${questions.length / count} kinds`;
  print(`${questions.length} questions, ${kinds}, in ${out}`);
}

/**
 * Sessions with prices, and news and filings by the first symbol that they name. Fails as runs on
 * the data set do.
 */
async function outlineOf(dataset: Dataset): Promise<MarketOutline> {
  const { calendar } = dataset;
  const symbols = (await dataset.coverage()).flatMap(({ symbol, firstSession, lastSession }) =>
    firstSession === null || lastSession === null
      ? []
      : [{ symbol, first: firstSession, last: lastSession }],
  );
  if (symbols.length === 0) return { symbols, sessions: [], events: [] };
  const first = Math.min(...symbols.map((one) => one.first));
  const until = Math.max(...symbols.map((one) => one.last));
  const priced = new Set(symbols.map(({ symbol }) => symbol));
  const sessions = calendar.sessionsBetween(first, until).map((date) => {
    return { date, open: calendar.openOf(date), close: calendar.closeOf(date) };
  });
  const market = { calendar, priced, since: sessions[0]!.open };
  const events: OutlinedEvent[] = [];
  const wanted = { symbols: dataset.symbols, until, badRows: 'refuse' } as const;
  for (const source of await dataset.openSources(wanted)) {
    for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
      for (let row = 0; row < facts.count; row++) {
        const event = outlinedEvent(facts, row, market);
        if (event !== undefined) events.push(event);
      }
    }
    source.close();
  }
  return { symbols, sessions, events };
}

/** The calendar and the symbols with prices, and when the first of their sessions opened. */
interface Market {
  readonly calendar: Dataset['calendar'];
  readonly priced: ReadonlySet<string>;
  readonly since: Instant;
}

/** The event of a row; undefined unless it is news or a filing about a symbol with prices. */
function outlinedEvent(
  { payload: payloads, knowledgeTime }: FactColumns,
  row: number,
  { calendar, priced, since }: Market,
): OutlinedEvent | undefined {
  const payload = payloads[row];
  if (payload?.kind !== 'filing' && payload?.kind !== 'news') return undefined;
  const symbol = payload.kind === 'filing' ? payload.symbol : payload.symbols[0];
  const knownAt = knowledgeTime[row] as Instant;
  // Facts known from the start have no date in any calendar.
  if (symbol === undefined || !priced.has(symbol) || knownAt < since) return undefined;
  return { what: payload.kind, symbol, knownAt, date: calendar.dateOf(knownAt) };
}
