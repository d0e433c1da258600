/** The metrics of a week in their published form: short windows, common dates, published labels. */

import { describe, expect, it } from 'vitest';
import { calendarOf } from '#market-data';
import { formatCivilDate } from '#values';
import {
  answer,
  day,
  outcomeOf,
  smallMarket,
  type SmallRow,
} from '../trading/small-market.fixture.js';
import { reportGenerationTools } from '../insights/report-generation-tools.js';
import { publishedInsights } from './published-insights.js';

const sessions = calendarOf('XNYS').sessionsBetween(day('2026-01-05'), day('2026-01-30'));

/** A price that goes up and down by a step. */
const rows = (step: number): Record<string, SmallRow> =>
  Object.fromEntries(
    sessions.map((date, at) => {
      const close = 100 + (at % 2 === 0 ? step : -step) + at;
      const row = { open: close - 1, high: close + 1, low: close - 2, close, volume: 1000 + at };
      return [formatCivilDate(date), row];
    }),
  );
const withoutFriday = Object.fromEntries(
  Object.entries(rows(2)).filter(([date]) => date !== '2026-01-16'),
);
const market = smallMarket({
  prices: { ADBE: rows(1), MSFT: withoutFriday, AAPL: { '2026-01-30': 5 } },
});
const ask = (name: string, args: object): unknown =>
  answer(publishedInsights, { view: market() }, [name, args]);

it('has the published labels of sectors, and names a symbol that is unknown', () => {
  expect(ask('list_peers', { symbol: 'adbe' })).toEqual({
    symbol: 'ADBE',
    sector: 'Software / SaaS',
    peers: ['MSFT'],
  });
  const stranger = ['list_peers', { symbol: 'ZZZ' }] as const;
  expect(outcomeOf(publishedInsights, { view: market() }, stranger).error).toContain('"ZZZ"');
});

describe('the metrics of a week', () => {
  const asked = { symbol: 'ADBE', target_date: '2026-01-23' };
  const own = answer(reportGenerationTools, { view: market() }, ['get_weekly_metrics', asked]);
  const metrics = ask('get_weekly_metrics', asked) as Record<string, number | null>;

  it('come in the published order, without symbol and ends of the week', () => {
    expect(Object.keys(metrics).slice(0, 3)).toEqual([
      'week_open',
      'week_close',
      'weekly_return_pct',
    ]);
    for (const name of ['symbol', 'week_start', 'week_end'])
      expect(metrics).not.toHaveProperty(name);
  });

  it('are computed over fewer than 20 rows where there are no more', () => {
    expect(own).toMatchObject({ support_20d: null, volume_ratio: null, cmf_20day: null });
    // 14 rows: the lowest low is that of the second day, 100 − 1 + 1 − 2.
    expect(metrics).toMatchObject({ support_20d: 98, volume_ratio: 1.01 });
    expect(metrics['cmf_20day']).toBeCloseTo(1 / 3, 4);
  });

  it('compare the returns of the dates that symbol and basket share', () => {
    // The basket has no Friday before the week, so that both returns start at the Thursday.
    const relative =
      (metrics['relative_return_1w_pct'] ?? 0) + (metrics['sector_basket_return_1w_pct'] ?? 0);
    expect(relative).not.toBeCloseTo(metrics['weekly_return_pct'] ?? 0, 2);
    expect(own).toMatchObject({
      sector_basket_return_1w_pct: metrics['sector_basket_return_1w_pct'],
    });
  });

  it('are of a week that ends with a day on which the symbol traded', () => {
    const closed = { ...asked, target_date: '2026-01-24' };
    expect(
      outcomeOf(publishedInsights, { view: market() }, ['get_weekly_metrics', closed]).error,
    ).toBe('target_date: no price of this day is known; found 2026-01-24');
  });
});
