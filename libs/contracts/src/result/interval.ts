/** An interval of a figure, at its level. */

import { z } from 'zod';

export const intervalSchema = z.strictObject({
  low: z.number(),
  high: z.number(),
  level: z.number(),
});

export type Interval = z.infer<typeof intervalSchema>;
