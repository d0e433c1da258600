/**
 * Services and graders see every row of an environment file that has more rows than one chunk
 * of the database.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DecisionDue } from '#agents';
import { file, folder, hashesOf } from '../e2e/command-line.fixture.js';
import {
  environmentSessions,
  eightSymbols,
  writeEnvironment,
} from '../e2e/environment-file.fixture.js';
import { followRun, withTools } from '../e2e/mcp-decisions.fixture.js';
import { serve, takeDecisions } from '../e2e/served.fixture.js';
import { rowsOf, withSet } from '../e2e/tool-set.fixture.js';

const sessions = 332;
/** Each of the tables prices, news and filings has so many. */
const rows = 2656;
const tables = ['get_prices', 'list_news', 'list_filings'];
const last = '2026-03-31';

const scenarioOn = (data: string): string =>
  `name: whole
data: ${data}
window: { from: ${last}, to: ${last} }
symbols: [${eightSymbols.join(', ')}]
capital: 100000
execution: close
agents:
  - { id: outside, kind: mcp, timeBudgetMs: 600000 }
  - { id: cross, kind: sma-cross, fast: 2, slow: 320 }
`;

/** What an agent saw: session, symbol, and of each table the number of rows and the last date. */
type Seen = readonly [string | null, string | undefined, ...[number, string | undefined][]];

/** Reads the tables of the symbol, and buys. */
const readingInto =
  (seen: Seen[]) =>
  (due: DecisionDue): Promise<void> =>
    withTools(due.url, async (asked) => {
      const [symbol = ''] = due.symbols;
      const found: [number, string | undefined][] = [];
      for (const tool of tables) found.push(await rowsOf(asked, tool, symbol));
      seen.push([due.session, symbol, ...found]);
      const decision = { symbol, target_date: due.session, price: 1, action: 'BUY' };
      await asked('submit_decision', decision);
    });

const inOrder = (seen: readonly Seen[]): Seen[] =>
  seen.toSorted((one, other) => (String(one) < String(other) ? -1 : 1));

/** Number of facts on the tape of a printed result. */
const factsOf = (out: string): number =>
  (JSON.parse(out) as { tape: { facts: number } }).tape.facts;

it('runs agents in services on all of 2,656 prices, news and filings, as a plain run does', async () => {
  const home = folder();
  const data = join(home, 'env.duckdb');
  expect(await writeEnvironment(data, { sessions })).toBe(rows);
  expect(environmentSessions(sessions).at(-1)).toBe(last);

  const alone: Seen[] = [];
  const here = file(home, 'here.yaml', scenarioOn(data));
  const run = await followRun([here, '--out', join(home, 'alone'), '--json'], readingInto(alone));
  expect(run.code, run.err).toBe(0);

  const served = await serve(join(home, 'data'), '--dataset', `environment=${data}`);
  const behind: Seen[] = [];
  const there = file(home, 'there.yaml', scenarioOn('environment'));
  let isOver = false;
  const submitting = served
    .cluster('submit', there, '--wait', '--json')
    .finally(() => (isOver = true));
  await takeDecisions(served, () => isOver, readingInto(behind));
  const submitted = await submitting;
  expect(submitted.code, submitted.err).toBe(0);

  const expected = eightSymbols.map((symbol): Seen => [
    last,
    symbol,
    ...tables.map((): [number, string] => [sessions, last]),
  ]);
  expect(inOrder(behind)).toEqual(inOrder(expected));
  expect(inOrder(alone)).toEqual(inOrder(expected));
  // Each session has an open and a close besides the rows of the tables.
  expect(factsOf(submitted.out)).toBe(3 * rows + 2 * sessions);
  // Two agents by eight symbols, and the tape.
  expect(Object.keys(hashesOf(submitted.out))).toHaveLength(17);
  expect(hashesOf(submitted.out)).toEqual(hashesOf(run.out));
});

it('grades reports on the last weeks of such a file', async () => {
  const home = folder();
  const data = join(home, 'env.duckdb');
  await writeEnvironment(data, { sessions, order: 'shuffled' });
  const reports = join(home, 'report_generation_TSLA_m');
  mkdirSync(reports);
  file(reports, 'report_generation_TSLA_20260327_m.md', '# Report\n');
  await withSet(['report-evaluation', '--data', data, '--reports', home], async (asked) => {
    for (const tool of tables) {
      expect(await rowsOf(asked, tool, 'TSLA'), tool).toEqual([sessions, last]);
    }
    const week = await asked('verify_weekly_metrics', {
      symbol: 'TSLA',
      report_date: '2026-03-27',
    });
    expect(week.error).toBeNull();
    // The price of a session is 100 plus its number from 0: the week ends with number 329.
    expect(week.value).toMatchObject({
      week_open: 100 + sessions - 7,
      week_close: 100 + sessions - 3,
      ma_5day: 100 + sessions - 5,
      ma_60day: 399.5,
      weekly_return_pct: 1.18,
    });
  });
});
