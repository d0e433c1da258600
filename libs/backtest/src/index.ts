export { recordedAnswers } from './loop/agent-answers.js';
export { symbolDataOf } from './tape/data-findings.js';
export { writtenFile, type TableState } from './run-folder/derived-file.js';
export { equityOfRun } from './again/equity-of-run.js';
export { expandJournal, type ExpandedRecord } from './again/expand-journal.js';
export {
  inspectRun,
  type InspectedCall,
  type Inspection,
  type TaskInspection,
  type TradingInspection,
} from './again/inspect-run.js';
export { checkScenario, loadScenario, type ScenarioFile } from './tape/load-scenario.js';
export { checkPublished, type CheckedCell } from './tape/check-published.js';
export { cellName, parsePublishedTable, type PublishedCell } from './tape/published-table.js';
export {
  Market,
  openMarket,
  parseAsOf,
  type MarketAt,
  type OpenMarketOptions,
  type When,
} from './tape/open-market.js';
export { isInResult, type OnTrustedCode, requireTrust, wordsOfCode } from './run/trusted-code.js';
export { planRuns } from './run/plan-runs.js';
export type { OnDecisionDue } from './shard/tool-service.js';
export { toolCallsOf, type LoggedCall } from './run-folder/call-log.js';
export { bodiesIn, hasRecords, type StreamName } from './run-folder/run-records.js';
export { runResult, type MeasuredRun } from './result/measured-run.js';
export { AskLimit } from './loop/ask-limit.js';
export { TapeWindow } from './loop/tape-window.js';
export { TapeWalk, type TapePiece, type TapePieces } from './loop/tape-walk.js';
export { runBacktest } from './loop/run-backtest.js';
export {
  historyOf,
  openRun,
  type OpenAgent,
  type OpenedRun,
  type PlannedRun,
} from './loop/open-run.js';
export type { AnswerSource } from './loop/run-loop.js';
export { lockOut, prepareOut, resultFolder } from './result/result-folder.js';
export { openOwnData } from './tape/recorded-dataset.js';
export { withTradeRows } from './result/trade-rows.js';
export { recordingFor } from './result/result-recording.js';
export { replayResult, type ReplayOutcome } from './again/replay-result.js';
export { awayDecisions, retriedCalls } from './run/retry-failed.js';
export { type OpenModels } from './result/run-models.js';
export { readManifest, runFolder, writeWhole, type RunFolder } from './run-folder/run-folder.js';
export {
  foldJournal,
  identityOf,
  planOf,
  requireOwn,
  type RunIdentity,
} from './run-folder/own-journal.js';
export { RecordedDecisions } from './loop/recorded-decisions.js';
export type { TradingPlan } from '#workflows';
export { liveRunStates, type LiveRunState } from './live/live-run-states.js';
export { runLive, type LiveOutcome } from './live/run-live.js';
export { requireOpen } from './run-folder/open-ended.js';
export {
  isOpenResult,
  replayAgain,
  resultsIn,
  type NightlyReplay,
} from './again/nightly-replay.js';
export { manifestOf, type ManifestSurroundings } from './tape/written-manifest.js';
export {
  runScenario,
  type ScenarioOptions,
  type ScenarioOutcome,
  type ScenarioProgress,
} from './run/run-scenario.js';
export {
  decisionNamed,
  readTranscripts,
  type RecordedTranscripts,
  type WantedDecision,
} from './transcripts/read-transcripts.js';
export { closeRecordings } from './run-folder/closing-record.js';
export { resolveReference } from './tape/scenario-tape.js';
export { verifyResult } from './again/verify-result.js';
export { endsOf, questionRecords } from './result/run-traces.js';
export { verifyRun } from './again/verify-run.js';
export type { Verdict } from './again/verdicts.js';
export { sizeYoungGeneration } from './shard/young-generation.js';
export {
  estimateScenario,
  type AgentEstimate,
  type ScenarioEstimate,
} from './estimate/estimate-scenario.js';
export { assumptions } from './estimate/expected-use.js';
export { timedAnswers, type AskNotes, type LiveAsking } from './loop/timed-answers.js';
export type { DecisionStream, StreamTerms } from './rescore/stream.js';
export type { Published } from './run/publish-result.js';
export {
  derivedFiles,
  derivedTables,
  deriveSubmitted,
  missingRuns,
  type SubmittedResult,
  type SubmittedRuns,
} from './again/submitted-result.js';
