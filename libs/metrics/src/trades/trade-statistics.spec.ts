/** Statistics of trades by hand; test/data compares them with backtesting.py. */

import { describe, expect, it } from 'vitest';
import type { Trade } from './trade.js';
import { tradeStatistics } from './trade-statistics.js';

/** Bought at 100 at time 0. */
const trade = (shares: number, exitPrice: number | null, fees = 0, sessions = 1): Trade => ({
  ...{ symbol: 'AA', shares, entryPrice: 100, exitPrice, fees, entryTime: 0, sessions },
  exitTime: exitPrice === null ? null : 1,
  days: exitPrice === null ? null : sessions * 10,
  ...{ entryAt: 'close', exitAt: exitPrice === null ? null : 'close' },
});

describe('tradeStatistics', () => {
  it('are those of returns and profits after fees', () => {
    // Returns 0.1 − 0.01, −0.2, 0.05 (a short), and 0 less a fee; profits 9, −40, 5, −1.
    const found = tradeStatistics([
      ...[trade(1, 110, 1, 2), trade(2, 80, 0, 4), trade(-1, 95), trade(1, 100, 1), trade(9, null)],
    ]);
    expect(found).toMatchObject({ closed: 4, open: 1, winRate: 0.5, longestDays: 40 });
    expect(found).toMatchObject({ averageSessions: 2, averageDays: 20 });
    expect(found.best).toBeCloseTo(0.09, 12);
    expect(found.worst).toBeCloseTo(-0.2, 12);
    expect(found.median).toBeCloseTo(0.02, 12);
    expect(found.expectancy).toBeCloseTo(-0.07 / 4, 12);
    expect(found.average).toBeCloseTo((1.09 * 0.8 * 1.05 * 0.99) ** 0.25 - 1, 12);
    expect(found.profitFactor).toBeCloseTo(0.14 / 0.21, 12);
    const deviation = Math.sqrt((15.75 ** 2 + 33.25 ** 2 + 11.75 ** 2 + 5.75 ** 2) / 3);
    expect(found.sqn).toBeCloseTo((2 * -6.75) / deviation, 12);
  });

  it('are null where there is nothing to divide by', () => {
    const none = Object.entries(tradeStatistics([trade(1, null)]));
    expect(none.filter(([, value]) => value !== null)).toEqual([
      ['closed', 0],
      ['open', 1],
    ]);
    expect(tradeStatistics([trade(1, 110)])).toMatchObject({ profitFactor: null, sqn: null });
    expect(tradeStatistics([trade(1, 110), trade(1, 110)]).sqn).toBeNull();
    expect(tradeStatistics([trade(1, 110), trade(-1, 250)]).average).toBeNull();
  });
});
