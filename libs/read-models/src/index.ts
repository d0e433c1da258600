export { cursorPatterns, type ListName } from './sql/cursor-patterns.js';
export { projectedTopics } from './projections/project-message.js';
export { runStatuses } from './tables/read-models.js';
export { pageLimitMax, type Page, type PageOf } from './tables/page.js';
export type {
  Control,
  ProjectedTables,
  ReadModels,
  RunReading,
  RunState,
  TableComparison,
  TapeReading,
  TapeState,
} from './tables/read-models.js';
export type { SubmissionRow } from './entities/run-rows.js';
