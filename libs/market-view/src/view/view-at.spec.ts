/** A fixed view: it reads what a cursor at that place reads, and keeps doing so. */

import { describe, expect, it } from 'vitest';
import {
  bar,
  columnsOf,
  dividend,
  filing,
  news,
  openMarket,
  release,
  sessionOpen,
  split,
  type SmallFact,
} from '../../test/small-tape.js';
import type { MarketView } from './market-view.js';
import { viewAt } from './view-at.js';

const facts: SmallFact[] = [
  sessionOpen(100),
  news('one', ['AAA'], 1),
  bar(10, { adjClose: 9 }),
  bar(20, { symbol: 'BBB' }),
  sessionOpen(101),
  split(101, 2),
  filing('BBB', 2),
  bar(6),
  dividend(102, 1),
  bar(7),
].map((fact, index) => ({ ...fact, time: 10 * (index + 1) }));

const documents = new Map([1, 2].map((digit) => [String(digit).repeat(64), `text ${digit}`]));

/** Everything but what follows the cursor. */
function readAll(view: MarketView): unknown {
  return [
    [view.asOf, view.time, view.session, view.symbols, view.calendar, view.news(null)],
    ...view.symbols.map((symbol) => [
      view.lastPrice(symbol),
      view.lastBar(symbol),
      view.bars(symbol, 9),
      view.barCount(symbol),
      view.closes(symbol, 2),
      view.adjustedCloses(symbol, 9, { dividends: true }),
      view.barsBetween(symbol),
      view.barsBetween(symbol, { after: 30, count: 1 }),
      view.filings(symbol),
      view.dividends(symbol),
      view.splits(symbol),
      view.sma(symbol, 2).value,
    ]),
    [...documents.keys()].map((sha256) => view.document(sha256) ?? null),
  ];
}

describe('a view at a place', () => {
  const whole = openMarket({ documents });
  whole.store.append(columnsOf(facts));

  it.each(facts.map((_, index) => index + 1))('reads what a cursor reads at fact %i', (count) => {
    const market = openMarket({ documents });
    release(market, facts, count);
    const place = { asOf: count, time: 10 * count };
    expect(readAll(viewAt(whole.store, place))).toEqual(readAll(market.view));
  });

  it('stays where it is while the store takes more', () => {
    const market = openMarket({ documents });
    market.store.append(columnsOf(facts.slice(0, 4)));
    const view = viewAt(market.store, { asOf: 4, time: 40 });
    const before = JSON.stringify(readAll(view));
    market.store.append(columnsOf(facts.slice(4)));
    expect(JSON.stringify(readAll(view))).toBe(before);
  });

  it('knows nothing before the first fact', () => {
    const view = viewAt(whole.store, { asOf: 0, time: 0 });
    expect([view.session, view.lastBar('AAA'), view.news(null)]).toEqual([null, null, []]);
  });
});

describe('bars between two instants', () => {
  // Known at 30, 80 and 100.
  const market = openMarket();
  release(market, facts);
  const closes = (range: object): number[] =>
    market.view.barsBetween('AAA', range).map(({ close }) => close);

  it.each([
    ['all', {}, [5, 6, 7]],
    ['later than the first instant', { after: 30 }, [6, 7]],
    ['up to the last one, included', { through: 80 }, [5, 6]],
    ['both', { after: 29, through: 80 }, [5, 6]],
    ['the last of these', { through: 99, count: 1 }, [6]],
    ['none where the range is empty', { after: 80, through: 99 }, []],
    ['none where it ends before it begins', { after: 80, through: 30 }, []],
  ])('are %s', (_, range, expected) => {
    expect(closes(range)).toEqual(expected);
  });

  it('exclude items before the reader’s look-back limit', () => {
    const short = openMarket({ reach: 1 });
    release(short, facts);
    expect(short.view.barsBetween('AAA').map(({ close }) => close)).toEqual([7]);
  });
});
