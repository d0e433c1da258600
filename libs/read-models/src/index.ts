export { cursorPatterns, type ListName } from './cursor-patterns.js';
export { projectedTopics, type ProjectedTopic } from './projected-topics.js';
export { runStatuses, type RunStatus } from './run-statuses.js';
export { pageLimitMax, type Page, type PageOf } from './page.js';
export type {
  ComparableTables,
  Control,
  JournalPage,
  LogSource,
  ProjectedTables,
  ReadModels,
  RebuildReport,
  RunFilter,
  RunReading,
  RunState,
  Score,
  TaskScore,
  StatusCounts,
  TableComparison,
  TapeReading,
  TapeState,
} from './read-models.js';
export type { ToolCallRow } from './entities/call-rows.js';
export type { AuditRow, TokenRow } from './entities/control-rows.js';
export type { DeadLetterRow } from './entities/dead-letter-row.js';
export type { DecisionRow, RefusalRow } from './entities/decision-rows.js';
export type {
  DenialRow,
  EquityRow,
  FillRow,
  OrderRow,
  OrderStatus,
  PositionRow,
} from './entities/journal-rows.js';
export type { SubmissionRow } from './entities/run-rows.js';
export type { MetricRow, ScoreRow, TaskScoreRow } from './entities/score-rows.js';
export type { DocumentRow } from './entities/tape-rows.js';
