/**
 * Bars of other markets than New York's: none is known before it ended, and the last of a
 * session ends with it.
 */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import { tapefold } from '../e2e/command-line.fixture.js';
import { caseFolder, runCase } from './case-run.fixture.js';

/**
 * Runs price files of a folder with the agents in it, and returns the result and the lines
 * of its module.
 */
async function runPrices(folder: string, file: string, ...agents: readonly string[]) {
  const out = join(folder, `out-${file.replaceAll('/', '-')}`);
  const words = agents.flatMap((agent) => ['--agent', agent]);
  const ran = await tapefold('run', '--prices', join(folder, file), ...words, '--out', out);
  expect(ran.code, ran.err).toBe(0);
  const logs = globSync(join(out, 'runs/*/log.txt')).map((path) => readFileSync(path, 'utf8'));
  const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Result;
  const returns = result.runs.map(({ agent, figures }) => [
    agent,
    valuesOf({ figures }).cumulativeReturn,
  ]);
  return { lines: logs.join('').split('\n'), returns: Object.fromEntries(returns) as Returns };
}

type Returns = Readonly<Record<string, number>>;

describe('days that begin at another time than the calendar’s', () => {
  const inside = /the bar begins inside of a day of the calendar.*dayStart/s;

  it.each(['.', 'alpaca-style'])('are refused where nothing declares it: %s', async (name) => {
    const folder = join(caseFolder('2026-11/daily-local-midnight'), name);
    await expect(runCase(folder)).rejects.toThrow(inside);
  });

  it('are refused beside files with other days', async () => {
    const folder = caseFolder('2026-11/daily-local-midnight');
    const files = ['BTC-USD.csv', 'ETH-USD.csv'].map((file) => join(folder, file));
    const ran = await tapefold('data', 'init', ...files, '--out', join(folder, 'made'));
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/ETH-USD\.csv: days of the files begin at different times.*05:00/s);
  });

  it('are known at their end, where their times tell it', async () => {
    const folder = join(caseFolder('2026-11/daily-local-midnight'), 'bingx-style');
    const { lines } = await runPrices(folder, 'BTC-USDT.csv', join(folder, 'print.mjs'));
    // The first row is of 2024-01-01 16:00 UTC.
    expect(lines.slice(0, 2)).toEqual([
      'decision 2024-01-02T16:00:00.000Z close 60884.74',
      'decision 2024-01-03T16:00:00.000Z close 61414.68',
    ]);
  });
});

it('weeks from Thursday are known on the next one', async () => {
  const folder = caseFolder('2026-11/weekly-thursday');
  const { lines } = await runPrices(folder, 'XBTUSD_10080.csv', join(folder, 'print.mjs'));
  expect(lines[0]).toBe('decision 2024-01-11T00:00:00.000Z close 59456.42');
});

it('the last hour of a session ends with it', async () => {
  const folder = caseFolder('2026-11/yf-hourly-last-bar');
  const agent = join(folder, 'day-trade/m.mjs');
  const hours = await runPrices(folder, 'day-trade/AAPL.csv', agent, 'buy-and-hold');
  const halves = await runPrices(folder, 'control-30m/AAPL.csv', agent, 'buy-and-hold');
  expect(hours.returns['m']).toBeCloseTo(0.6115, 4);
  expect(halves.returns['m']).toBeCloseTo(0.6115, 4);
  // It decides when the first bar has ended: at 10:30, and at 10:00 where bars are half an hour.
  expect(halves.returns['buy-and-hold']).toBeCloseTo(0.0644, 4);
  expect(hours.returns['buy-and-hold']).toBeCloseTo(0.0591, 4);
});
