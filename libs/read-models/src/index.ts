export { cursorPatterns, type ListName } from './cursor-patterns.js';
export { projectedTopics } from './projected-topics.js';
export { runStatuses } from './run-statuses.js';
export { pageLimitMax, type Page, type PageOf } from './page.js';
export type {
  Control,
  ProjectedTables,
  ReadModels,
  RunReading,
  RunState,
  TableComparison,
  TapeReading,
  TapeState,
} from './read-models.js';
export type { SubmissionRow } from './entities/run-rows.js';
