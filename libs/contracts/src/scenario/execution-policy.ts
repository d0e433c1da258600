/** The declared, versioned object that turns decisions into fills. Shown to the agent, used by the portfolio. */

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
   * At which price a market order fills: of the bar it was decided on, of the next one, of the next trade, or of the
   * best offer of the other side in the next quote.
   */
  fill: z.enum(['decision-close', 'next-open', 'next-close', 'next-trade', 'next-quote']),
  /** What HOLD means: keep the position, or close it. */
  hold: z.enum(['keep', 'flat']),
  short: z.boolean(),
  /** What a wanted long or short amounts to: all equity, a fraction of it, or a number of shares. */
  size: sizeSchema,
  /** Shares come in multiples of this; 0 for any fraction. */
  lotSize: z.number().min(0),
  feeBps: bps,
  slippageBps: bps,
  borrowBpsPerYear: bps,
  dividends: z.enum(['ignore', 'cash', 'reinvest']),
  /** Close what is open at the last session's close, with the fee. */
  liquidate: z.boolean(),
  /** What cumulative return divides by: the starting capital, or the first mark. */
  basis: z.enum(['capital', 'first-mark']),
  /** Milliseconds from the decision until an order may meet a price; none where it is left out. */
  latencyMs: z.int().min(0).max(3_600_000).optional(),
  /** The most that orders of a run take of a trade, a side of a quote, or a bar's volume; no bound if left out. */
  participation: z.number().positive().max(1).optional(),
});

/** As written in a scenario: what is left out takes the values of `close`, costs of 0 included. */
export const executionPolicyInputSchema = executionPolicySchema
  .partial()
  .extend({ size: sizeSchema.optional() });

export type ExecutionPolicy = z.infer<typeof executionPolicySchema>;
export type ExecutionPolicyInput = z.infer<typeof executionPolicyInputSchema>;
export type Size = z.infer<typeof sizeSchema>;
