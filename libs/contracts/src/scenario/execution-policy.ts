/**
 * The declared, versioned object that turns decisions into fills. Shown to the agent, used by
 * the portfolio.
 */

import { z } from 'zod';

const bps = z.number().min(0).max(10_000);

const sizeSchema = z.union([
  z.literal('all-in'),
  z.literal('weights'),
  z.strictObject({ fraction: z.number().positive().max(1) }),
  z.strictObject({ shares: z.number().positive() }),
]);

/** A policy in full. All rates in basis points. */
export const executionPolicySchema = z.strictObject({
  name: z.string().min(1).max(64),
  version: z.int().positive(),
  /**
   * Price at which a market order fills: of the bar it was decided on, of the next one, of the next
   * trade, or of the best price on the opposite side in the next quote.
   */
  fill: z.enum(['decision-close', 'next-open', 'next-close', 'next-trade', 'next-quote']),
  /** What HOLD means: keep the position, or close it. */
  hold: z.enum(['keep', 'flat']),
  short: z.boolean(),
  /** The size of a long or short target: all equity, a fraction of it, or a number of shares. */
  size: sizeSchema,
  /** Shares come in multiples of this; 0 allows any fraction. */
  lotSize: z.number().min(0),
  feeBps: bps,
  slippageBps: bps,
  borrowBpsPerYear: bps,
  dividends: z.enum(['ignore', 'cash', 'reinvest']),
  /** Close open positions at the last session's close, with the fee. */
  liquidate: z.boolean(),
  /** The denominator of cumulative return: the starting capital, or the first mark. */
  basis: z.enum(['capital', 'first-mark']),
  /** Milliseconds from the decision until an order may fill; no delay if omitted. */
  latencyMs: z.int().min(0).max(3_600_000).optional(),
  /**
   * Largest share of a trade, a side of a quote, or a bar's volume that a run's orders take; no
   * limit if omitted.
   */
  participation: z.number().positive().max(1).optional(),
});

/** As written in a scenario: omitted members take the values of `close`, including costs of 0. */
export const executionPolicyInputSchema = executionPolicySchema
  .partial()
  .extend({ size: sizeSchema.optional() });

export type ExecutionPolicy = z.infer<typeof executionPolicySchema>;
export type ExecutionPolicyInput = z.infer<typeof executionPolicyInputSchema>;
export type Size = z.infer<typeof sizeSchema>;
