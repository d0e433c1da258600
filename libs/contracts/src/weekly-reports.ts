/** Which weekly reports are asked for: of these symbols, in the weeks whose last session lies in the window. */

import { z } from 'zod';

const date = z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'expected YYYY-MM-DD');

export const weeklyReportsSchema = z.strictObject({
  window: z.strictObject({ from: date, to: date }),
  symbols: z.array(z.string().min(1).max(32)).min(1).max(10_000),
});

export type WeeklyReports = Readonly<z.infer<typeof weeklyReportsSchema>>;

/** The reports that terms of a workflow ask for, as their member `reports`; undefined where there are none. */
export function reportsOf(terms: Readonly<Record<string, unknown>>): WeeklyReports | undefined {
  return weeklyReportsSchema.safeParse(terms['reports']).data;
}
