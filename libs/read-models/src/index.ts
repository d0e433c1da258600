export { cursorPatterns, type ListName } from './cursor-patterns.js';
export { projectedTopics } from './projections/project-message.js';
export { runStatuses } from './read-models.js';
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
