/** The schema of `faults.yaml`: what a served feed gets wrong, and how often. The seed says which messages it meets. */

import { z } from 'zod';
import { parseInstant } from '#values';

const share = z.number().min(0).max(1);
const every = z.int().min(1);
const seconds = z.number().min(0).max(86_400);
const instant = z
  .string()
  .refine((text) => parseInstant(text, null) !== undefined, 'expected an instant with offset')
  .transform((text) => parseInstant(text, null) ?? 0);

export const faultPlanSchema = z.strictObject({
  seed: z.int().min(0).default(0),
  /** Messages that are never sent, as a share; REST has them. */
  drop: share.default(0),
  /** Messages that are sent twice. */
  double: share.default(0),
  /** Messages that come behind up to `window` messages that followed them. */
  reorder: z.strictObject({ share, window: z.int().min(1).max(10_000).default(10) }).optional(),
  /**
   * Bars and trades that are wrong at first. `u` gives the bar, `c` the trade as the data has it, and `x` cancels a
   * trade that the data does not have: up to `window` messages later.
   */
  corrections: z.strictObject({ share, window: z.int().min(1).max(10_000).default(20) }).optional(),
  /** Connections break after so many messages, and for `refuseSeconds` none comes in. */
  disconnect: z
    .strictObject({ everyMessages: every, refuseSeconds: seconds.default(0) })
    .optional(),
  /** Connections stay, and nothing is sent for a while. */
  silence: z.strictObject({ everyMessages: every, seconds }).optional(),
  /** Every frame comes so much later. */
  slowMs: z.int().min(0).max(60_000).default(0),
  /** When the data has come there, the server is gone, REST too, for `downSeconds`. */
  restarts: z
    .array(z.strictObject({ at: instant, downSeconds: seconds.default(1) }))
    .max(1000)
    .default([]),
  /** A symbol is halted: it has neither trades nor bars until it resumes. */
  halts: z
    .array(
      z.strictObject({
        symbol: z.string().min(1).max(32),
        at: instant,
        minutes: z.number().positive().max(100_000),
        code: z.string().max(32).default('T1'),
        reason: z.string().max(500).default('News Pending'),
      }),
    )
    .max(1000)
    .default([]),
  /** Rows that REST does not have either, as a share of those that are dropped: nobody can repair them. */
  historyHoles: share.default(0),
});

export type FaultPlan = z.infer<typeof faultPlanSchema>;
