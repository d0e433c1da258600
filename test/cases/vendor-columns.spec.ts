/** One price file of a vendor, run by one command: what its columns, times and name say. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { tapefold } from '../e2e/command-line.fixture.js';
import { caseFolder } from './case-run.fixture.js';
import { runPrices } from './price-run.fixture.js';

/** A folder with one file, which goes away with its test. */
function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-vendor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text);
  return folder;
}

it.each([
  'date/AAPL.csv',
  'timestamp/AAPL.csv',
  'trade-date/AAPL.csv',
  'unnamed/AAPL.csv',
  'no-change/000001.SZ.csv',
  'tushare-no-index/000001.SZ.csv',
])('the numbered index of pandas is no clock: %s', async (file) => {
  const ran = await runPrices(caseFolder('2026-11/pandas-range-index'), [file]);
  expect(ran.err).not.toContain('InvalidInput');
  expect(valuesOf(ran.result().runs[0]!).cumulativeReturn).toBeCloseTo(0.0861, 4);
});

it('the numbered index of minutes is no clock', async () => {
  const ran = await runPrices(caseFolder('2026-11/pandas-index-intraday'), ['AAPL_5min.csv']);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.manifest()).toContain('barMinutes: 5');
  expect(valuesOf(ran.result().runs[0]!).cumulativeReturn).toBeCloseTo(0.0202, 4);
});

it('columns that nothing needs may have one name', async () => {
  const folder = caseFolder('2026-11/tradingview-plots');
  const ran = await runPrices(folder, ['BATS_AAPL, 1D.csv']);
  expect(ran.manifest()).toContain('symbol: AAPL');
  expect(valuesOf(ran.result().runs[0]!).cumulativeReturn).toBeCloseTo(0.1078, 4);
});

it('the exchange in front of a name of TradingView is not the symbol', async () => {
  const folder = caseFolder('2026-11/tradingview-exchange');
  const ran = await runPrices(folder, ['BATS_AAPL, 1D.csv']);
  expect(ran.result().scenario.market?.symbols).toEqual(['AAPL']);
});

it('a name that tells no symbol is asked for one', async () => {
  const rows = 'Date,Open,High,Low,Close,Volume\n2024-01-02,1,1,1,1,5\n2024-01-03,1,1,1,1,5\n';
  const folder = folderWith('data (1).csv', rows);
  const refused = await runPrices(folder, ['data (1).csv']);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/data \(1\)\.csv: the symbol .*--symbol AAPL/);
  const ran = await runPrices(folder, ['data (1).csv'], '--symbol', 'AAPL');
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.result().scenario.market?.symbols).toEqual(['AAPL']);
});

it.each([
  ['as delivered', (text: string) => text],
  ['with two blanks', (text: string) => text.replaceAll(' US/', '  US/')],
  ['with another name', (text: string) => text.replaceAll('US/Eastern', 'America/New_York')],
  [
    'in UTC',
    (text: string) =>
      text.replace(/^(\d{8}) (\d\d):(\d\d:\d\d) US\/Eastern/gm, (_, day: string, hour, rest) => {
        return `${day}-${Number(hour) + 5}:${rest}`;
      }),
  ],
])('a zone behind the clock is the zone of the time: %s', async (_, change) => {
  const folder = caseFolder('2026-11/ib-api-time');
  const file = join(folder, 'AAPL.csv');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  const ran = await runPrices(folder, ['AAPL.csv']);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.manifest()).toContain('calendar: XNYS # guessed from times, 100% of which');
  expect(ran.manifest()).toContain('barMinutes: 5');
  expect(valuesOf(ran.result().runs[0]!).cumulativeReturn).toBeCloseTo(-0.0177, 4);
});

it('rows without a value of a ticker are no bars of it, and are counted', async () => {
  const folder = caseFolder('2026-11/yfinance-late-listing');
  const ran = await runPrices(folder, ['prices.csv']);
  expect(ran.err).not.toContain('InvalidInput');
  const returns = ran
    .result()
    .runs.map(({ symbol, figures }) => [
      symbol,
      Number(valuesOf({ figures }).cumulativeReturn?.toFixed(4)),
    ]);
  expect(returns).toEqual([
    ['AAPL', -0.274],
    ['MSFT', -0.1398],
    ['SPY', -0.075],
  ]);
  expect(ran.out).toContain('MSFT: 100 × sessions have no bar');
  const checked = await tapefold('data', 'check', join(folder, 'out/data'));
  expect(checked.code).toBe(0);
  expect(checked.out).toMatch(/prices\.csv line 4, MSFT: rows without a value .*found 100 rows/);
});

it('an empty cell elsewhere is refused with the way out, which works', async () => {
  const rows =
    'Date,Open,High,Low,Close\n2024-01-02,1,1,1,1\n2024-01-03,1,1,1,\n2024-01-04,1,1,1,1\n';
  const folder = folderWith('AAPL.csv', rows);
  const refused = await runPrices(folder, ['AAPL.csv']);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/AAPL\.csv line 3, close: .*a value is missing.*--bad-rows drop/);
  const ran = await runPrices(folder, ['AAPL.csv'], '--bad-rows', 'drop', '--fresh');
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.code).toBe(0);
});

it('columns in another order are refused with file, line and reason', async () => {
  const folder = caseFolder('2026-11/coinbase-order');
  const refused = await runPrices(folder, ['BTC-USD.csv']);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(
    /BTC-USD\.csv line 1, low: .*low is above open or close.*another order/,
  );
  const headed = folderWith(
    'BTC-USD.csv',
    `time,low,high,open,close,volume\n${readFileSync(join(folder, 'BTC-USD.csv'), 'utf8')}`,
  );
  const ran = await runPrices(headed, ['BTC-USD.csv']);
  const control = await runPrices(folder, ['control/BTC-USD.csv'], '--fresh');
  const returns = [ran, control].map((one) => valuesOf(one.result().runs[0]!).cumulativeReturn);
  expect(returns[0]).toBe(returns[1]);
});

it('a price file in place of a scenario is recognized', async () => {
  const folder = folderWith('AAPL.csv', 'Date,Open,High,Low,Close\n2024-01-02,1,1,1,1\n');
  const ran = await tapefold('run', join(folder, 'AAPL.csv'));
  expect(ran.code).toBe(2);
  expect(ran.err).toMatch(/a price file\? use --prices .*AAPL\.csv/);
});

it.each([
  ['fixed', 'scale: 1e-9'],
  ['pretty', 'frequency: daily'],
])(
  'ts_event of Databento is the start of the bar, and prices are dollars: %s',
  async (name, key) => {
    const folder = caseFolder(`2026-11/databento-${name}`);
    const ran = await runPrices(folder, ['d.ohlcv-1d.csv']);
    expect(ran.err).not.toContain('InvalidInput');
    expect(ran.manifest()).toContain(key);
    expect(ran.manifest()).toContain('priceBasis: raw');
    const returns = ran
      .result()
      .runs.map(({ figures }) => valuesOf({ figures }).cumulativeReturn ?? NaN);
    for (const [at, right] of [-0.0295, 0.1027, 0.0428].entries()) {
      expect(returns[at]).toBeCloseTo(right, 4);
    }
    const book = readFileSync(join(folder, 'out/result.json'), 'utf8');
    expect(book).not.toMatch(/\b180850000000\b/);
  },
);

it('volumes of Tushare count lots of 100 shares', async () => {
  const folder = caseFolder('2026-11/pandas-range-index');
  const ran = await runPrices(folder, ['tushare-no-index/000001.SZ.csv']);
  expect(ran.manifest()).toMatch(
    /lotSize: 100 # guessed from the header, which is that of Tushare/,
  );
});

it('columns of akshare are read by their Chinese names', async () => {
  const rows = Array.from({ length: 9 }, (_, day) => `2024-01-${10 + day},10,10.5,11,9.5,100,1000`);
  const text = `日期,开盘,收盘,最高,最低,成交量,成交额\n${rows.join('\n')}\n`;
  const ran = await runPrices(folderWith('000001.csv', text), ['000001.csv'], '--symbol', 'PAB');
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.code).toBe(0);
});

it('closes alone are bars at their close, and every result says so', async () => {
  const ran = await runPrices(caseFolder('2026-11/close-only'), ['btc-usd-max.csv']);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.manifest()).toContain('closeOnly: true');
  const { runs, scenario } = ran.result();
  expect(scenario.market?.symbols).toEqual(['BTC-USD']);
  expect(runs).toHaveLength(1);
  const note = /closes alone: open, high and low are the close/;
  expect(scenario.notes.join()).toMatch(note);
  expect(ran.out.replaceAll(/\s+/g, ' ')).toMatch(note);
  expect(ran.report()).toMatch(note);
});

it('a file of dates and closes runs', async () => {
  const text = 'date,close\n2024-01-02,10\n2024-01-03,11\n2024-01-04,12\n';
  const ran = await runPrices(folderWith('AAPL.csv', text), ['AAPL.csv']);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.manifest()).toMatch(/closeOnly: true # guessed from the columns/);
});
