/** Statistics of trades by hand; test/data compares them with backtesting.py. */

import { describe, expect, it } from 'vitest';
import { tradeStatistics, type ClosedTrade } from './trade-statistics.js';

const trade = (profit: number, of: number, sessions = 1): ClosedTrade => ({
  profit,
  return: of,
  sessions,
  days: sessions * 10,
});

describe('tradeStatistics', () => {
  it('are those of returns and profits after fees', () => {
    const found = tradeStatistics([
      trade(9, 0.09, 2),
      trade(-40, -0.2, 4),
      trade(5, 0.05),
      trade(-1, -0.01),
    ]);
    expect(found).toMatchObject({ winRate: 0.5, best: 0.09, worst: -0.2, longestDays: 40 });
    expect(found).toMatchObject({ averageSessions: 2, averageDays: 20 });
    expect(found.median).toBeCloseTo(0.02, 12);
    expect(found.expectancy).toBeCloseTo(-0.07 / 4, 12);
    expect(found.average).toBeCloseTo((1.09 * 0.8 * 1.05 * 0.99) ** 0.25 - 1, 12);
    expect(found.profitFactor).toBeCloseTo(0.14 / 0.21, 12);
    const deviation = Math.sqrt((15.75 ** 2 + 33.25 ** 2 + 11.75 ** 2 + 5.75 ** 2) / 3);
    expect(found.sqn).toBeCloseTo((2 * -6.75) / deviation, 12);
  });

  it('are null when there is nothing to divide by', () => {
    expect(Object.values(tradeStatistics([])).filter((value) => value !== null)).toEqual([]);
    expect(tradeStatistics([trade(10, 0.1)])).toMatchObject({ profitFactor: null, sqn: null });
    expect(tradeStatistics([trade(10, 0.1), trade(10, 0.1)]).sqn).toBeNull();
    // One sale of two purchases at one price: their profits differ in the last digit.
    expect(tradeStatistics([trade(0.3, 0.1), trade(0.1 + 0.2, 0.1)]).sqn).toBeNull();
    expect(tradeStatistics([trade(10, 0.1), trade(10 + 1e-9, 0.1)]).sqn).toBeGreaterThan(1e9);
    expect(tradeStatistics([trade(10, 0.1), trade(-150, -1.5)]).average).toBeNull();
    expect(tradeStatistics([trade(3, 0.3), trade(1, 0.1), trade(2, 0.2)]).median).toBe(0.2);
  });
});
