/** `report.html`: one file that opens offline, reads without a script, and is a function of its input. */

import type { ReportInput } from './report-input.js';
import { escapeHtml } from './html.js';
import { taskPage } from './task-page.js';
import { tradingPage } from './trading-page.js';

/**
 * The whole page as text. Pure: the same input gives the same bytes. Curves are thinned by
 * `detailBudget`; everything from outside is escaped. Throws `Invariant` when curves and results, or
 * columns and rows of a section, do not belong together.
 */
export function renderReport(input: ReportInput): string {
  return 'runs' in input ? tradingPage(input) : taskPage(input.result);
}

/** The page that stands in for a report that could not be drawn, with the reason. */
export function renderUndrawn(reason: string): string {
  const text = `This report could not be drawn: ${escapeHtml(reason)}. The figures are in result.json.`;
  return `<!doctype html>\n<meta charset="utf-8">\n<title>No report</title>\n<p>${text}</p>\n`;
}
