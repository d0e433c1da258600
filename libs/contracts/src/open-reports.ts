/** Weekly reports without an end. By hand and not by their schema: every process that folds a journal loads this. */

import { valueAt } from './value-at.js';

/** Whether the terms of work on tasks ask for reports in a window that has no end. */
export const areOpenReports = (terms: unknown): boolean =>
  valueAt(terms, ['reports', 'window', 'to']) === 'open';
