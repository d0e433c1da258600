/**
 * Open-ended weekly reports. Checked by hand instead of by schema: every process that folds a
 * journal loads this.
 */

import { valueAt } from '../parsing/value-at.js';

/** Whether the terms of work on tasks request reports in an open-ended window. */
export function areOpenReports(terms: unknown): boolean {
  return valueAt(terms, ['reports', 'window', 'to']) === 'open';
}
