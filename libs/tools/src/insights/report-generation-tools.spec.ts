/** Peers of a symbol, and the session of a date, on a handmade market. */

import { microsPerHour, requireCivilDate } from '#values';
import { describe, expect, it } from 'vitest';
import type { MarketView } from '#market-view';
import { closeOf, smallMarket } from '../trading/small-market.fixture.js';
import { peersOf, sessionFor } from './report-generation-tools.js';

const market = smallMarket({
  prices: { AAA: { '2026-01-02': 10, '2026-01-06': 12 }, BBB: { '2026-01-06': 5 } },
});

describe('peers', () => {
  const view = { peers: () => null } as Partial<MarketView> as MarketView;

  it('are those of the published map, with the sector, where the data set names none', () => {
    const named = ['AAPL', 'ADBE', 'AMZN', 'GOOGL', 'META', 'MSFT', 'NVDA', 'TSLA'];
    // Source: HERCULEAN's map of peers.
    expect(named.map((symbol) => peersOf(view, symbol))).toEqual([
      {
        symbol: 'AAPL',
        sector: 'Information Technology',
        peers: ['MSFT', 'GOOGL', 'META'],
      },
      { symbol: 'ADBE', sector: 'Information Technology', peers: ['MSFT'] },
      { symbol: 'AMZN', sector: 'Consumer Discretionary', peers: ['GOOGL', 'META', 'MSFT'] },
      { symbol: 'GOOGL', sector: 'Communication Services', peers: ['META', 'AMZN', 'MSFT'] },
      { symbol: 'META', sector: 'Communication Services', peers: ['GOOGL', 'AMZN'] },
      {
        symbol: 'MSFT',
        sector: 'Information Technology',
        peers: ['GOOGL', 'AMZN', 'AAPL'],
      },
      {
        symbol: 'NVDA',
        sector: 'Information Technology',
        peers: ['MSFT', 'GOOGL', 'META', 'AMZN', 'AAPL'],
      },
      {
        symbol: 'TSLA',
        sector: 'Consumer Discretionary',
        peers: ['AAPL', 'AMZN', 'META', 'GOOGL', 'MSFT', 'NVDA'],
      },
    ]);
    expect(peersOf(view, 'XYZ')).toEqual({ symbol: 'XYZ', sector: null, peers: [] });
  });

  it('are those of the data set, without a sector, where it names some or none', () => {
    for (const own of [['BBB', 'CCC'], []]) {
      const named = { peers: () => own } as Partial<MarketView> as MarketView;
      expect(peersOf(named, 'AAPL')).toEqual({ symbol: 'AAPL', sector: null, peers: own });
    }
  });
});

describe('the session of a date', () => {
  const day = (text: string) => requireCivilDate(text, 'test');
  const session = (asOf: string | number, symbol: string, date: string) =>
    sessionFor(market(asOf), symbol, { date: day(date), where: 'report_date' });

  it.each([
    ['2026-01-02', '2026-01-02'],
    // A weekend belongs to the Friday before, a session without a price to itself.
    ['2026-01-04', '2026-01-02'],
    ['2026-01-05', '2026-01-05'],
    ['2026-01-06', '2026-01-06'],
  ])('%s is %s', (date, expected) => {
    expect(session('2026-01-06', 'AAA', date)).toBe(day(expected));
  });

  it('has to have closed', () => {
    const close = closeOf('2026-01-06');
    expect(session(close, 'AAA', '2026-01-06')).toBe(day('2026-01-06'));
    expect(() => session(close - microsPerHour, 'AAA', '2026-01-06')).toThrow(
      'report_date: the session lies after the as-of: it is not known yet; ' +
        'expected a session that has closed by 2026-01-06; found 2026-01-06',
    );
    expect(() => session('2026-01-06', 'AAA', '2026-01-07')).toThrow('after the as-of');
    // Beyond the days of the calendar it is no other session.
    expect(() => session('2026-01-06', 'AAA', '2199-01-07')).toThrow('after the as-of');
  });

  it('needs a price up to it', () => {
    expect(() => session('2026-01-06', 'BBB', '2026-01-05')).toThrow(
      'report_date: no price up to this date; found 2026-01-05',
    );
    expect(session('2026-01-06', 'BBB', '2026-01-06')).toBe(day('2026-01-06'));
  });
});
