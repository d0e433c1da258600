/** Reports: one page for a browser, one table for a terminal. */

export { renderEquitySketch } from './equity-sketch.js';
export type {
  ReportFill,
  ReportFills,
  ReportInput,
  ReportLegs,
  ReportRun,
  TradingReportInput,
} from './report-input.js';
export { renderPaperTable } from './paper-table.js';
export { renderReport } from './render-report.js';
export { renderTerminalTable } from './terminal-table.js';
export { fillRowsMax } from './detail-budget.js';
