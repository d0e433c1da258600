/** A user runs price files of a share and a coin: each has its own calendar. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import { folder, tapefold } from './command-line.fixture.js';

const dayMs = 86_400_000;
const holidays = ['2024-01-15', '2024-02-19'];
/** Days from Tuesday, 2 January 2024; each opens at its number above `from`. */
const rows = (from: number, isOpen: (date: string, weekday: number) => boolean): string =>
  Array.from({ length: 70 }, (_, at) => {
    const time = new Date(Date.parse('2024-01-02T00:00:00Z') + at * dayMs);
    const date = time.toISOString().slice(0, 10);
    const open = from + at + (at % 3);
    return isOpen(date, time.getUTCDay())
      ? `${date},${open},${open + 2},${open - 2},${open + 1}`
      : '';
  })
    .filter(Boolean)
    .join('\n');

/** The price files in a folder of their own. */
function priceFiles(path: string): string[] {
  const isSession = (date: string, day: number) => day % 6 !== 0 && !holidays.includes(date);
  const files = { 'AAPL.csv': rows(100, isSession), 'BTC-USD.csv': rows(1000, () => true) };
  mkdirSync(join(path, 'in'));
  return Object.entries(files).map(([name, text]) => {
    const file = join(path, 'in', name);
    writeFileSync(file, `Date,Open,High,Low,Close\n${text}\n`);
    return file;
  });
}

it('a share beside a coin is checked, run and annualized by its own calendar', async () => {
  const path = folder();
  const files = priceFiles(path);
  const out = join(path, 'out');
  const words = ['--agent', 'buy-and-hold', '--out', out];
  const ran = await tapefold('run', '--prices', ...files, ...words);
  expect(ran.code, ran.err).toBe(0);
  const checked = await tapefold('data', 'check', join(out, 'data'));
  expect(checked.out).toContain(
    'AAPL.csv (AAPL: XNYS): the first runs from 2024-01-02T14:30:00Z to 2024-01-02T21:00:00Z',
  );
  expect(checked.out).toContain(
    'BTC-USD.csv (BTC-USD: 24/7): the first runs from 2024-01-02T00:00:00Z to 2024-01-03T00:00:00Z',
  );
  const equity = (run: string): string[] =>
    readFileSync(join(out, 'runs', run, 'equity.csv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
  const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Result;
  expect(result.runs.map(({ run }) => run)).toEqual(['buy-and-hold-AAPL', 'buy-and-hold-BTC-USD']);
  // 70 days of the coin, and the share's sessions among them.
  expect(equity('buy-and-hold-BTC-USD')).toHaveLength(70);
  expect(equity('buy-and-hold-AAPL')).toHaveLength(48);
  for (const run of result.runs) {
    const levels = equity(run.run).map((line) => Number(line.split(',')[1]));
    const returns = levels.slice(1).map((level, at) => level / levels[at]! - 1);
    const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
    const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    const perYear = run.symbol === 'AAPL' ? 252 : 365;
    const volatility = Math.sqrt((squares / (returns.length - 1)) * perYear);
    expect(valuesOf(run).annualisedVolatility).toBeCloseTo(volatility, 10);
  }
  const verified = await tapefold('verify', out);
  expect(verified.code, verified.out + verified.err).toBe(0);
});
