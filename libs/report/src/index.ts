/** Reports: one page for a browser, one table for a terminal. */

export type { Candle } from './candles.js';
export { rankings, type Ranking, type Rescore, type RescoredRun } from './rescore-input.js';
export type {
  ReportFill,
  ReportFills,
  ReportLegs,
  ReportRun,
  ReportTrade,
} from './report-input.js';
export { tradeColumns } from './report-input.js';
export { renderPaperTable } from './paper-table.js';
export { renderReport, renderUndrawn } from './render-report.js';
export { renderRescorePage } from './rescore-page.js';
export { renderRescoreTable } from './terminal-rescore.js';
export { renderTerminalTable } from './terminal-table.js';
export { fillRowsMax } from './detail-budget.js';
export { TranscriptPages } from './transcript-pages.js';
export { documentIndex, documentPage } from './document-pages.js';
