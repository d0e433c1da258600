export { csvBarSource, type CsvBarSourceOptions } from './bars/csv-bar-source.js';
export { listBundledDatasets, type BundledDataset } from './bundled/bundled-datasets.js';
export { syntheticMarket, type SyntheticMarket } from './bundled/synthetic-market.js';
export { calendarOf } from './calendar/calendar-of.js';
export type { SessionCalendar } from './calendar/session-calendar.js';
export { barWarnings } from './check/check-report.js';
export type {
  BarFindings,
  FeedFindings,
  CheckReport,
  FileReport,
  Finding,
  FindingCount,
  SymbolCoverage,
  SymbolGaps,
} from './check/check-report.js';
export type { ParsedBars } from './check/bar-scan.js';
export type { Dataset, DocumentStore, OpenSourcesOptions } from './dataset.js';
export {
  exportEnvironment,
  type ExportOptions,
  type ExportReport,
} from './export/export-environment.js';
export { importDataset, type ImportDatasetOptions } from './import/import-dataset.js';
export { symbolOfName } from './init/guess-table.js';
export { initDataset, type InitOptions } from './init/init-dataset.js';
export { knowledgeTimes, type KnowledgeTimes } from './knowledge-time.js';
export type { DatasetManifest, DatasetManifestInput } from './manifest/dataset-manifest.js';
export { ColumnStore, type ColumnStoreOptions } from './parsed/column-store.js';
export { readTasks, type TimedTask } from './tasks/task-file.js';
export { taskSource } from './tasks/task-source.js';
export { openDataset, type OpenDatasetOptions } from './open-dataset.js';
