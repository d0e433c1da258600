/**
 * Tests of symbols whose sessions are not those of their run: when their bars begin, and
 * when they trade.
 */

import { describe, expect, it } from 'vitest';
import { formatCivilDate, formatInstant, parseInstant } from '#values';
import { OwnSessions, ownSessions } from './own-sessions.js';

const at = (text: string): number => parseInstant(text, null)!;
const barTo = (sessions: OwnSessions, end: string) => {
  const { date, opened, counts } = sessions.barTo(at(end));
  return [formatCivilDate(date), formatInstant(opened), counts];
};

describe('a bar', () => {
  const coin = new OwnSessions('24/7', false);
  const share = new OwnSessions('XNYS', true);
  const tokyo = new OwnSessions('XTKS', true);

  it('of a day is of its own session, and begins with it', () => {
    expect(barTo(coin, '2024-01-07T00:00:00Z')).toEqual([
      '2024-01-06',
      '2024-01-06T00:00:00Z',
      true,
    ]);
  });

  it('within a day counts if it ends in a session of its own', () => {
    const opened = '2024-01-08T14:30:00Z';
    expect(barTo(share, '2024-01-08T15:00:00Z')).toEqual(['2024-01-08', opened, true]);
    expect(barTo(share, '2024-01-08T14:30:00Z')).toEqual(['2024-01-08', opened, false]);
    // After the close of Friday it is in the shares of Friday.
    expect(barTo(share, '2024-01-05T22:00:00Z')).toEqual(['2024-01-05', opened, false]);
    // The lunch of Tokyo is from 11:30 to 12:30.
    expect(barTo(tokyo, '2024-01-09T03:00:00Z')[2]).toBe(false);
    expect(barTo(tokyo, '2024-01-09T04:00:00Z')[2]).toBe(true);
  });

  it('meets trades while its own session is open', () => {
    expect(share.isOpenAt(at('2024-01-08T14:30:00Z'))).toBe(true);
    expect(share.isOpenAt(at('2024-01-06T14:30:00Z'))).toBe(false);
    expect(coin.isOpenAt(at('2024-01-06T14:30:00Z'))).toBe(true);
  });
});

it('symbols have sessions of their own if one of them has others than the decisions', () => {
  const instruments = [
    { symbol: 'AAPL', currency: 'USD' },
    { symbol: 'BTC', currency: 'USD', calendar: '24/7' as const },
  ];
  const header = { instruments, barFrequency: 'daily' as const };
  expect(ownSessions(['AAPL'], 'XNYS', 'XNYS', header)).toBeUndefined();
  expect(ownSessions(['BTC'], '24/7', 'XNYS', header)).toBeUndefined();
  expect(ownSessions(['BTC'], 'XNYS', 'XNYS', header)).toHaveLength(1);
  expect(ownSessions(['AAPL', 'BTC'], 'XNYS', 'XNYS', header)).toHaveLength(2);
});
