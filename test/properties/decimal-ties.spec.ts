/**
 * Means that are equal as decimals: how they compare as doubles, worked out apart from the code
 * that compares them.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { meanCrossing } from '#market-view/indicators/running/mean-crossing';
import { jobSeed } from '../../bench/jobs.js';
import { seededColumns } from '../../bench/seeded-bars.js';

/** Enough bars of job J for both ties that doubles decide differently from decimals. */
const rows = 700_000;
const fast = 10;
const slow = 30;
const decimals = 4;

interface Bar {
  readonly bar: number;
  /**
   * The mean of the last 10 closes against that of the last 30, in whole units of the last decimal.
   */
  readonly asDecimals: number;
  /** The same as the agent `sma-cross` sees it. */
  readonly asDoubles: number;
}

const closes: number[] = [];
const bars: Bar[] = [];

beforeAll(() => {
  const crossing = meanCrossing(fast, slow);
  const units: number[] = [];
  let fastSum = 0;
  let slowSum = 0;
  for (const [bar, price] of seededColumns(jobSeed, rows).close.entries()) {
    const text = price.toFixed(decimals);
    closes.push(Number(text));
    crossing.next(Number(text));
    units.push(Number(text.replace('.', '')));
    fastSum += (units[bar] as number) - (units[bar - fast] ?? 0);
    slowSum += (units[bar] as number) - (units[bar - slow] ?? 0);
    if (bar < slow - 1) continue;
    const asDecimals = Math.sign(fastSum * slow - slowSum * fast);
    bars.push({ bar, asDecimals, asDoubles: crossing.value as number });
  }
});

describe('means of prices with four decimals', () => {
  it('that differ as decimals differ in the same way as doubles', () => {
    const apart = bars.filter(({ asDecimals }) => asDecimals !== 0);
    expect(apart.length).toBeGreaterThan(600_000);
    expect(apart.filter(({ asDecimals, asDoubles }) => asDoubles !== asDecimals)).toEqual([]);
  });

  it('that are equal as decimals are mostly equal as doubles, and are above or below at some bars', () => {
    const ties = bars.filter(({ asDecimals }) => asDecimals === 0);
    const sides = new Map([
      [589876, 1],
      [695408, -1],
    ]);
    expect(ties.map(({ bar, asDoubles }) => [bar, asDoubles])).toEqual(
      [
        94044, 205383, 331137, 343223, 383302, 456236, 526572, 547943, 548156, 589876, 590438,
        604029,
      ]
        .concat([634360, 654004, 660580, 695408])
        .map((bar) => [bar, sides.get(bar) ?? 0]),
    );
  });

  it('are those of the doubles next to the prices, exact and rounded once, at each tie', () => {
    expect.hasAssertions();
    for (const { bar, asDecimals, asDoubles } of bars) {
      if (asDecimals !== 0) continue;
      const fastMean = meanBefore(bar, fast);
      const slowMean = meanBefore(bar, slow);
      expect(asDoubles).toBe(Math.sign(fastMean - slowMean));
    }
  });
});

/** The mean of the last closes as a ratio of integers, rounded to a double at the end. */
function meanBefore(bar: number, length: number): number {
  const places = 60;
  const window = closes.slice(bar + 1 - length, bar + 1);
  const sum = window.reduce((total, close) => total + BigInt(close * 2 ** places), 0n);
  return Number((sum << 100n) / BigInt(length)) / 2 ** (places + 100);
}
