/** What an agent submits. An external decision is untrusted until this schema has parsed it. */

import { z } from 'zod';
import { parseCivilDate } from '#values';
import { orderTypeNames, timesInForce } from '../journal/journal-events.js';
import { hasPlainKeys, isNestedWithin } from './nesting.js';

/** A lone surrogate has no UTF-8: two such names would be one in the journal. */
const wellFormed = (text: string): boolean => text.isWellFormed();
const symbol = z.string().min(1).max(32).refine(wellFormed, 'not well-formed Unicode');
const name = z.string().min(1).max(64).refine(wellFormed, 'not well-formed Unicode');
const date = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'expected YYYY-MM-DD')
  .refine((text) => parseCivilDate(text) !== undefined, 'no day of the calendar');
const positive = z.number().positive().finite();

/** How many of some members are given. */
const countGiven = (...members: readonly unknown[]): number =>
  members.filter((member) => member !== undefined).length;

/**
 * An order in shares or notional. Day orders end with the next session close at which they
 * can have filled.
 */
const orderRequestSchema = z
  .strictObject({
    /** The agent's own name for the order, unique among waiting orders; needed to cancel it. */
    id: name.optional(),
    symbol,
    side: z.enum(['buy', 'sell']),
    type: z.enum(orderTypeNames),
    shares: positive.optional(),
    notional: positive.optional(),
    limit: positive.optional(),
    stop: positive.optional(),
    /** How far the stop stays behind the best price: in percent of it, or in currency per share. */
    trailPercent: positive.lt(100).optional(),
    trailAmount: positive.optional(),
    /**
     * A bracket: exits for what this order fills. A trail on any type but trailing-stop
     * is one as well.
     */
    stopLoss: positive.optional(),
    takeProfit: positive.optional(),
    timeInForce: z.enum(timesInForce).default('day'),
    /** With gtd: the order ends at the close of the last session on or before this date. */
    until: date.optional(),
    /** Orders of one group: the first fill cancels the others (a stop and a target). */
    group: name.optional(),
  })
  .refine((order) => countGiven(order.shares, order.notional) === 1, {
    message: 'exactly one of shares and notional',
  })
  .refine(
    ({ type, trailPercent: percent, trailAmount: amount, stopLoss, takeProfit }) =>
      type === 'trailing-stop'
        ? countGiven(percent, amount) === 1 && countGiven(stopLoss, takeProfit) === 0
        : countGiven(percent, amount, stopLoss) <= 1,
    {
      message:
        'one of trailPercent and trailAmount for trailing-stop orders; at most one of these and ' +
        'stopLoss for others',
    },
  )
  .refine(
    ({ side, stopLoss = NaN, takeProfit = NaN }) =>
      !(side === 'buy' ? stopLoss >= takeProfit : stopLoss <= takeProfit),
    { message: 'a stopLoss below the takeProfit of a purchase, above that of a sale' },
  )
  .refine((order) => order.type.includes('limit') === (order.limit !== undefined), {
    message: 'a limit for limit, stop-limit and limit-on-close orders, and for no others',
  })
  .refine((order) => order.type.startsWith('stop') === (order.stop !== undefined), {
    message: 'a stop for stop and stop-limit orders, and for no others',
  })
  .refine((order) => (order.timeInForce === 'gtd') === (order.until !== undefined), {
    message: 'a date until for the time in force gtd, and for no others',
    path: ['until'],
  })
  .refine(({ type, timeInForce }) => !type.endsWith('-on-close') || timeInForce === 'day', {
    message: 'day for market-on-close and limit-on-close orders, which end with their close',
    path: ['timeInForce'],
  });

const rationale = z.string().max(20_000).optional();

/** What a trading agent submits. */
const tradingDecisions = [
  /** Read by the policy's table of BUY, SELL and HOLD. `symbol` may be left out in a run of one. */
  z.strictObject({
    kind: z.literal('action'),
    symbol: symbol.optional(),
    action: z.enum(['BUY', 'SELL', 'HOLD']),
    /**
     * The agent's idea of the price: never used for fills; the journal notes a difference
     * from the tape.
     */
    price: positive.optional(),
    rationale,
  }),
  /** Target positions: 1 long, 0 flat, -1 short. An unnamed symbol keeps its position. */
  z.strictObject({
    kind: z.literal('target'),
    positions: z.record(symbol, z.union([z.literal(1), z.literal(0), z.literal(-1)])),
    rationale,
  }),
  /**
   * Target shares of equity, negative for short. An unnamed symbol keeps its position. If `rest` is
   * `flat`, every unnamed position is closed.
   */
  z.strictObject({
    kind: z.literal('weights'),
    weights: z.record(symbol, z.number().min(-1).max(1)),
    rest: z
      .enum(['keep', 'flat'])
      .optional()
      .describe(
        'What becomes of the symbols that are not named: keep, the default, leaves their ' +
          'positions as they are; flat closes them.',
      ),
    rationale,
  }),
  z.strictObject({
    kind: z.literal('orders'),
    orders: z.array(orderRequestSchema).max(1000),
    cancel: z.array(name).max(1000).default([]),
    rationale,
  }),
] as const;

/**
 * What an agent of a hedging run submits: the action of a session, and with the first one the
 * permanent pair.
 */
export const pairDecisionSchema = z
  .strictObject({
    kind: z.literal('pair'),
    left: symbol.optional(),
    right: symbol.optional(),
    action: z.enum(['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE']),
    /** The agent's idea of the prices, by symbol; a difference from the tape is noted. */
    prices: z.record(symbol, positive).optional(),
    rationale,
  })
  .describe(
    'The first decision of a hedging run names `left` and `right`; later ones may repeat them, ' +
      'and nothing else.',
  );

/** Far deeper than real answers, and cheap to traverse. */
const answerDepthMax = 64;

/** Any JSON, spelled out because the published schema has no untyped places. */
const anyJson = ['null', 'boolean', 'number', 'string', 'array', 'object'].map((type) => ({
  type,
}));

/** What an agent submits for a task: JSON, validated by the workflow. */
export const taskAnswerSchema = z.strictObject({
  kind: z.literal('answer'),
  // Depth is checked first: a JSON schema walks the whole value, however deep.
  answer: z
    .unknown()
    .refine(
      (value) => isNestedWithin(value, answerDepthMax),
      `nested more than ${answerDepthMax} deep`,
    )
    .refine(hasPlainKeys, 'a member called __proto__')
    .pipe(z.json())
    .meta({ description: 'JSON, of which the workflow says what is valid.', anyOf: anyJson }),
  rationale,
});

export const tradingDecisionSchema = z.discriminatedUnion('kind', tradingDecisions);

/** A decision, a union by workflow: those of trading, that of hedging, and the answer to a task. */
export const decisionSchema = z.discriminatedUnion('kind', [
  ...tradingDecisions,
  pairDecisionSchema,
  taskAnswerSchema,
]);

export type OrderRequest = z.infer<typeof orderRequestSchema>;
/** What an external agent may submit, whatever its work. */
export type SubmittedDecision = z.infer<typeof decisionSchema>;
/** A decision of trading. */
export type Decision = z.infer<typeof tradingDecisionSchema>;
/** A decision as written: members with defaults are optional. */
export type DecisionInput = z.input<typeof tradingDecisionSchema>;
export type PairDecision = z.infer<typeof pairDecisionSchema>;
export type PairAction = PairDecision['action'];
export type TaskAnswer = z.infer<typeof taskAnswerSchema>;
export type Action = 'BUY' | 'SELL' | 'HOLD';
