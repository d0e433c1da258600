/**
 * A run's figures by hand: what each event adds to coverage, marks, position changes,
 * turnover and trips.
 */

import { civilDate, formatCivilDate, formatInstant, isFailure } from '#values';
import type { JournalEvent } from '#contracts';
import { calendarReference } from '#market-data/calendar/calendar-of';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { describe, expect, it } from 'vitest';
import {
  accepted,
  at,
  changesOf,
  filled,
  foldOf,
  marked,
  opened,
  type Fill,
} from './trading-events.fixture.js';
import { TradingFold } from './trading-fold.js';

describe('a mark', () => {
  const invariants = (cash: number, strayed: number): (() => unknown) => {
    const first = runOpened(['AA'], { capital: cash });
    return () => foldOf(first, marked(1, cash + strayed, 0));
  };

  it.each([
    [1000, 1e-7],
    [1e9, 0.5],
    [1e12, 500],
  ])('of an account with %f of cash may differ by %f, as doubles do', (cash, strayed) => {
    expect(invariants(cash, strayed)).not.toThrow();
    expect(invariants(cash, -strayed)).not.toThrow();
  });

  it.each([
    [1000, 1e-3],
    [1e9, 5],
    [1e12, 5000],
  ])('of an account with %f of cash is refused if it differs by %f', (cash, strayed) => {
    expect(invariants(cash, strayed)).toThrow('cash follows from the events');
    expect(invariants(cash, -strayed)).toThrow('cash follows from the events');
  });
});

describe('coverage', () => {
  it('counts each answer once', () => {
    const decision = { kind: 'action', symbol: 'AA', action: 'HOLD' } as const;
    const made: JournalEvent = { type: 'DecisionMade', ...at(1), decision, rationale: null };
    const fold = foldOf(
      opened(['AA']),
      made,
      made,
      made,
      { type: 'DecisionsUnchanged', ...at(1), decision, count: 4, since: 1 },
      { type: 'DecisionMissing', ...at(2) },
      { type: 'DecisionInvalid', ...at(3), reason: 'r' },
      { type: 'DecisionInvalid', ...at(4), reason: 'r' },
      { type: 'DecisionLate', ...at(5), reason: 'r' },
      { type: 'DecisionFailed', ...at(6), reason: 'r' },
    );
    const { due, ...rest } = fold.coverage.now();
    expect(due).toBe(12);
    expect(rest).toEqual({ answered: 7, missing: 1, invalid: 2, late: 1, failed: 1, forced: 0 });
  });

  it('counts the classes of failures, and by their event those that state none', () => {
    const decision = { kind: 'action', symbol: 'AA', action: 'HOLD' } as const;
    const fold = foldOf(
      opened(['AA']),
      { type: 'DecisionsUnchanged', ...at(1), decision, count: 4, since: 1 },
      { type: 'DecisionMissing', ...at(2), class: 'truncated' },
      { type: 'DecisionMissing', ...at(3), class: 'truncated' },
      { type: 'DecisionMissing', ...at(4) },
      { type: 'DecisionInvalid', ...at(5), reason: 'r' },
      { type: 'DecisionLate', ...at(6), reason: 'r' },
      { type: 'DecisionFailed', ...at(7), reason: 'r', class: 'provider error' },
    );
    expect(fold.coverage.classes()).toEqual({
      answered: 4,
      truncated: 2,
      'no answer': 1,
      invalid: 1,
      late: 1,
      'provider error': 1,
      refused: 0,
      limit: 0,
      'tool error': 0,
    });
    expect(fold.coverage.now()).toMatchObject({ due: 10, missing: 3 });
  });

  it('counts refusals and dropped rows beside it', () => {
    const fold = foldOf(
      opened(['AA']),
      { type: 'OrderDenied', ...at(1), order: null, symbol: 'ZZ', reason: 'unknown symbol' },
      { type: 'RowDropped', ...at(2), file: 'f', line: 1, reason: 'r' },
      accepted(1, 2),
      { type: 'OrderCancelled', ...at(2), order: 1, reason: 'run closed' },
      accepted(2, 2),
      runClosed(at(2)),
    );
    const { denied, cancelled } = fold.orders;
    expect([denied, cancelled, fold.rowsDropped, fold.closed?.facts]).toEqual([1, 1, 1, 2]);
    expect(fold.records).toBe(7);
  });

  it('counts gaps of the feed that may concern the symbols of the run', () => {
    const gap = (...symbols: string[]): JournalEvent => {
      const times = { from: 0, to: 1, missing: null };
      return { type: 'FeedGap', ...at(1), source: 'feed', symbols, ...times, reason: 'r' };
    };
    expect(foldOf(opened(['AA']), gap(), gap('AA'), gap('BB')).feedGaps).toBe(2);
  });
});

describe('refusals of weights', () => {
  const denied = (order: number | null, reason: 'not enough cash' | 'no price'): JournalEvent => ({
    type: 'OrderDenied',
    ...at(1),
    order,
    symbol: 'AA',
    reason,
  });
  const size = { kind: 'weight', weight: 0.5 } as const;

  it('are counted when the cash did not suffice, whichever order came last', () => {
    const weight = (order: number) => ({ ...accepted(order, 1), size }) as JournalEvent;
    const { orders } = foldOf(
      opened(['AA']),
      weight(1),
      weight(2),
      accepted(3, 1),
      weight(4),
      denied(1, 'not enough cash'),
      denied(2, 'no price'),
      denied(3, 'not enough cash'),
      denied(4, 'not enough cash'),
      denied(null, 'no price'),
    );
    expect([orders.denied, orders.weightsUnpaid]).toEqual([5, 2]);
    expect([orders.unpaidSum, orders.unpaidBeside]).toEqual([1, null]);
  });

  it('have the held symbol without a price beside them, by the next mark', () => {
    const weight = { ...accepted(1, 1), size } as JournalEvent;
    const mark = (asOf: number, stale: string[]) =>
      ({ ...marked(asOf, 1000, 0), stale }) as JournalEvent;
    const { orders } = foldOf(
      opened(['AA', 'BB', 'CC']),
      mark(0, ['CC']),
      weight,
      denied(1, 'not enough cash'),
      mark(1, ['BB']),
    );
    expect(orders.unpaidBeside).toBe('BB');
  });
});

describe('performance', () => {
  it('is made of the marks, the fills and the trips', () => {
    const fold = foldOf(
      opened(['AA']),
      accepted(1, 1),
      filled(1, 1, { shares: 10, fee: 5, weightAfter: 0.95 }),
      marked(1, -5, 1000),
      {
        type: 'DividendBooked',
        ...at(2),
        symbol: 'AA',
        exDate: 2,
        perShare: 1,
        shares: 10,
        cash: 10,
      },
      accepted(2, 2),
      filled(2, 2, { shares: -10, price: 110, fee: 5, weightBefore: 1, weightAfter: 0 }),
      marked(2, 1100, 0),
    );
    const { gross, equity, tripProfits, ...rest } = fold.performance();
    expect([...equity]).toEqual([995, 1100]);
    expect([...gross]).toEqual([1000 / 995, 0]);
    expect([...fold.marks.net.toArray()]).toEqual([1000 / 995, 0]);
    // 10 × (110 − 100) − 5 − 5 + 10
    expect([...tripProfits]).toEqual([100]);
    expect(rest).toEqual({
      dates: [1, 2],
      elapsedSessions: 1,
      startingCapital: 1000,
      basis: 'first-mark',
      sessionsPerYear: 252,
      turnover: 1.95,
      positionsOpened: 1,
      fills: 2,
      fees: 10,
      drawdown: { depth: 0, from: null, to: null, recovered: null },
      exposure: { value: 1000 / 995 / 2 },
      timeInMarket: { value: 0.5 },
    });
    expect([...fold.marks.cash.toArray()]).toEqual([-5, 1100]);
  });

  it.each([
    // 2025-05-23 was the Friday before Memorial Day.
    ['XNYS', 252, 2],
    ['24/5', 260, 3],
    ['24/7', 365, 5],
    ['no calendar', 250, 1],
  ])('counts the sessions between marks that have none: %s', (_, sessionsPerYear, elapsed) => {
    const first = civilDate(2025, 5, 23);
    const last = civilDate(2025, 5, 28);
    const fold = foldOf(
      runOpened(['AA'], { sessionsPerYear }),
      marked(first, 1000, 0),
      marked(last, 1000, 0),
    );
    expect(fold.performance().elapsedSessions).toBe(elapsed);
  });

  it.each([
    // Golden Week of 2024: May 3 and 6 are holidays.
    ['XTKS', 244, 4],
    // Labor Day is one.
    ['XFRA', 254, 5],
    ['XTKS monthly', 12, 0],
  ] as const)('counts the sessions of the exchange that is named: %s', (name, perYear, elapsed) => {
    const first = civilDate(2024, 4, 30);
    const last = civilDate(2024, 5, 8);
    const terms = { sessionsPerYear: perYear, calendar: calendarReference(name) };
    const fold = foldOf(runOpened(['AA'], terms), marked(first, 1000, 0));
    fold.take(marked(last, 1000, 0));
    expect(fold.performance().elapsedSessions).toBe(Math.max(1, elapsed));
  });

  it.each([
    ['XTKS', '0000000000000000', /expected XTKS with the hash [0-9a-f]{16}; found .*XTKS 0000/],
    ['XNYS', '0000000000000000', /expected the calendar of an exchange; found .*XNYS 0000/],
    ['Tokyo', '0000000000000000', /expected the calendar of an exchange; found .*Tokyo 0000/],
  ])('refuses a calendar %s that is another one', (name, hash, message) => {
    const terms = { sessionsPerYear: 244, calendar: { name, hash } };
    const fold = foldOf(runOpened(['AA'], terms), marked(1, 1000, 0));
    expect(() => fold.performance()).toThrow(message);
  });

  it('of a run that lost everything has signs for exposures', () => {
    const short = filled(1, 1, { shares: -10, weightAfter: -1 });
    const fold = foldOf(
      opened(['AA']),
      accepted(1, 1),
      short,
      marked(1, 2000, -2000),
      marked(2, 2000, -2500),
    );
    expect([...fold.performance().gross]).toEqual([1, 1]);
    expect([...fold.marks.net.toArray()]).toEqual([-1, -1]);
  });
});

describe('position changes', () => {
  it('carry the decision’s session, even when the fill comes later', () => {
    const fold = foldOf(opened(['AA']), accepted(1, 3), filled(1, 4, { at: 'open' }));
    expect(changesOf(fold)).toEqual([{ session: 3, time: 3, symbol: 'AA', position: 1 }]);
  });

  it('take the two fills of a flip for one', () => {
    const fold = foldOf(
      opened(['AA']),
      accepted(1, 1),
      filled(1, 1, { shares: 10 }),
      accepted(2, 2),
      filled(2, 2, { shares: -10, purpose: 'close', weightBefore: 1, weightAfter: 0 }),
      filled(2, 2, { shares: -9, purpose: 'open', weightBefore: 0, weightAfter: -1 }),
    );
    expect(changesOf(fold)).toEqual([
      { session: 1, time: 1, symbol: 'AA', position: 1 },
      { session: 2, time: 2, symbol: 'AA', position: -1 },
    ]);
    expect(fold.orders.turnover).toBe(3);
  });

  it('of an order that fills in parts come from its decision, whatever was decided in between', () => {
    const part = (order: number, asOf: number, terms: Fill): JournalEvent =>
      ({ ...filled(order, asOf, terms), type: 'OrderPartlyFilled' }) as JournalEvent;
    const fold = foldOf(
      opened(['AA', 'BB'], 'weights'),
      accepted(1, 1),
      part(1, 2, { shares: 2, weightAfter: 0.2 }),
      accepted(2, 3, 'BB'),
      filled(2, 4, { symbol: 'BB', shares: 1, weightAfter: 0.1 }),
      part(1, 5, { shares: 2, weightBefore: 0.2, weightAfter: 0.4 }),
      filled(1, 6, { shares: 1, fee: 3, weightBefore: 0.4, weightAfter: 0.5 }),
    );
    const change = { session: 1, time: 1, symbol: 'AA' };
    expect(changesOf(fold)).toEqual([
      { ...change, position: 0.2 },
      { session: 3, time: 3, symbol: 'BB', position: 0.1 },
      { ...change, position: 0.4 },
      { ...change, position: 0.5 },
    ]);
    const { account, trips, fills } = fold.orders;
    expect([fills, trips.opened, account.shares[0], account.fees]).toEqual([4, 2, 5, 3]);
  });

  it('are empty if the direction does not change, in a run of directions', () => {
    const fold = foldOf(
      opened(['AA'], { fraction: 0.5 }),
      accepted(1, 1),
      filled(1, 1, { shares: 5, weightAfter: 0.5 }),
      accepted(2, 2),
      filled(2, 2, { shares: 1, purpose: 'reinvest', weightBefore: 0.5, weightAfter: 0.6 }),
    );
    expect(changesOf(fold)).toEqual([{ session: 1, time: 1, symbol: 'AA', position: 1 }]);
  });

  it.each([
    { name: 'of one symbol by weights', symbols: ['AA'], size: 'weights' as const },
    { name: 'of several symbols', symbols: ['AA', 'BB'], size: 'all-in' as const },
  ])('are shares of equity in a run $name', ({ symbols, size }) => {
    const fold = foldOf(
      opened(symbols, size),
      accepted(1, 1),
      filled(1, 1, { shares: 5, weightAfter: 0.5 }),
      accepted(2, 2),
      filled(2, 2, { shares: 1, weightBefore: 0.5, weightAfter: 0.6 }),
    );
    expect(changesOf(fold)).toMatchObject([{ position: 0.5 }, { position: 0.6 }]);
  });

  it('keep the symbols of one instant apart', () => {
    const fold = foldOf(
      opened(['AA', 'BB']),
      accepted(1, 1),
      accepted(2, 1, 'BB'),
      filled(1, 1, { weightAfter: 0.5 }),
      filled(2, 1, { symbol: 'BB', weightAfter: 0.25 }),
    );
    expect(changesOf(fold)).toMatchObject([
      { symbol: 'AA', position: 0.5 },
      { symbol: 'BB', position: 0.25 },
    ]);
  });
});

describe('what cannot be', () => {
  it.each<{ name: string; events: JournalEvent[] }>([
    {
      name: 'a mark that does not add up',
      events: [opened(['AA']), { ...marked(1, 1000, 0), equity: 1001 } as never],
    },
    { name: 'cash that nothing moved', events: [opened(['AA']), marked(1, 999, 0)] },
    { name: 'a fill without an order', events: [opened(['AA']), filled(1, 1, {})] },
    {
      name: 'a fill of an order that ended',
      events: [
        opened(['AA']),
        accepted(1, 1),
        { type: 'OrderCancelled', ...at(1), order: 1, reason: 'group' },
        filled(1, 2, {}),
      ],
    },
    { name: 'a second beginning', events: [opened(['AA']), opened(['AA'])] },
  ])('is an internal error: $name', ({ events }) => {
    let error: unknown;
    try {
      foldOf(...events);
    } catch (thrown) {
      error = thrown;
    }
    expect(isFailure(error, 'Invariant')).toBe(true);
  });

  it('is a performance of a run that was not opened', () => {
    expect(() => new TradingFold().performance()).toThrow('does not start with RunOpened');
  });

  it.each(['{', '{}', '{"capital":1}'])('is a run with the terms %s', (terms) => {
    const event = { ...runOpened(['AA']), terms };
    expect(() => foldOf(event)).toThrow('does not start with the terms of a trading run');
  });
});

describe('marks at bars', () => {
  const cash = 0.9;
  const gross = 0.1;
  const net = -0.1;
  const bars = [
    { step: 5, count: 2, cash: 1, gross: 0, net: 0 },
    { step: 7, count: 1, cash, gross, net },
  ];
  const marks = (items: typeof bars): JournalEvent => ({
    type: 'BarsMarked',
    ...at(20),
    bars: items,
  });

  it('are figures of their own beside those of the sessions', () => {
    const fold = foldOf(opened(['AA']), marks(bars));
    const performance = fold.performance();
    expect(performance.dates).toEqual([]);
    expect(performance.exposure).toEqual({ value: 0.1 / 0.8 / 3 });
    expect(performance.timeInMarket).toEqual({ value: 1 / 3 });
    const [from, to] = [10, 17].map(formatInstant);
    expect(performance.drawdown).toEqual({ depth: 1 - 0.8, from, to, recovered: null });
  });

  it('are absent from a journal without them: dates are those of sessions', () => {
    const fold = foldOf(opened(['AA']), marked(1, 1000, 0), marked(2, 1000, -100));
    const [from, to] = [1, 2].map(formatCivilDate);
    const drawdown = { depth: 0.1, from, to, recovered: null };
    expect(fold.performance()).toMatchObject({ drawdown, timeInMarket: { value: 0.5 } });
  });

  it('refuse an item that would never end', () => {
    const endless = { step: 1, count: 2 ** 50, cash: 1, gross: 0, net: 0 };
    expect(() => foldOf(opened(['AA']), marks([endless]))).toThrow(/no more bars than it may/);
  });
});
