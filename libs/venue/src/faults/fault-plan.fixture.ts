/** The faults that a proxy injects, and how often they occur. The seed selects messages. */

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
  /** Messages that are never sent, as a share; REST still has them. */
  drop: share.default(0),
  /** Messages that are sent twice. */
  double: share.default(0),
  /** Messages that are sent after up to `window` later messages. */
  reorder: z.strictObject({ share, window: z.int().min(1).max(10_000).default(10) }).optional(),
  /**
   * Bars and trades that are wrong at first. `u` sends the bar and `c` the trade as in the data,
   * and `x` cancels a trade that is not in the data: up to `window` messages later.
   */
  corrections: z.strictObject({ share, window: z.int().min(1).max(10_000).default(20) }).optional(),
  /** Connections drop after this many messages, and new ones are refused for `refuseSeconds`. */
  disconnect: z
    .strictObject({ everyMessages: every, refuseSeconds: seconds.default(0) })
    .optional(),
  /** Connections stay open, but nothing is sent for a while. */
  silence: z.strictObject({ everyMessages: every, seconds }).optional(),
  /** When the data reaches this time, the server is down, including REST, for `downSeconds`. */
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
  /** Rows that REST lacks as well, as a share of the dropped ones: they cannot be repaired. */
  historyHoles: share.default(0),
});

export type FaultPlan = z.infer<typeof faultPlanSchema>;
