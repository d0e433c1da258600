/** Rows of the tape as orders meet them: bars on either scale, trades and quotes. */

import { describe, expect, it } from 'vitest';
import { FactColumns, factKinds, quoteColumns, tradeColumns } from '#contracts';
import { movesBook, tickOf, tradeBar } from './market-facts.js';

function row(
  values: Partial<Record<'open' | 'high' | 'low' | 'close' | 'adjClose' | 'volume', number>>,
) {
  const facts = new FactColumns(2);
  for (const [name, value] of Object.entries(values)) facts[name as 'open'][1] = value;
  facts.eventTime[1] = 77;
  return facts;
}

describe('a bar', () => {
  const bar = { open: 10, high: 12, low: 8, close: 11, volume: 500 };

  it('is as it was quoted, unless the scale is adjusted', () => {
    expect(tradeBar(row({ ...bar, adjClose: 5.5 }), 1, false)).toEqual(bar);
    expect(tradeBar(row({ ...bar, adjClose: 5.5 }), 1, true)).toEqual({
      open: 5,
      high: 6,
      low: 4,
      close: 5.5,
      volume: 500,
    });
  });

  it('without an adjusted close is as it was quoted', () => {
    expect(tradeBar(row({ ...bar, adjClose: NaN }), 1, true)).toEqual(bar);
  });
});

it('a trade has its price and size, a quote both sides', () => {
  const trade = row({});
  trade.kind[1] = factKinds.trade;
  trade[tradeColumns.price][1] = 9;
  trade[tradeColumns.size][1] = 3;
  const place = { number: 4, eventTime: 77 };
  expect(tickOf(trade, 1, 4)).toEqual({ kind: 'trade', ...place, price: 9, size: 3 });
  const quote = row({});
  quote.kind[1] = factKinds.quote;
  for (const [at, name] of (['bid', 'bidSize', 'ask', 'askSize'] as const).entries())
    quote[quoteColumns[name]][1] = at + 1;
  expect(tickOf(quote, 1, 4)).toEqual({
    kind: 'quote',
    ...place,
    bid: 1,
    bidSize: 2,
    ask: 3,
    askSize: 4,
  });
});

describe('a fact moves the book', () => {
  const moves = (fact: object): boolean => movesBook(fact as never, 10, 'XNYS');

  it('with actions that take effect by its session, and the turns of its own calendar', () => {
    for (const [dated, kind] of [
      ['exDate', 'dividend'],
      ['effectiveDate', 'split'],
    ] as const) {
      const found = [9, 10, 11].map((date) => moves({ kind, [dated]: date }));
      expect(found).toEqual([true, true, false]);
    }
    for (const kind of ['sessionOpen', 'sessionClose']) {
      expect(moves({ kind, calendar: 'XNYS' })).toBe(true);
      expect(moves({ kind, calendar: 'XTKS' })).toBe(false);
    }
  });

  it('with what interrupts its prices, and not with what only agents read', () => {
    const kinds = ['tradingStatus', 'rowDropped', 'lateFact', 'feedGap', 'filing', 'news'];
    expect(kinds.filter((kind) => moves({ kind }))).toEqual(kinds.slice(0, 4));
  });
});
