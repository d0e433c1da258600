/**
 * The requested weekly reports: for these symbols, in the weeks whose last session is
 * in the window.
 */

import { z } from 'zod';

export const windowSchema = z.strictObject({
  from: z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'expected YYYY-MM-DD'),
  /**
   * `open` has no end: the runs continue with each new session of the data, until they are ended.
   */
  to: z.string().regex(/^([0-9]{4}-[0-9]{2}-[0-9]{2}|open)$/, 'expected YYYY-MM-DD or open'),
});

export const weeklyReportsSchema = z.strictObject({
  window: windowSchema,
  symbols: z.array(z.string().min(1).max(32)).min(1).max(10_000),
});

export type WeeklyReports = Readonly<z.infer<typeof weeklyReportsSchema>>;

/** The reports that a workflow's terms request in `reports`; undefined if there are none. */
export function reportsOf(terms: Readonly<Record<string, unknown>>): WeeklyReports | undefined {
  return weeklyReportsSchema.safeParse(terms['reports']).data;
}
