/** What an agent submits. A decision from outside is hostile until this schema has parsed it. */

import { z } from 'zod';
import { hasPlainKeys, isNestedWithin } from './nesting.js';

/** Half a surrogate pair has no UTF-8: two such names would be one in the journal. */
const wellFormed = (text: string): boolean => text.isWellFormed();
const symbol = z.string().min(1).max(32).refine(wellFormed, 'not well-formed Unicode');
const name = z.string().min(1).max(64).refine(wellFormed, 'not well-formed Unicode');
const positive = z.number().positive().finite();

/** How many of some members are given. */
const given = (...members: readonly unknown[]): number =>
  members.filter((member) => member !== undefined).length;

/** An order in shares or notional. Day orders end with the next session close at which they can have filled. */
const orderRequestSchema = z
  .strictObject({
    /** The agent's own name for the order, unique among those that wait; needed to cancel it. */
    id: name.optional(),
    symbol,
    side: z.enum(['buy', 'sell']),
    type: z.enum(['market', 'limit', 'stop', 'stop-limit', 'trailing-stop']),
    shares: positive.optional(),
    notional: positive.optional(),
    limit: positive.optional(),
    stop: positive.optional(),
    /** How far the stop stays behind the best price: in percent of it, or in currency a share. */
    trailPercent: positive.lt(100).optional(),
    trailAmount: positive.optional(),
    /** A bracket: exits for what this order fills. A trail of another type than trailing-stop is one as well. */
    stopLoss: positive.optional(),
    takeProfit: positive.optional(),
    timeInForce: z.enum(['day', 'gtc']).default('day'),
    /** Orders of one group: the first fill cancels the others (a stop and a target). */
    group: name.optional(),
  })
  .refine((order) => given(order.shares, order.notional) === 1, {
    message: 'exactly one of shares and notional',
  })
  .refine(
    ({ type, trailPercent: percent, trailAmount: amount, stopLoss, takeProfit }) =>
      type === 'trailing-stop'
        ? given(percent, amount) === 1 && given(stopLoss, takeProfit) === 0
        : given(percent, amount, stopLoss) <= 1,
    {
      message:
        'one of trailPercent and trailAmount for trailing-stop orders; at most one of these and stopLoss for others',
    },
  )
  .refine(
    ({ side, stopLoss = NaN, takeProfit = NaN }) =>
      !(side === 'buy' ? stopLoss >= takeProfit : stopLoss <= takeProfit),
    { message: 'a stopLoss below the takeProfit of a purchase, above that of a sale' },
  )
  .refine((order) => order.type.includes('limit') === (order.limit !== undefined), {
    message: 'a limit for limit and stop-limit orders, and for no others',
  })
  .refine((order) => order.type.startsWith('stop') === (order.stop !== undefined), {
    message: 'a stop for stop and stop-limit orders, and for no others',
  });

const rationale = z.string().max(20_000).optional();

/** What a trading agent submits. */
const tradingDecisions = [
  /** Read by the policy's table of BUY, SELL and HOLD. `symbol` may be left out in a run of one. */
  z.strictObject({
    kind: z.literal('action'),
    symbol: symbol.optional(),
    action: z.enum(['BUY', 'SELL', 'HOLD']),
    /** What the agent takes the price to be: nothing fills at it, and the journal notes where the tape differs. */
    price: positive.optional(),
    rationale,
  }),
  /** Wanted positions: 1 long, 0 flat, -1 short. A symbol that is not named keeps its position. */
  z.strictObject({
    kind: z.literal('target'),
    positions: z.record(symbol, z.union([z.literal(1), z.literal(0), z.literal(-1)])),
    rationale,
  }),
  /**
   * Wanted shares of equity, negative for short. A symbol that is not named keeps its position. Where `rest` is `flat`,
   * every position that is not named is closed.
   */
  z.strictObject({
    kind: z.literal('weights'),
    weights: z.record(symbol, z.number().min(-1).max(1)),
    rest: z
      .enum(['keep', 'flat'])
      .optional()
      .describe(
        'What becomes of the symbols that are not named: keep, the default, leaves their positions as they are; flat ' +
          'closes them.',
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

/** What an agent of a hedging run submits: the action of a session, and with the first one the pair, for good. */
export const pairDecisionSchema = z
  .strictObject({
    kind: z.literal('pair'),
    left: symbol.optional(),
    right: symbol.optional(),
    action: z.enum(['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE']),
    /** What the agent takes the prices to be, by symbol; noted where the tape says otherwise. */
    prices: z.record(symbol, positive).optional(),
    rationale,
  })
  .describe(
    'The first decision of a hedging run names `left` and `right`; later ones may repeat them, and nothing else.',
  );

/** Far deeper than answers are, and little to walk through. */
const answerDepthMax = 64;

/** Any JSON, spelled out because the published schema has no untyped places. */
const anyJson = ['null', 'boolean', 'number', 'string', 'array', 'object'].map((type) => ({
  type,
}));

/** What an agent submits for a task: JSON, of which the workflow says what is valid. */
export const taskAnswerSchema = z.strictObject({
  kind: z.literal('answer'),
  // Depth comes first: a schema of JSON walks through all of it, as deep as it goes.
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
/** What an agent outside of the system may submit, whatever its work is. */
export type SubmittedDecision = z.infer<typeof decisionSchema>;
/** A decision of trading. */
export type Decision = z.infer<typeof tradingDecisionSchema>;
/** A decision as it is written: what has a default may be left out. */
export type DecisionInput = z.input<typeof tradingDecisionSchema>;
export type PairDecision = z.infer<typeof pairDecisionSchema>;
export type PairAction = PairDecision['action'];
export type TaskAnswer = z.infer<typeof taskAnswerSchema>;
export type Action = 'BUY' | 'SELL' | 'HOLD';
