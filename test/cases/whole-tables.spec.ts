/**
 * Environment files of more rows than one chunk of the database: tools and runs see every row
 * of every table.
 */

import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { folder, tapefold } from '../e2e/command-line.fixture.js';
import { writeEnvironment, type RowOrder } from '../e2e/environment-file.fixture.js';
import { followRun, withTools } from '../e2e/mcp-decisions.fixture.js';
import { rowsOf, withSet } from '../e2e/tool-set.fixture.js';

const cases = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set', '../cases');

async function done(...words: string[]): Promise<string> {
  const ended = await tapefold(...words);
  expect(ended.code, ended.err).toBe(0);
  return ended.out;
}

it('serves the last quarter of 2,259 exported prices to each set of tools', async () => {
  const out = join(folder(), 'three.duckdb');
  await done(
    'data',
    'export',
    'synthetic-market',
    '--format',
    'duckdb',
    '--out',
    out,
    '--symbols',
    'ALDR',
    'DUNE',
    'BRKW',
  );
  const asOf = ['--data', out, '--as-of', '2023-12-29'];
  const last = [753, '2023-12-29'];
  await withSet(['trading', ...asOf], async (asked) => {
    const question = { symbol: 'ALDR', target_date: '2023-12-29' };
    expect((await asked('is_trading_day', question)).value).toMatchObject({
      reason: 'trading_day',
      latest_date_in_db: '2023-12-29',
    });
    expect(await rowsOf(asked, 'get_prices', 'ALDR')).toEqual(last);
  });
  for (const set of ['hedging', 'market-insights']) {
    await withSet([set, ...asOf], async (asked) => {
      expect(await rowsOf(asked, 'get_prices', 'BRKW'), set).toEqual(last);
    });
  }
});

const orders: readonly RowOrder[] = ['by date', 'shuffled'];

it.each(orders)('runs and serves eight symbols over 332 sessions, rows %s', async (order) => {
  const home = folder();
  cpSync(join(cases, '2026-11/duckdb-cut-at-2048/scenario.yaml'), join(home, 'scenario.yaml'));
  const data = join(home, 'env.duckdb');
  expect(await writeEnvironment(data, { sessions: 332, order })).toBe(2656);
  const whole = [332, '2026-03-31'];
  await withSet(['trading', '--data', data], async (asked) => {
    expect(await rowsOf(asked, 'get_prices', 'TSLA')).toEqual(whole);
    expect((await rowsOf(asked, 'list_news', 'TSLA'))[0]).toBe(332);
    const question = { symbol: 'TSLA', target_date: '2026-01-05' };
    expect((await asked('is_trading_day', question)).value).toMatchObject({
      reason: 'trading_day',
    });
  });
  const seen: unknown[] = [];
  const out = join(home, 'out');
  const run = await followRun([join(home, 'scenario.yaml'), '--out', out], (due) =>
    withTools(due.url, async (asked) => {
      for (const tool of ['get_prices', 'list_news', 'list_filings']) {
        seen.push([due.session, tool, ...(await rowsOf(asked, tool, 'TSLA'))]);
      }
      const decision = { symbol: 'TSLA', target_date: due.session, price: 1, action: 'BUY' };
      await asked('submit_decision', decision);
    }),
  );
  expect(run.code, run.err).toBe(0);
  const sessions = [[331, '2026-03-30'], whole] as const;
  expect(seen).toEqual(
    sessions.flatMap(([rows, session]) =>
      ['get_prices', 'list_news', 'list_filings'].map((tool) => [session, tool, rows, session]),
    ),
  );
  await done('verify', out);
  expect(await done('inspect', join(out, 'runs/outside-TSLA'), '--json')).toContain('431');
});

it('takes the price of a late day for a submitted decision', async () => {
  const home = folder();
  const data = join(home, 'env.duckdb');
  await writeEnvironment(data, { sessions: 332 });
  const submitted = await done(
    'submit',
    'trading',
    '--symbol',
    'TSLA',
    '--target-date',
    '2026-03-31',
    '--price',
    '1',
    '--action',
    'BUY',
    '--model',
    'm',
    '--output-root',
    home,
    '--data',
    data,
  );
  expect(JSON.parse(submitted)).toMatchObject({ date_recorded: '2026-03-31', price: 431 });
});
