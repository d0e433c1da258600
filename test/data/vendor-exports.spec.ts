/**
 * Exports of vendors, made of real bars: one command leads to a result that is verified, and
 * every bar is right.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatCivilDate, formatInstant, parseCivilDate } from '#values';
import { factKinds } from '#contracts';
import { openDataset } from '#market-data';
import { folder, tapefold } from '../e2e/command-line.fixture.js';
import {
  dailyExports,
  minuteExports,
  sourceRows,
  writeParquet,
  type SourceRow,
} from './vendor-exports.fixture.js';

const data = process.env['TAPEFOLD_DATA'];
if (data === undefined) throw new Error('set TAPEFOLD_DATA to the folder of real data sets');
const apple = sourceRows(join(data, 'djia-2025/prices.csv'), 'AAPL');
const minutesOf = (name: string): SourceRow[] =>
  sourceRows(join(data, 'intraday', name)).slice(0, 6000);
const coin = minutesOf('btc-perp_1m_2021-12-31_2022-02-01.csv');
const pair = minutesOf('gbpusd_m1_bid_2012-02.csv');

/** Every bar of a data set: its symbol, date or instant, and its numbers. */
async function barsOf(path: string): Promise<unknown[][]> {
  const dataset = await openDataset(path);
  const symbols = [...dataset.symbols];
  const until = parseCivilDate('2030-01-01') as number;
  const rows: unknown[][] = [];
  for (const source of await dataset.openSources({ symbols, until, badRows: 'refuse' })) {
    for (let facts = await source.pull(); facts; facts = await source.pull()) {
      for (let row = 0; row < facts.count; row++) {
        if (facts.kind[row] !== factKinds.bar) continue;
        const at = facts.eventTime[row] as number;
        rows.push([
          symbols[facts.instrument[row] as number],
          dataset.barFrequency === 'daily'
            ? formatCivilDate(dataset.calendar.sessionClosingAtOrAfter(at))
            : formatInstant(at),
          ...(['open', 'high', 'low', 'close'] as const).map((name) => facts[name][row]),
          Number.isNaN(facts.volume[row]) ? 0 : facts.volume[row],
        ]);
      }
    }
    source.close();
  }
  await dataset.close();
  return rows;
}

const expectedOf = (symbol: string, rows: readonly SourceRow[], minutes?: number): unknown[][] =>
  rows.map(({ at, open, high, low, close, volume }) => {
    const start = Date.parse(`${at.slice(0, 19).replace(' ', 'T')}Z`);
    const stamp = minutes === undefined ? at : formatInstant((start + minutes * 60_000) * 1000);
    return [symbol, stamp, open, high, low, close, volume];
  });

async function runAndVerify(file: string, out: string): Promise<void> {
  const ran = await tapefold('run', '--prices', file, '--agent', 'sma-cross:10,30', '--out', out);
  expect(ran).toMatchObject({ code: 0 });
  const verified = await tapefold('verify', out);
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('verified: 1 run') });
}

it.each([...dailyExports(apple), ...minuteExports(coin, pair)])(
  '$vendor',
  async ({ file, content, symbol, rows, minutes }) => {
    const here = folder();
    writeFileSync(join(here, file), content);
    await runAndVerify(join(here, file), join(here, 'out'));
    expect(await barsOf(join(here, 'out/data'))).toEqual(expectedOf(symbol, rows, minutes));
  },
);

it('Parquet of pandas', async () => {
  const here = folder();
  await runAndVerify(await writeParquet(here, apple), join(here, 'out'));
  expect(await barsOf(join(here, 'out/data'))).toEqual(expectedOf('AAPL', apple));
});

it('HistData ticks', async () => {
  const here = folder();
  const file = join(here, 'DAT_ASCII_EURUSD_T_202001.csv');
  const source = join(data, 'intraday/quote_ticks_eurusd_2020-01-01.csv');
  writeFileSync(file, readFileSync(source));
  await runAndVerify(file, join(here, 'out'));
  const dataset = await openDataset(join(here, 'out/data'));
  const [coverage] = await dataset.coverage();
  await dataset.close();
  expect(coverage).toMatchObject({ symbol: 'EURUSD', quotes: 9500, bars: 0 });
});

it('data init, then a run of the data set', async () => {
  const here = folder();
  const [yahoo] = dailyExports(apple);
  writeFileSync(join(here, 'AAPL.csv'), yahoo?.content ?? '');
  const made = await tapefold('data', 'init', join(here, 'AAPL.csv'), '--out', join(here, 'set'));
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toMatch(
    /calendar: XNYS # guessed from [^]*148 bars[^]*no errors[^]*\nnext {3}.* run /,
  );
  expect(await barsOf(join(here, 'set'))).toEqual(expectedOf('AAPL', apple));
  await runAndVerify(join(here, 'set'), join(here, 'out'));
});

it('the same command continues, and other agents are a conflict', async () => {
  const here = folder();
  const [yahoo] = dailyExports(apple);
  const file = join(here, 'AAPL.csv');
  writeFileSync(file, yahoo?.content ?? '');
  await runAndVerify(file, join(here, 'out'));
  const words = ['run', '--prices', file, '--out', join(here, 'out'), '--agent'];
  const again = await tapefold(...words, 'sma-cross:10,30');
  expect(again).toMatchObject({ code: 0, err: expect.stringContaining('1 finished run kept') });
  const other = await tapefold(...words, 'sma-cross:10,20');
  expect(other.code).not.toBe(0);
  expect(other.err).toContain('Conflict');
  expect(await tapefold(...words, 'sma-cross:10,20', '--fresh')).toMatchObject({ code: 0 });
});
