/** `tapefold research questions`: a data set with research questions as its tasks. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { formatInstant, type Instant } from '#values';
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
  const events: OutlinedEvent[] = [];
  const wanted = { symbols: dataset.symbols, until, badRows: 'refuse' } as const;
  for (const source of await dataset.openSources(wanted)) {
    for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
      for (let row = 0; row < facts.count; row++) {
        const payload = facts.payload[row];
        if (payload?.kind !== 'filing' && payload?.kind !== 'news') continue;
        const symbol = payload.kind === 'filing' ? payload.symbol : payload.symbols[0];
        const knownAt = facts.knowledgeTime[row] as Instant;
        // Facts known from the start have no date in any calendar.
        if (symbol === undefined || !priced.has(symbol) || knownAt < sessions[0]!.open) continue;
        events.push({ what: payload.kind, symbol, knownAt, date: calendar.dateOf(knownAt) });
      }
    }
    source.close();
  }
  return { symbols, sessions, events };
}
