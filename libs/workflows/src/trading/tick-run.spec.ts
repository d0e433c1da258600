/**
 * A run among trades and quotes, fact by fact: what fills orders, what marks positions, and
 * what does neither.
 */

import { describe, expect, it } from 'vitest';
import {
  civilDate,
  formatInstant,
  invariant,
  microsPerMilli,
  microsPerSecond,
  type Instant,
} from '#values';
import {
  FactColumns,
  factKinds,
  noInstrument,
  type ExecutionPolicyInput,
  type FactPayload,
  type JournalEvent,
  type JournaledDecision,
  type TapeHeader,
} from '#contracts';
import { openEnd } from '#contracts/scenario/trading-terms';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { AsOfStore, Cursor } from '#market-view';
import { resolvePolicy } from '#portfolio';
import type { TradingPlan } from '../workflow/run-plan.js';
import { TradingRun } from './trading-run.js';

/** The day after Thanksgiving, which ends at one o'clock in New York. */
const friday = civilDate(2025, 11, 28);
const calendar = calendarOf('XNYS');
const open = calendar.openOf(friday);
const close = calendar.closeOf(friday);
const header: TapeHeader = {
  id: 'tape',
  dataset: 'live',
  calendar: 'XNYS',
  sessionsPerYear: 252,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'intraday',
  synthetic: false,
  dateRule: 'session-close',
  instruments: [{ symbol: 'AA', currency: 'USD' }],
};
const buyTen: JournaledDecision = {
  kind: 'orders',
  cancel: [],
  orders: [
    {
      id: null,
      symbol: 'AA',
      side: 'buy',
      type: 'market',
      shares: 10,
      notional: null,
      limit: null,
      stop: null,
      timeInForce: 'gtc',
      group: null,
    },
  ],
};

const nothing: JournaledDecision = { kind: 'target', positions: [] };

/** A run over one day; each of its facts has its own instant. */
class Day {
  readonly run: TradingRun;
  readonly lines: string[] = [];
  private readonly cursor: Cursor;

  constructor(
    execution: ExecutionPolicyInput = { fill: 'next-trade' },
    over: object = {},
    lastSession = friday + 9,
  ) {
    const plan: TradingPlan = {
      id: 'run',
      label: 'run',
      workflow: 'trading',
      symbols: ['AA'],
      portfolio: false,
      agent: { id: 'mine', kind: 'external' },
      repeat: 0,
      baseSeed: 0,
      seed: 0,
      policy: resolvePolicy(execution),
      capital: 10_000,
      currency: 'USD',
      decide: 'bar',
      sessionsPerYear: 252,
      firstSession: friday,
      lastSession,
      data: null,
      file: null,
    };
    const own = { ...header, ...over };
    this.cursor = new Cursor(new AsOfStore({ ...own, history: null }), null);
    this.run = new TradingRun(plan, own, this.cursor);
  }

  trade(time: Instant, price: number, size = 100, eventTime = time): this {
    const place = { instrument: 0, knowledgeTime: time, eventTime };
    return this.take((facts) => facts.pushTrade({ ...place, price, size }));
  }

  quote(time: Instant, bid: number, ask: number): this {
    const place = { instrument: 0, knowledgeTime: time, eventTime: time };
    return this.take((facts) => facts.pushQuote({ ...place, bid, ask, bidSize: 1, askSize: 1 }));
  }

  bar(time: Instant, price: number, eventTime = time): this {
    const place = { instrument: 0, knowledgeTime: time, eventTime };
    const prices = { open: price, high: price, low: price, close: price };
    const rest = { adjClose: NaN, volume: 1000, vwap: NaN };
    return this.take((facts) => facts.pushBar({ ...place, ...prices, ...rest }));
  }

  /** A bar and a trade of one frame. */
  barAndTrade(time: Instant, open: number, price: number): this {
    const place = { instrument: 0, knowledgeTime: time, eventTime: time };
    const prices = { open, high: 110, low: 90, close: 95 };
    return this.take((facts) => {
      facts.pushBar({ ...place, ...prices, adjClose: NaN, volume: 1000, vwap: NaN });
      facts.pushTrade({ ...place, price, size: 100 });
    });
  }

  fact(time: Instant, payload: FactPayload): this {
    const instrument = 'symbol' in payload ? 0 : noInstrument;
    const place = { instrument, knowledgeTime: time, eventTime: time };
    return this.take((facts) =>
      facts.pushFact({ ...place, kind: factKinds[payload.kind], payload }),
    );
  }

  opens(): this {
    return this.fact(open, { kind: 'sessionOpen', session: friday });
  }

  closes(): this {
    const time = close + 5 * microsPerSecond;
    return this.fact(time, { kind: 'sessionClose', session: friday, early: true });
  }

  answers(decision: JournaledDecision, tookMs = 0): this {
    invariant(this.run.isDue, 'a story answers where an answer is due');
    return this.note(
      this.run.takeAnswer({ type: 'DecisionMade', decision, rationale: null }, tookMs),
    );
  }

  private take(push: (facts: FactColumns) => void): this {
    const facts = new FactColumns(2);
    push(facts);
    facts.endsInstant[facts.count - 1] = 1;
    this.cursor.store.append(facts);
    for (let row = 0; row < facts.count; row++) {
      this.cursor.advance(facts, row);
      this.note(this.run.takeFact(facts, row));
    }
    return this;
  }

  private note(events: readonly JournalEvent[]): this {
    for (const event of events) {
      if (event.type === 'OrderFilled') this.lines.push(`${event.shares} at ${event.price}`);
      if (event.type === 'MarkTaken') this.lines.push(`mark ${event.equity}`);
      if (event.type === 'FeedGap') this.lines.push('gap');
    }
    return this;
  }
}

const buyOnClose: JournaledDecision = {
  kind: 'orders',
  cancel: [],
  orders: [
    {
      id: null,
      symbol: 'AA',
      side: 'buy',
      type: 'market-on-close',
      shares: 10,
      notional: null,
      limit: null,
      stop: null,
      timeInForce: 'day',
      group: null,
    },
  ],
};

const second = (count: number): Instant => open + count * microsPerSecond;

describe('orders on close', () => {
  it('fill at the last bar that ends by an early close, not at a bar or trade after it', () => {
    const { lines } = new Day({ fill: 'next-open' })
      .opens()
      .bar(second(60), 100)
      .answers(buyOnClose)
      .bar(second(120), 110)
      .answers(nothing)
      .bar(close, 120)
      .answers(nothing)
      .trade(close + microsPerSecond, 130)
      .bar(close + 2 * microsPerSecond, 140)
      .answers(nothing)
      .closes();
    // Ten shares at the last price, which is 140, and what is left of 10,000 less 1,200.
    expect(lines).toEqual(['10 at 120', 'mark 10200']);
  });
});

describe('orders', () => {
  it('meet trades of the session only: by the tape, and by the calendar with its early close', () => {
    const { lines } = new Day()
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .trade(close + microsPerMilli, 101)
      .closes()
      .trade(close + 60 * microsPerSecond, 102);
    expect(lines).toEqual(['mark 10000']);
  });

  it('include a trade that happened before the close and arrived after it', () => {
    const { lines } = new Day()
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .trade(close + microsPerSecond, 101, 100, close - 1)
      .closes();
    expect(lines).toEqual(['10 at 101', 'mark 10000']);
  });

  it('wait while trading is halted, and meet no correction and no gap', () => {
    const halt = { kind: 'tradingStatus', symbol: 'AA', code: 'H', reason: '' } as const;
    const late = {
      kind: 'correction',
      symbol: 'AA',
      of: 'trade',
      change: 'late',
      id: null,
    } as const;
    const gap = { kind: 'feedGap', source: 'feed', from: 0, to: 1 } as const;
    const { lines } = new Day()
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .fact(second(61), { ...halt, halted: true })
      .trade(second(62), 101)
      .fact(second(63), { ...halt, halted: false })
      .fact(second(64), { ...late, eventTime: open, bar: null, trade: { price: 90, size: 100 } })
      .fact(second(65), { ...gap, symbols: [], missing: null, reason: 'lost' })
      .trade(second(66), 102);
    expect(lines).toEqual(['gap', '10 at 102']);
  });

  it('meet prices only once the answer had come', () => {
    const { lines } = new Day()
      .opens()
      .bar(second(60), 100)
      .answers(buyTen, 1500)
      .trade(second(61), 101)
      .trade(second(62), 102);
    expect(lines).toEqual(['10 at 102']);
  });

  it('meet no trade that happened before they were decided, however late it comes', () => {
    const { lines } = new Day()
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .trade(second(61), 90, 100, second(60) - 1)
      .trade(second(62), 101, 100, second(60));
    expect(lines).toEqual(['10 at 101']);
    const early = new Day({ fill: 'next-trade', latencyMs: 1000 })
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .trade(second(61) - 1, 90, 100, second(65));
    expect(early.lines).toEqual([]);
    const delayed = new Day({ fill: 'next-trade', latencyMs: 1000 })
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .trade(second(62), 90, 100, second(61) - 1)
      .trade(second(63), 101, 100, second(61));
    expect(delayed.lines).toEqual(['10 at 101']);
  });

  it('at the open of a bar fill at its open, whatever was traded in its instant', () => {
    const lines = new Day({ fill: 'next-open' })
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .barAndTrade(second(120), 101, 105)
      .answers(nothing)
      .closes().lines;
    expect(lines).toEqual(['10 at 101', 'mark 10040']);
  });

  it('meet no bars from before the open or after the close', () => {
    const lines = new Day({ fill: 'next-open' })
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .bar(second(0), 101)
      .answers(nothing)
      .bar(close + 1, 102)
      .answers(nothing)
      .bar(close, 103).lines;
    expect(lines).toEqual(['10 at 103']);
  });

  it('meet no bar that ended before they were decided, however late it comes', () => {
    const { lines } = new Day({ fill: 'next-open' })
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .bar(second(61), 90, second(60))
      .answers(nothing)
      .bar(second(120), 101);
    expect(lines).toEqual(['10 at 101']);
  });

  it('meet no daily bar of a session before this one', () => {
    const monday = friday + 3;
    const opened = calendar.openOf(monday);
    const { lines } = new Day({ fill: 'next-open' }, { barFrequency: 'daily' })
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .closes()
      .fact(opened, { kind: 'sessionOpen', session: monday })
      .bar(opened + microsPerSecond, 90, close)
      .answers(nothing)
      .bar(calendar.closeOf(monday), 102);
    expect(lines).toEqual(['mark 10000', '10 at 102']);
  });

  it('meet no crossed quote, and a locked one', () => {
    const { lines } = new Day({ fill: 'next-quote' })
      .opens()
      .bar(second(60), 100)
      .answers(buyTen)
      .quote(second(61), 103, 101)
      .quote(second(62), 102, 102);
    expect(lines).toEqual(['10 at 102']);
  });

  it('at trades meet no quotes and no bars, and at quotes no trades', () => {
    const at = (fill: 'next-trade' | 'next-quote'): string[] =>
      new Day({ fill })
        .opens()
        .bar(second(60), 100)
        .answers(buyTen)
        .bar(second(120), 101)
        .quote(second(121), 102, 103)
        .trade(second(122), 104).lines;
    expect(at('next-trade')).toEqual(['10 at 104']);
    expect(at('next-quote')).toEqual(['10 at 103']);
  });
});

describe('positions', () => {
  const held = (): Day =>
    new Day().opens().bar(second(60), 100).answers(buyTen).trade(second(61), 100);

  it('are marked at the last bar or trade of the session, whichever came later', () => {
    expect(held().trade(second(62), 110).closes().lines.at(-1)).toBe('mark 10100');
    expect(
      held().trade(second(62), 110).bar(second(120), 105).answers(nothing).closes().lines.at(-1),
    ).toBe('mark 10050');
    expect(
      held()
        .trade(close + 1, 200)
        .closes()
        .lines.at(-1),
    ).toBe('mark 10000');
  });

  it('are not marked at quotes beside bars and trades', () => {
    expect(held().quote(second(62), 1, 2).closes().lines.at(-1)).toBe('mark 10000');
  });

  it('are marked between bid and ask when a feed has quotes alone', () => {
    const day = new Day({ fill: 'next-quote' }).opens().quote(second(1), 99, 101).closes();
    expect(day.lines).toEqual(['mark 10000']);
  });
});

it('trades are in prices as quoted: a tape that trades on adjusted closes is refused', () => {
  expect(() => new Day({ fill: 'next-trade' }, { tradePrice: 'adjClose' })).toThrow(
    /execution.fill.*prices as quoted.*next-trade/,
  );
});

it('has, while a session of a window without an end is open, its money at the last prices', () => {
  const day = (lastSession?: number): Day => new Day({ fill: 'next-trade' }, {}, lastSession);
  const opened = day(openEnd);
  expect(opened.run.standing).toBeNull();
  opened.opens().bar(second(60), 100).answers(buyTen).trade(second(61), 101).trade(second(62), 99);
  expect(opened.run.standing).toEqual({
    time: formatInstant(second(62)),
    equity: 9980,
    profit: -20,
    cash: 8990,
    positions: [{ symbol: 'AA', shares: 10, price: 99 }],
  });
  expect(opened.closes().run.standing).toBeNull();
  expect(day().opens().bar(second(60), 100).answers(nothing).run.standing).toBeNull();
});
