/** Reports: one page for a browser, one table for a terminal. */

export type { Candle } from './charts/candles.js';
export { rankings, type Ranking, type Rescore, type RescoredRun } from './input/rescore-input.js';
export type {
  ReportFill,
  ReportFills,
  ReportLegs,
  ReportPrices,
  ReportRun,
  ReportTrade,
} from './input/report-input.js';
export { tradeColumns } from './input/report-input.js';
export { isInPaper, paperTasks } from './table/paper-blocks.js';
export { renderPaperTable } from './table/paper-table.js';
export { renderReport, renderUndrawn } from './pages/render-report.js';
export { renderRescorePage } from './pages/rescore-page.js';
export { renderRescoreTable } from './terminal/terminal-rescore.js';
export { renderTerminalTable } from './terminal/terminal-table.js';
export { detailBudget, fillRowsMax } from './input/detail-budget.js';
export { TranscriptPages } from './pages/transcript-pages.js';
export { documentIndex, documentPage } from './pages/document-pages.js';
