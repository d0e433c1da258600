/**
 * Environment files of HERCULEAN as they come: with rows that are unknown, impossible or doubled,
 * and written by another program meanwhile.
 */

import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMarket, type Market } from '#backtest';
import { openDataset } from '#market-data';
import { Capability, hedgingTools, tradingTools, type ToolSet } from '#tools';
import { publishedTrading } from '#tools/published/published-servers';
import { writeEnvironment } from '../e2e/environment-file.fixture.js';

const symbols = ['AAPL', 'MSFT'];

/** 30 sessions of two symbols from 2024-12-02 on, changed by statements. */
async function environment(...changes: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'environment-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'env.duckdb');
  await writeEnvironment(path, { sessions: 30, symbols });
  await changed(path, ...changes);
  return path;
}

async function changed(path: string, ...changes: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const change of changes) await connection.run(change);
  connection.closeSync();
  instance.closeSync();
}

async function served(path: string): Promise<Market> {
  const market = await openMarket(path, { badRows: 'drop', unpriced: 'keep' });
  onTestFinished(() => market.close());
  return market;
}

function asker(market: Market, set: ToolSet) {
  const { view } = market.at('end');
  const capability = new Capability({ sets: [set], context: { view, desk: null }, now: () => 0 });
  return (name: string, args: object): unknown => {
    const outcome = capability.call(name, args);
    if (outcome.error !== null) throw new Error(outcome.error);
    return outcome.value;
  };
}

const unknownPrice =
  "UPDATE prices SET adj_close = NULL WHERE symbol = 'AAPL' AND date = '2024-12-04'";
const third = { symbol: 'AAPL', date_start: '2024-12-03', date_end: '2024-12-05' };

it('shows an adjusted price that is not known as unknown, never as the close', async () => {
  const market = await served(await environment(unknownPrice));
  for (const set of [tradingTools, publishedTrading]) {
    const ask = asker(market, set);
    const rows = ask('get_prices', third) as { close: number; adj_close: number | null }[];
    expect(rows.map(({ close, adj_close }) => [close, adj_close])).toEqual([
      [101, 101],
      [102, null],
      [103, 103],
    ]);
    expect(ask('is_trading_day', { symbol: 'AAPL', target_date: '2024-12-05' })).toMatchObject({
      prev_trading_day: '2024-12-04',
      prev_trading_day_adj_close: null,
    });
    const mean = ask('get_indicator', { ...third, indicator: 'ma', length: 2 });
    expect(mean).toEqual([
      { date: '2024-12-03', ma: 100.5 },
      { date: '2024-12-05', ma: 102 },
    ]);
  }
  const hedging = asker(market, hedgingTools);
  expect(hedging('get_prices', third)).toHaveLength(2);
  const pair = { left: 'AAPL', right: 'MSFT', target_date: '2024-12-04' };
  expect(hedging('is_pair_trading_day', pair)).toMatchObject({ reason: 'missing_leg' });
  expect(hedging('is_pair_trading_day', { ...pair, target_date: '2024-12-05' })).toMatchObject({
    prev_trading_day: '2024-12-03',
  });
});

it('says of an adjusted price that is not known where it is, and trades on no such row', async () => {
  const dataset = await openDataset(await environment(unknownPrice));
  onTestFinished(() => dataset.close());
  const { errors } = await dataset.check();
  expect(errors).toMatchObject([
    { file: 'prices', line: 5, what: 'the adjusted price is not known' },
  ]);
});

it('starts with rows that are NULL, zero or doubled, and names them', async () => {
  const path = await environment(
    `UPDATE prices SET open = NULL WHERE symbol = 'AAPL' AND date = '2024-12-03'`,
    `UPDATE prices SET close = 0 WHERE symbol = 'AAPL' AND date = '2024-12-04'`,
    `INSERT INTO prices SELECT * REPLACE (id + 1000 AS id) FROM prices
     WHERE symbol = 'MSFT' AND date = '2025-01-14'`,
  );
  await expect(openMarket(path)).rejects.toThrow('the data set has 3 errors');
  const market = await served(path);
  expect(market.dropped).toHaveLength(3);
  expect(market.dropped).toContainEqual(
    expect.objectContaining({ file: 'prices', line: 3, field: 'open' }),
  );
  expect(asker(market, tradingTools)('get_prices', third)).toMatchObject([{ date: '2024-12-05' }]);
});

it('refuses a file of which most rows are impossible', async () => {
  const path = await environment('UPDATE prices SET low = high + 1');
  await expect(served(path)).rejects.toThrow('low is above');
});

it('holds no lock on the file, and still reads its texts', async () => {
  const path = await environment();
  const market = await served(path);
  await changed(path, `DELETE FROM news`, `INSERT INTO prices SELECT * FROM prices LIMIT 0`);
  const news = asker(market, tradingTools)('list_news', third);
  expect(news).toHaveLength(3);
});
