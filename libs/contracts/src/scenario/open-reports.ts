/** Weekly reports without an end. By hand and not by their schema: every process that folds a journal loads this. */

import { valueAt } from '../parsing/value-at.js';

/** Whether the terms of work on tasks ask for reports in a window that has no end. */
export function areOpenReports(terms: unknown): boolean {
  return valueAt(terms, ['reports', 'window', 'to']) === 'open';
}
