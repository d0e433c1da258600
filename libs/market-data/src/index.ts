export { listBundledDatasets } from './bundled/bundled-datasets.js';
export { calendarOf } from './calendar/calendar-of.js';
export type { SessionCalendar } from './calendar/session-calendar.js';
export { barWarnings } from './findings/check-report.js';
export { firstError } from './findings/first-error.js';
export type {
  BarFindings,
  FeedFindings,
  CheckReport,
  Finding,
  SymbolCoverage,
} from './findings/check-report.js';
export type { ParsedBars } from './check/bar-scan.js';
export type { Dataset, DocumentStore, OpenSourcesOptions } from './dataset/dataset.js';
export { priceFilesOf } from './delivered/price-files.js';
export { importDataset } from './import/import-dataset.js';
export { symbolOfName } from './init/guess/symbol-of-name.js';
export type { DeclaredTexts } from './init/declared.js';
export { initDataset, type InitOptions } from './init/init-dataset.js';
export { knowledgeTimes } from './calendar/knowledge-time.js';
export { ColumnStore } from './bars/column-store.js';
export type { TimedTask } from './tasks/task-file.js';
export { taskSource } from './tasks/list-source.js';
export { openDataset, type OpenDatasetOptions } from './open/open-dataset.js';
export type {
  CalendarTimesReport,
  FeedSession,
  RecordingReport,
  RecordingTotals,
  SymbolGaps,
  ValuesReport,
  XbrlReport,
} from './findings/check-report.js';
export type { DataOrigin, DataPlaces } from './manifest/dataset-origin.js';
