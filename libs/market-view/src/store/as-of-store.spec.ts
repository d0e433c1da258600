/**
 * One store under many cursors: no read passes its cursor, and none depends on how the
 * facts arrived.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import {
  bar,
  columnsOf,
  correction,
  dividend,
  filing,
  fundamentals,
  hashOf,
  news,
  openMarket,
  quote,
  release,
  sessionOpen,
  split,
  status,
  symbols,
  trade,
  type SmallFact,
} from '../../test/small-tape.js';
import { Cursor } from '../view/cursor.js';
import type { MarketView } from '../view/market-view.js';

const cases = runsOfSweep(sweepSize(150, 1000));
const patience = { timeout: 60_000 };
const price = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100);
const symbol = fc.constantFrom(...symbols);
const date = fc.integer({ min: 0, max: 9 });

/** A side of a quote may be without an offer. */
const side = fc.option(price, { nil: NaN });

const fact: fc.Arbitrary<SmallFact> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(price, symbol, fc.option(price), fc.option(fc.nat(1000)))
      .map(([close, of, adjClose, volume]) =>
        bar(close, {
          symbol: of,
          ...(adjClose === null ? {} : { adjClose }),
          ...(volume === null ? {} : { volume }),
        }),
      ),
  },
  { weight: 2, arbitrary: date.map(sessionOpen) },
  { weight: 1, arbitrary: fc.tuple(date, fc.integer({ min: 2, max: 5 })).map((a) => split(...a)) },
  { weight: 1, arbitrary: fc.tuple(date, price).map((a) => dividend(...a)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ maxLength: 3 }), fc.uniqueArray(symbol), fc.nat(9))
      .map((a) => news(...a)),
  },
  { weight: 1, arbitrary: fc.tuple(symbol, fc.nat(9)).map((a) => filing(...a)) },
  { weight: 1, arbitrary: fc.tuple(symbol, price).map((a) => fundamentals(...a)) },
  { weight: 4, arbitrary: fc.tuple(price, symbol, fc.nat(9)).map((a) => trade(...a)) },
  { weight: 4, arbitrary: fc.tuple(side, side, symbol).map((a) => quote(...a)) },
  { weight: 1, arbitrary: fc.tuple(fc.boolean(), symbol).map((a) => status(...a)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.string({ maxLength: 3 }), symbol).map((a) => correction(...a)),
  },
);

/** Facts in order: sessions never go back, and several facts may share an instant. */
const tapes = fc
  .array(fc.tuple(fact, fc.boolean()), { maxLength: 60 })
  .map((drawn): SmallFact[] => {
    let time = 0;
    let session = 0;
    return drawn.map(([one, sameInstant]) => {
      time += sameInstant ? 0 : 1;
      if (one.kind !== 'sessionOpen') return { ...one, time };
      session = Math.max(session, one.session);
      return { ...one, session, time };
    });
  });

/** Everything that a view can be asked, errors included. */
function reading(view: MarketView): unknown {
  const answers: unknown[] = [view.asOf, view.time, view.session, view.symbols];
  const ask = (question: () => unknown): void => {
    try {
      answers.push(question());
    } catch (error) {
      answers.push(String(error));
    }
  };
  for (const of of [...symbols, 'ZZZ']) {
    ask(() => view.lastPrice(of));
    ask(() => view.lastBar(of));
    ask(() => view.barCount(of));
    ask(() => view.lastTrade(of));
    ask(() => view.lastQuote(of));
    ask(() => view.isHalted(of));
    for (const count of [1, 3, Infinity, 0]) {
      ask(() => view.bars(of, count));
      ask(() => view.closes(of, count));
      ask(() => view.adjustedCloses(of, count));
      ask(() => view.adjustedCloses(of, count, { dividends: true }));
      ask(() => view.news(of, count));
      ask(() => view.filings(of, count));
      ask(() => view.fundamentals(of, count));
      ask(() => view.dividends(of, count));
      ask(() => view.splits(of, count));
      ask(() => view.corrections(of, count));
    }
    ask(() => view.sma(of, 3).value);
    ask(() => view.smaCross(of, 2, 3).value);
    ask(() => view.ema(of, 3).value);
    ask(() => view.rsi(of, 3).value);
    ask(() => view.macd(of, 2, 3, 2).value);
    ask(() => view.bollinger(of, 3).value);
  }
  ask(() => view.news(null));
  for (let digit = 0; digit < 10; digit++) ask(() => view.document(hashOf(digit)));
  return answers;
}

const documents = { get: (sha256: string) => `text of ${sha256.slice(0, 1)}` };

describe('no read passes the cursor', () => {
  it('at any cut of any tape all that can be read is what the cut tape gives', patience, () => {
    const inputs = [tapes, fc.nat(), fc.constantFrom(null, 2, 5)] as const;
    fc.assert(
      fc.property(...inputs, (facts, place, history) => {
        const cut = place % (facts.length + 1);
        const whole = openMarket({ documents, history });
        release(whole, facts, cut);
        const alone = openMarket({ documents, history });
        release(alone, facts.slice(0, cut));
        expect(reading(whole.view)).toEqual(reading(alone.view));
      }),
      cases,
    );
  });

  it('nor does an indicator that was asked for before', patience, () => {
    fc.assert(
      fc.property(tapes, (facts) => {
        const columns = columnsOf(facts);
        const early = openMarket();
        const follower = early.view.sma('AAA', 3);
        early.store.append(columns);
        for (let row = 0; row < facts.length; row++) {
          early.cursor.advance(columns, row);
          const late = openMarket();
          release(late, facts.slice(0, row + 1));
          expect(follower.value).toBe(late.view.sma('AAA', 3).value);
        }
      }),
      cases,
    );
  });
});

describe('no read depends on how the facts came in', () => {
  it('neither on batches, nor on what the store keeps for other readers', patience, () => {
    const inputs = [tapes, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })] as const;
    fc.assert(
      fc.property(...inputs, fc.integer({ min: 1, max: 6 }), (facts, sizes, history) => {
        const columns = columnsOf(facts);
        const batched = openMarket({ documents, history, ticks: 'last' });
        for (let from = 0, batch = 0; from < facts.length; batch++) {
          const size = sizes[batch % sizes.length] as number;
          const to = Math.min(facts.length, from + size);
          batched.store.append(columns, from, to);
          for (; from < to; from++) batched.cursor.advance(columns, from);
        }
        const atOnce = openMarket({ documents, history: null, reach: history });
        release(atOnce, facts);
        expect(reading(batched.view)).toEqual(reading(atOnce.view));
      }),
      cases,
    );
  });

  it('over thousands of bars, of which the store forgets most', () => {
    const facts = Array.from({ length: 5000 }, (_, index) =>
      bar(100 + (index % 37), { symbol: symbols[index % 3 === 0 ? 1 : 0] as string }),
    );
    const columns = columnsOf(facts);
    const readings = [1, 7, 100, 5000].map((size) => {
      const { store, cursor, view } = openMarket({ history: 10 });
      view.rsi('AAA', 5);
      for (let from = 0; from < facts.length; from += size) {
        const to = Math.min(facts.length, from + size);
        store.append(columns, from, to);
        for (let row = from; row < to; row++) cursor.advance(columns, row);
      }
      return { read: [reading(view), view.rsi('AAA', 5).value], kept: store.series[0]?.kept };
    });
    for (const { read } of readings) expect(read).toEqual(readings[0]?.read);
    expect(readings[0]?.kept).toBeLessThan(300);
  });
});

describe('trades and quotes', () => {
  it('take the memory of the last of each symbol, however many came', () => {
    const columns = columnsOf(
      Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? trade(index) : quote(1, 2))),
    );
    const sizeOf = (ticks: 'last' | 'all'): number => {
      const { store } = openMarket({ ticks });
      for (let row = 0; row < columns.count; row++) store.append(columns, row, row + 1);
      return JSON.stringify(store.ticks).length;
    };
    expect(sizeOf('last')).toBeLessThan(2000);
    expect(sizeOf('all')).toBeGreaterThan(100_000);
  });

  it('stay for a reader that is behind', () => {
    const { store, cursor, view } = openMarket({ ticks: 'last' });
    const columns = columnsOf(Array.from({ length: 100 }, (_, index) => trade(index + 1)));
    for (let row = 0; row < 100; row++) store.append(columns, row, row + 1, [cursor]);
    for (let row = 0; row < 100; row++) {
      cursor.advance(columns, row);
      expect([view.lastTrade('AAA')?.price, view.lastPrice('AAA')]).toEqual([row + 1, row + 1]);
    }
  });
});

describe('cursors on one store', () => {
  it('read at places and depths of their own', () => {
    const facts = [bar(1), bar(2), bar(3), bar(4)];
    const columns = columnsOf(facts);
    const { store } = openMarket({ history: 3 });
    const behind = new Cursor(store, 1);
    const ahead = new Cursor(store, 3);
    store.append(columns);
    for (let row = 0; row < 4; row++) ahead.advance(columns, row);
    for (let row = 0; row < 2; row++) behind.advance(columns, row);
    expect([...ahead.view.closes('AAA', 9)]).toEqual([2, 3, 4]);
    expect([...behind.view.closes('AAA', 9)]).toEqual([2]);
    expect(behind.view.barCount('AAA')).toBe(2);
  });

  it('stop at the end of what the store has', () => {
    const market = openMarket();
    const columns = columnsOf([bar(1)]);
    market.view.sma('AAA', 1);
    expect(() => market.cursor.advance(columns, 0)).toThrow(/never passes its store/);
  });
});
