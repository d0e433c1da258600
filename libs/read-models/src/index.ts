export { cursorPatterns, type ListName } from './sql/cursor-patterns.js';
export { projectedTopics } from './projections/project-message.js';
export { runStatuses, type RunState, type TapeState } from './tables/shown.js';
export { pageLimitMax, pagesOf, type Page, type PageOf } from './tables/page.js';
export type {
  Control,
  ProjectedTables,
  ReadModels,
  RunReading,
  TableComparison,
  TapeReading,
} from './tables/read-models.js';
export type { SubmissionRow } from './entities/run-rows.js';
