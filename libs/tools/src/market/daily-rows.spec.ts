/** Bars as rows of sessions: joined per session, and only as far as they are known. */

import { microsPerHour } from '#values';
import { describe, expect, it } from 'vitest';
import { closeOf, day, smallMarket } from '../trading/small-market.fixture.js';
import { dailyRows, lastRow, rowOn } from './daily-rows.js';

const market = smallMarket({
  prices: {
    AAA: {
      '2026-01-02': 9,
      '2026-01-05': [
        { open: 10, high: 14, low: 9, close: 11, volume: 5 },
        { open: 11, high: 13, low: 8, close: 12, adjClose: 6 },
        { open: 12, high: 12, low: 11, close: 11.5, volume: 7 },
      ],
    },
  },
});
const monday = day('2026-01-05');
const whole = { date: monday, open: 10, high: 14, low: 8, close: 11.5, adjClose: 11.5, volume: 12 };

describe('the row of a session', () => {
  it('joins its bars', () => {
    expect(rowOn(market(), 'AAA', monday)).toEqual(whole);
    expect(lastRow(market(), 'AAA')).toEqual(whole);
    const range = { from: -Infinity, to: Infinity };
    expect(dailyRows(market(), 'AAA', range).map(({ close }) => close)).toEqual([9, 11.5]);
  });

  it('joins those that are known', () => {
    const close = closeOf('2026-01-05');
    const second = { ...whole, close: 12, adjClose: 6, volume: 5 };
    expect(rowOn(market(close - microsPerHour), 'AAA', monday)).toEqual(second);
    expect(rowOn(market(close - 2 * microsPerHour - 1), 'AAA', monday)).toBeNull();
  });

  it('is the last one on or before a day', () => {
    const before = (date: string): number | undefined => lastRow(market(), 'AAA', day(date))?.close;
    expect(before('2026-01-05')).toBe(11.5);
    expect(before('2026-01-04')).toBe(9);
    expect(before('2026-01-01')).toBeUndefined();
    expect(before('1970-01-01')).toBeUndefined();
  });
});
