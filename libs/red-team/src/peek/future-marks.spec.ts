/** Checks what gives an answer away that does not come from the market that was asked. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMarket, parseAsOf, type Market } from '#backtest';
import { formatCivilDate, utcDateOf } from '#values';
import type { MarketView } from '#market-view';
import { FutureMarks } from './peek.js';

let market: Market;
let marks: FutureMarks;
let end = {} as MarketView;
let known = {} as MarketView;

beforeAll(async () => {
  market = await openMarket('synthetic-market', { symbols: ['ALDR'] });
  end = market.at('end').view;
  known = market.at(parseAsOf('2021-06-15')).view;
  marks = new FutureMarks(end, known);
});
afterAll(() => market.close());

describe('marks of the future', () => {
  it('are the close of a later session beside its date', () => {
    const later = end.barsBetween('ALDR', { after: known.time })[7];
    const date = formatCivilDate(utcDateOf(later?.time ?? 0));
    const close = later?.close;
    expect(marks.isIn(JSON.stringify({ date, close }), '{}')).toBe(true);
    expect(marks.isIn(JSON.stringify({ date, close: 1234.5 }), '{}')).toBe(false);
    expect(marks.isIn(JSON.stringify({ close }), '{}')).toBe(false);
  });

  it('are not what is known already', () => {
    const rows = known.barsBetween('ALDR').map(({ time, close }) => ({
      date: formatCivilDate(utcDateOf(time)),
      close,
    }));
    expect(marks.isIn(JSON.stringify(rows), '{}')).toBe(false);
    expect(marks.isIn(JSON.stringify(known.news(null)), '{}')).toBe(false);
  });

  it('are an adjusted close of the last session that is not its close', () => {
    const { time, close } = known.lastBar('ALDR')!;
    const date = formatCivilDate(utcDateOf(time));
    const row = JSON.stringify([{ date, close, adj_close: close * 0.9 }]);
    expect(marks.isIn(row, '{}')).toBe(true);
    expect(new FutureMarks(end, known, false).isIn(row, '{}')).toBe(false);
    expect(marks.isIn(JSON.stringify({ time, close, adjClose: close }), '{}')).toBe(false);
    expect(marks.isIn(JSON.stringify({ time: 1, close, adjClose: 1 }), '{}')).toBe(false);
  });

  it('are titles of later news, unless the question has them', () => {
    const said = JSON.stringify(known.news(null));
    const later = end.news(null).slice(known.news(null).length);
    const title = later.find(
      (item) => item.title.length >= 20 && !said.includes(item.title),
    )?.title;
    expect(title).toBeDefined();
    expect(marks.isIn(`It says: ${title}`, '{}')).toBe(true);
    expect(marks.isIn(`No news on ${title}`, JSON.stringify({ keywords: [title] }))).toBe(false);
  });
});
