/** Checks what counts as too often, and that worlds of noise are what they claim. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Interval } from '#contracts/result/interval';
import { isTooOften, noiseRow, writeNoiseMarket } from './noise-trial.js';

/** `above` intervals above zero, `below` of them below it, and `holding` that contain it. */
const intervals = (above: number, below: number, holding: number): (Interval | null)[] => [
  ...Array.from({ length: above }, () => ({ low: 0.1, high: 2, level: 0.95 })),
  ...Array.from({ length: below }, () => ({ low: -2, high: -0.1, level: 0.95 })),
  ...Array.from({ length: holding }, () => ({ low: -1, high: 1, level: 0.95 })),
  null,
];

describe('intervals over noise', () => {
  // More than 13 of 100 at a level of 95% exclude zero with a probability below 0.1%.
  it('may exclude zero as often as chance lets them', () => {
    const row = noiseRow('here', 'coin-flip', 'Sharpe ratio', intervals(6, 7, 87));
    expect(row).toMatchObject({ intervals: 100, excluding: 13, bound: 13 });
    expect(isTooOften(row)).toBe(false);
  });

  it('exclude it too often beyond that', () => {
    const row = noiseRow('here', 'coin-flip', 'Sharpe ratio', intervals(14, 0, 86));
    expect(isTooOften(row)).toBe(true);
  });

  it('are not tested without a trial', () => {
    const row = noiseRow('here', 'coin-flip', 'Sharpe ratio', [null, null]);
    expect(row).toMatchObject({ intervals: 0, excluding: 0 });
    expect(isTooOften(row)).toBe(false);
  });
});

describe('a market of noise', () => {
  it('has bars whose returns have the deviation that it names, and no drift', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-noise-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const market = writeNoiseMarket(folder, { worlds: 40, sessions: 250, seed: 1 });
    expect(market.symbols).toHaveLength(40);
    const rows = readFileSync(join(folder, 'prices.csv'), 'utf8').trimEnd().split('\n').slice(1);
    expect(rows).toHaveLength(10_000);
    const returns = rows.map((row) => {
      const [, , open, , , close] = row.split(',').map(Number);
      return (close as number) / (open as number) - 1;
    });
    const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
    const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / returns.length;
    // A mean of 10,000 returns of deviation 1% has a standard error of 0.01%; of the
    // deviation, 0.007%.
    expect(Math.abs(mean)).toBeLessThan(4e-4);
    expect(Math.abs(Math.sqrt(variance) - 0.01)).toBeLessThan(3e-4);
  });
});
