/**
 * Arbitrary runs of a book: prices with gaps, sessions, decisions of all kinds, dividends,
 * splits, policies.
 */

import fc from 'fast-check';
import type { Dividend, ExecutionPolicy, JournaledDecision, PairAction, Split } from '#contracts';
import { pairPolicies, resolvePolicy, type PolicySet } from '#portfolio';

export interface BookBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface BookSession {
  /** Known before the open. */
  readonly announced: readonly (Dividend | Split)[];
  /** By symbol number; null where the symbol does not trade. */
  readonly bars: readonly (BookBar | null)[];
  /** Known after the bars. */
  readonly late: readonly (Dividend | Split)[];
  /**
   * Null for a decision that is missing; an action is of the pair that the first two symbols are.
   */
  readonly decision: JournaledDecision | PairAction | null;
}

/** Sessions are dated from 1. */
export interface BookRun {
  readonly symbols: readonly string[];
  readonly capital: number;
  readonly policy: ExecutionPolicy;
  readonly sessions: readonly BookSession[];
}

const names = ['AAA', 'BBB', 'CCC'];
/** Evenly spread, where `fc.double` would mostly be next to nothing. */
const number = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000_000 }).map((step) => min + ((max - min) * step) / 1_000_000);
const bps = (usual: number) =>
  fc.oneof({ weight: 6, arbitrary: number(0, usual) }, fc.constant(0), number(0, 10_000));

const size = fc.oneof(
  fc.constantFrom<'all-in' | 'weights'>('all-in', 'weights'),
  fc.record({ fraction: number(0.01, 1) }),
  fc.record({ shares: number(0.1, 200) }),
);

const generatedPolicies = (set?: PolicySet): fc.Arbitrary<ExecutionPolicy> =>
  fc
    .record({
      fill: fc.constantFrom<ExecutionPolicy['fill']>('decision-close', 'next-open', 'next-close'),
      hold: fc.constantFrom<ExecutionPolicy['hold']>('keep', 'flat'),
      short: fc.constantFrom(true, true, false),
      size,
      lotSize: fc.constantFrom(0, 0, 0, 1, 0.5, 10),
      feeBps: bps(50),
      slippageBps: bps(50),
      borrowBpsPerYear: bps(500),
      dividends: fc.constantFrom<ExecutionPolicy['dividends']>('ignore', 'cash', 'reinvest'),
      liquidate: fc.boolean(),
    })
    .map((terms) => resolvePolicy({ name: 'generated', ...terms }, set));

const bar: fc.Arbitrary<BookBar> = fc
  .tuple(number(5, 200), number(5, 200), number(0, 0.3), number(0, 0.3))
  .map(([open, close, above, below]) => ({
    open,
    close,
    high: Math.max(open, close) * (1 + above),
    low: Math.min(open, close) * (1 - below),
  }));

const symbol = (symbols: readonly string[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...symbols) },
    { weight: 1, arbitrary: fc.constant('ZZZ') },
  );

function decisions(symbols: readonly string[]): fc.Arbitrary<JournaledDecision> {
  const bySymbol = <T>(value: fc.Arbitrary<T>) =>
    fc.uniqueArray(fc.tuple(symbol(symbols), value), {
      maxLength: 3,
      selector: ([name]) => name,
    });
  return fc.oneof(
    bySymbol(fc.constantFrom(1, 0, -1)).map((pairs) => ({
      kind: 'target' as const,
      positions: pairs.map(([name, position]) => ({ symbol: name, position })),
    })),
    fc
      .tuple(bySymbol(number(-1, 1)), fc.constantFrom(0.5, 1, 1, 1, 1.2))
      .map(([pairs, whole]) => ({ kind: 'weights' as const, weights: scaled(pairs, whole) })),
    fc.record({
      kind: fc.constant('action' as const),
      symbol: symbol(symbols),
      action: fc.constantFrom<'BUY' | 'SELL' | 'HOLD'>('BUY', 'SELL', 'HOLD'),
    }),
    fc.record({
      kind: fc.constant('orders' as const),
      orders: fc.array(request(symbols), { maxLength: 4 }),
      cancel: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
    }),
  );
}

/**
 * Weights of which the absolute values sum up to `whole`: mostly to just what the equity allows.
 */
function scaled(
  pairs: readonly (readonly [string, number])[],
  whole: number,
): { symbol: string; weight: number }[] {
  const sum = pairs.reduce((total, [, weight]) => total + Math.abs(weight), 0);
  return pairs.map(([name, weight]) => ({
    symbol: name,
    weight: sum === 0 ? 0 : Math.max(-1, Math.min(1, (weight * whole) / sum)),
  }));
}

function request(symbols: readonly string[]) {
  const type = fc.constantFrom<'market' | 'limit' | 'stop' | 'stop-limit' | 'trailing-stop'>(
    'market',
    'limit',
    'stop',
    'stop-limit',
    'trailing-stop',
  );
  return fc
    .tuple(type, number(5, 200), number(5, 200), fc.boolean(), number(0.01, 60))
    .chain(([kind, limit, stop, inShares, amount]) =>
      fc.record({
        id: fc.constantFrom(null, null, 'a', 'b', 'c'),
        symbol: symbol(symbols),
        side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
        type: fc.constant(kind),
        shares: fc.constant(inShares ? amount : null),
        notional: fc.constant(inShares ? null : amount * 100),
        limit: fc.constant(kind.endsWith('limit') ? limit : null),
        stop: fc.constant(kind.startsWith('stop') ? stop : null),
        timeInForce: fc.constantFrom<'day' | 'gtc'>('day', 'gtc'),
        group: fc.constantFrom(null, 'g', 'h'),
      }),
    )
    .chain((order) => (order.type === 'trailing-stop' ? trailing(order) : bracket(order)));
}

/** A trailing stop has one of two terms. */
const trailing = <T>(order: T) =>
  fc.oneof(
    number(0.1, 50).map((trailPercent) => ({ ...order, trailPercent })),
    number(0.1, 50).map((trailAmount) => ({ ...order, trailAmount })),
  );

/** Other orders may have exits for what they fill. */
const bracket = <T>(order: T) =>
  fc.oneof(
    fc.constant(order),
    number(5, 200).map((takeProfit) => ({ ...order, takeProfit })),
    number(5, 200).map((stopLoss) => ({ ...order, stopLoss })),
    fc
      .tuple(number(0.1, 50), number(5, 200))
      .map(([trailPercent, takeProfit]) => ({ ...order, trailPercent, takeProfit })),
  );

/** A dividend or split of one of the symbols, effective some days around `date`. */
function action(symbols: readonly string[], date: number): fc.Arbitrary<Dividend | Split> {
  const name = fc.constantFrom(...symbols);
  const days = fc.integer({ min: -3, max: 3 });
  const dates = { declaredDate: null, recordDate: null, payDate: null };
  return fc.oneof(
    fc.tuple(name, days, number(0.01, 20)).map(([of, later, amount]): Dividend => ({
      kind: 'dividend',
      symbol: of,
      exDate: date + later,
      ...dates,
      amount,
      currency: 'USD',
      type: 'cash',
    })),
    fc
      .tuple(name, days, fc.constantFrom(1, 2, 3, 10), fc.constantFrom(1, 2, 3, 4))
      .map(([of, later, from, to]): Split => ({
        kind: 'split',
        symbol: of,
        effectiveDate: date + later,
        from,
        to,
      })),
  );
}

function session(
  symbols: readonly string[],
  date: number,
  decision: fc.Arbitrary<BookSession['decision']>,
): fc.Arbitrary<BookSession> {
  const rare = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(action(symbols, date), { maxLength: 2 }) },
  );
  return fc.record({
    announced: rare,
    bars: fc.tuple(...symbols.map(() => fc.option(bar, { freq: 5 }))),
    late: rare,
    decision: fc.option(decision, { freq: 6 }),
  });
}

/** One to three symbols over up to a dozen sessions. */
export const bookRuns: fc.Arbitrary<BookRun> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 12 }))
  .chain(([count, length]) => {
    const symbols = names.slice(0, count);
    return fc.record({
      symbols: fc.constant(symbols),
      capital: number(100, 100_000),
      policy: generatedPolicies(),
      sessions: sessions(length, symbols, decisions(symbols)),
    });
  });

const pairActions = fc.constantFrom<PairAction>('LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE');

/** A pair over up to two dozen sessions, in any sequence of open, flip, hold and close. */
export const pairRuns: fc.Arbitrary<BookRun> = fc.integer({ min: 1, max: 24 }).chain((length) => {
  const symbols = names.slice(0, 2);
  return fc.record({
    symbols: fc.constant(symbols),
    capital: number(100, 100_000),
    policy: generatedPolicies(pairPolicies),
    sessions: sessions(length, symbols, pairActions),
  });
});

function sessions(
  length: number,
  symbols: readonly string[],
  decision: fc.Arbitrary<BookSession['decision']>,
): fc.Arbitrary<BookSession[]> {
  return fc.tuple(...Array.from({ length }, (_, index) => session(symbols, index + 1, decision)));
}
