/**
 * The journal stream: every event of a run, one declaration each. The number is its
 * permanent wire tag.
 */

import { classesOfEvent, type NoDecisionType } from './answer-class.js';
import {
  double,
  int,
  list,
  nullable,
  oneOf,
  positive,
  struct,
  symbol,
  text,
  uint,
  variant,
  withOptional,
  withTrailing,
  type Layout,
  type LayoutType,
} from './record-layout.js';

/**
 * Each type of order, and by which rules it meets prices. Append only: the position is
 * the wire form.
 */
export const orderTypes = {
  market: 'market',
  limit: 'limit',
  stop: 'stop',
  'stop-limit': 'stop-limit',
  'trailing-stop': 'stop',
  'market-on-close': 'market',
  'limit-on-close': 'limit',
} as const;
export type OrderType = keyof typeof orderTypes;
export const orderTypeNames = Object.keys(orderTypes) as OrderType[];
const orderType = oneOf<readonly OrderType[]>(...orderTypeNames);

/** How long an order waits. Append only. */
export const timesInForce = ['day', 'gtc', 'gtd'] as const;
const timeInForce = oneOf(...timesInForce);
/** The last day of an order that is good till a date, `YYYY-MM-DD`. */
const lastDay = { until: text };

/**
 * How far a trailing stop stays behind the best price: in percent of it, or in currency per share.
 */
const trailTerms = { trailPercent: double, trailAmount: double };

const orderRequest = withOptional(
  struct({
    id: nullable(text),
    symbol,
    side: oneOf('buy', 'sell'),
    type: orderType,
    shares: nullable(double),
    notional: nullable(double),
    limit: nullable(double),
    stop: nullable(double),
    timeInForce,
  }),
  'group',
  { group: text, ...trailTerms, stopLoss: double, takeProfit: double, ...lastDay },
);

/** A journaled decision; the rationale is stored as its SHA-256, so that the text can be erased. */
const journaledDecision = variant({
  target: struct({ positions: list(struct({ symbol, position: int })) }),
  action: struct({ symbol, action: oneOf('BUY', 'SELL', 'HOLD') }),
  weights: struct({ weights: list(struct({ symbol, weight: double })) }),
  orders: struct({ orders: list(orderRequest), cancel: list(text) }),
});
export type JournaledDecision = LayoutType<typeof journaledDecision>;

/**
 * How much an order is for: shares, notional, a direction of the policy's size, or a
 * weight of equity.
 */
const orderSize = variant({
  direction: struct({ direction: int }),
  shares: struct({ shares: double }),
  notional: struct({ notional: double }),
  weight: struct({ weight: double }),
});
export type OrderSize = LayoutType<typeof orderSize>;

const event = <L extends Layout<object>>(tag: number, doc: string, layout: L) => ({
  tag,
  doc,
  layout,
});

/** Adds the class of the failure, if the agent states one: agents that use models do. */
const classed = <T extends object, K extends NoDecisionType>(type: K, layout: Layout<T>) =>
  withTrailing(layout, 'class', oneOf<(typeof classesOfEvent)[K]>(...classesOfEvent[type]));

/** The terms of a fill, of a whole order or of a part. */
const fillTerms = struct({
  order: uint,
  symbol,
  shares: double,
  price: double,
  fee: double,
  at: oneOf('close', 'open', 'level', 'trade', 'quote'),
  purpose: oneOf('open', 'close', 'rebalance', 'order', 'reinvest', 'liquidate'),
  weightBefore: double,
  weightAfter: double,
});

/**
 * Every event, by name. Tags up to 31 are for all workflows and for trading; others get 16 each,
 * from 32, in the order in which they are added. Knowledge time is that of the fact at `asOf`,
 * after which the event took effect.
 */
export const journalEvents = {
  RunOpened: event(
    18,
    'The first record: what the fold needs to start. Emitted once, before any fact. `plan` is ' +
      'the SHA-256 of what is known of the run at its start; `terms` is canonical JSON of the ' +
      'workflow.',
    struct({ semantics: uint, workflow: text, plan: text, symbols: list(text), terms: text }),
  ),
  DecisionMade: event(
    2,
    'An agent answered in time with something valid; knowledge time is that of the last fact ' +
      'it could see.',
    struct({ decision: journaledDecision, rationale: nullable(text) }),
  ),
  DecisionsUnchanged: event(
    19,
    'A stretch of equal decisions that changed nothing: `count` of them, one or more, were due ' +
      'from the as-of `since` to this one. Targets only, of any agent but modules, scripts and ' +
      'external ones. It ends at any other event.',
    struct({ decision: journaledDecision, count: positive, since: uint }),
  ),
  DecisionMissing: event(
    3,
    'A decision was due and the agent gave none. Never counted as HOLD.',
    classed('DecisionMissing', struct({})),
  ),
  DecisionInvalid: event(
    4,
    'The answer broke the decision schema.',
    classed('DecisionInvalid', struct({ reason: text })),
  ),
  DecisionLate: event(
    5,
    'The answer came after its time budget, and is not filled.',
    classed('DecisionLate', struct({ reason: text })),
  ),
  DecisionFailed: event(
    6,
    'The agent threw, or ended.',
    classed('DecisionFailed', struct({ reason: text })),
  ),
  OrderAccepted: event(
    7,
    'An order passed our checks and may fill from the next price on; emitted by the portfolio.',
    withOptional(
      struct({
        order: uint,
        symbol,
        /** Session of the decision that created it. */
        session: int,
        orderType,
        side: oneOf('buy', 'sell', 'target'),
        size: orderSize,
        limit: nullable(double),
        stop: nullable(double),
        timeInForce,
        group: nullable(text),
      }),
      'clientId',
      // The order whose position this one closes.
      { clientId: text, ...trailTerms, entry: uint, ...lastDay },
    ),
  ),
  OrderDenied: event(
    8,
    'An order failed our own checks; nothing changes hands.',
    struct({
      order: nullable(uint),
      symbol,
      reason: oneOf(
        'not enough cash',
        'short not allowed',
        'unknown symbol',
        'no price',
        'size is below one lot',
        'equity is not positive',
        'unknown order',
        'duplicate order id',
        'until is before the session',
        'no close to fill at',
      ),
    }),
  ),
  OrderFilled: event(
    9,
    'Shares changed hands: `shares` signed, fee in currency, price after slippage, weights of ' +
      'equity at that price.',
    fillTerms,
  ),
  OrderCancelled: event(
    10,
    'An order, or what is left of it, ended without a fill. `scaled`: it needed more cash than ' +
      'there was, and the part before this is what the cash paid.',
    struct({
      order: uint,
      reason: oneOf(
        'expired',
        'requested',
        'replaced',
        'group',
        'run closed',
        'no change',
        'scaled',
      ),
    }),
  ),
  DividendBooked: event(
    11,
    'Cash for a held position on the ex date; negative for a short.',
    struct({ symbol, exDate: int, perShare: double, shares: double, cash: double }),
  ),
  SplitApplied: event(
    12,
    'A split changed the number of shares, at the open of its effective date.',
    struct({ symbol, from: double, to: double, shares: double }),
  ),
  BorrowCharged: event(
    13,
    'The day’s cost of borrowed shares, at a session close; `cash` is not positive.',
    struct({ cash: double }),
  ),
  MarkTaken: event(
    14,
    'Equity at a session close of the window, after the fills of that instant. `stale` had no ' +
      'price today.',
    struct({
      session: int,
      equity: double,
      cash: double,
      gross: double,
      net: double,
      stale: list(symbol),
    }),
  ),
  RowDropped: event(
    15,
    'A row of the data set was dropped on request, at the knowledge time it would have had.',
    struct({ file: text, line: uint, reason: text }),
  ),
  LateFact: event(
    16,
    'A feed delivered a fact behind the tape; it is not on it.',
    struct({ source: text, knowledgeTime: int, reason: text }),
  ),
  RunClosed: event(
    20,
    'The last record: the tape that this run read, whole; the last session of its window; and ' +
      'the SHA-256 of the data, null where the tape was live.',
    struct({ tapeHash: text, facts: uint, lastSession: nullable(int), data: nullable(text) }),
  ),
  AnswerGiven: event(
    21,
    'An agent answered a task in time with something valid: `answer` is canonical JSON, as the ' +
      'workflow defines it.',
    struct({ task: text, answer: text, rationale: nullable(text) }),
  ),
  ToolsCalled: event(
    22,
    'Stands right before the event that a due decision ended in: the agent made `calls` tool ' +
      'calls for it. `digest` is the SHA-256 of tool, canonical arguments, digest of the result ' +
      'and error of each, in order.',
    struct({ calls: positive, digest: text }),
  ),
  PriceDisputed: event(
    23,
    'Stands right before a decision with which the agent gave a price that is not the price on ' +
      'the tape at its as-of. Fills are at prices of the tape alone.',
    struct({ symbol, said: double, price: nullable(double) }),
  ),
  OrderPartlyFilled: event(
    24,
    'Part of an order filled, as much as participation allowed; the rest keeps waiting. ' +
      'Members as in OrderFilled, which is what an order ends with once its last part is filled.',
    fillTerms,
  ),
  AnswerTimed: event(
    25,
    'Stands right before the event that a due decision ended in, where the tape went on while ' +
      'the agent was asked: milliseconds from the instant of the decision to the answer. Its ' +
      'orders wait that long for a price.',
    struct({ tookMs: uint }),
  ),
  FeedGap: event(
    26,
    'Something of a feed is lost for good, which the tape says at this place.',
    struct({
      source: text,
      /** Empty if all may be affected. */
      symbols: list(text),
      from: int,
      to: int,
      missing: nullable(uint),
      reason: text,
    }),
  ),
  BarsMarked: event(
    27,
    'Stands before the mark of a session, where a run decides at bars: what MarkTaken would ' +
      'say behind the decision of each bar before the close. An item is `count` bars at which ' +
      'nothing changed, each `step` microseconds after the one before it, the first after 0. ' +
      '`cash` is null where it is that of the item before, `net` where it is `gross`. Equity is ' +
      'cash and net.',
    struct({
      bars: list(
        struct({
          step: uint,
          count: positive,
          cash: nullable(double),
          gross: double,
          net: nullable(double),
        }),
      ),
    }),
  ),
  CancelIgnored: event(
    28,
    'A decision cancels an order that does not wait: it has ended, or there never was one with ' +
      'this `id`. Nothing changes.',
    struct({ id: text }),
  ),
  Measured: event(
    29,
    'What the market said here that the work is scored by: of the task that is asked, or, ' +
      'without one, of the whole run, before its end. `values` is canonical JSON, as the ' +
      'workflow defines it. No agent sees it.',
    struct({ task: nullable(text), values: text }),
  ),
  CancelRequested: event(
    30,
    'An order is to end that a bar under way may have filled, or may fill yet. Once that bar ' +
      'is known, the order has filled, or ends as OrderCancelled for this reason.',
    struct({ order: uint, reason: oneOf('requested', 'replaced', 'group') }),
  ),
  PairDecided: event(
    32,
    'An agent of a hedging run answered in time with something valid: the action of a session ' +
      'on the pair, which its first decision chose. Long `left` and short `right`, or the ' +
      'reverse, in equal parts.',
    struct({
      left: symbol,
      right: symbol,
      action: oneOf('LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE'),
      rationale: nullable(text),
    }),
  ),
} as const;

export type JournalEventType = keyof typeof journalEvents;

/** An event with its position: the as-of on the tape and that fact's knowledge time. */
export type JournalEvent = {
  [K in JournalEventType]: {
    readonly type: K;
    /** Position on the tape, from 1; 0 before the first fact. */
    readonly asOf: number;
    /** Knowledge time of that fact, microseconds; 0 before the first fact. */
    readonly time: number;
  } & LayoutType<(typeof journalEvents)[K]['layout']>;
}[JournalEventType];

export type JournalEventOf<K extends JournalEventType> = Extract<JournalEvent, { type: K }>;

/**
 * Events in which shares change hands: the last fill of an order, and the partial fills before it.
 */
export type FillEvent = JournalEventOf<'OrderFilled' | 'OrderPartlyFilled'>;

export const isFill = (event: JournalEvent): event is FillEvent =>
  event.type === 'OrderFilled' || event.type === 'OrderPartlyFilled';
