/** Money of ratings, by hand. */

import { describe, expect, it } from 'vitest';
import { isHit, moneyOf, type Rating } from './money.js';

const weeksOf = (...rated: readonly (readonly [Rating | null, number, number | null])[]) =>
  rated.map(([rating, close, nextOpen]) => ({ rating, close, nextOpen }));

/** +10 %, −20 %, +25 % from one report to the next. */
const weeks = weeksOf(
  ['STRONG_BUY', 100, 101],
  ['SELL', 110, 108],
  [null, 88, 90],
  ['BUY', 110, null],
);

describe('money of ratings', () => {
  it('holds long, short and nothing, resized at each report', () => {
    const money = moneyOf(weeks, 'insights-paper');
    expect(money.cumulativeReturn.value).toBeCloseTo(1.1 * 1.2 - 1, 12);
    expect(money.maxDrawdown.value).toBe(0);
    // 0.1, 0.2 and 0: mean 0.1, sample deviation 0.1.
    expect(money.sharpeWeekly.value).toBeCloseTo(1, 12);
  });

  it('goes no lower than flat, or by half, under other policies', () => {
    expect(moneyOf(weeks, 'insights-long-only').cumulativeReturn.value).toBeCloseTo(0.1, 12);
    expect(moneyOf(weeks, 'insights-graded').cumulativeReturn.value).toBeCloseTo(1.1 * 1.1 - 1, 12);
  });

  it('trades at the next open and pays for each change when it is to be realistic', () => {
    const fee = 0.0005;
    const first = 108 / 101 - 1 - fee;
    const second = -(90 / 108 - 1) - 2 * fee;
    const equity = (1 + first) * (1 + second) * (1 - fee);
    expect(moneyOf(weeks, 'insights-realistic').cumulativeReturn.value).toBeCloseTo(equity - 1, 12);
  });

  it('measures the fall from the highest mark', () => {
    const falling = weeksOf(['BUY', 100, null], ['BUY', 120, null], ['BUY', 90, null]);
    expect(moneyOf(falling, 'insights-paper').maxDrawdown.value).toBeCloseTo(0.25, 12);
  });

  it('says why there is no figure', () => {
    const why = { value: null, reason: 'needs at least 2 reports' };
    expect(moneyOf(weeks.slice(0, 1), 'insights-paper').sharpeWeekly).toEqual(why);
  });
});

describe('a rating', () => {
  it.each([
    ['STRONG_BUY', 0.001, 1, true],
    ['BUY', 0, 5, false],
    ['SELL', -0.03, 20, true],
    ['STRONG_SELL', 0.01, 5, false],
    ['HOLD', 0.02, 5, true],
    ['HOLD', -0.021, 5, false],
    ['HOLD', 0.05, 20, true],
    ['HOLD', 0, 1, undefined],
  ] as const)('%s at %s after %s days: %s', (rating, forward, horizon, hit) => {
    expect(isHit(rating, forward, horizon)).toBe(hit);
  });
});
