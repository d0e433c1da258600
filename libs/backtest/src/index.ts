export { recordedAnswers } from './agent-answers.js';
export { symbolDataOf, withSymbolData } from './data-findings.js';
export { deriveResult, keptRun, type DerivedResult } from './derive-result.js';
export { writtenFile } from './derived-file.js';
export { expandJournal, type ExpandedRecord } from './expand-journal.js';
export { foldJournal } from './fold-journal.js';
export {
  inspectRun,
  type InspectedCall,
  type Inspection,
  type TaskInspection,
  type TradingInspection,
} from './inspect-run.js';
export { checkScenario, loadScenario, type ScenarioFile } from './load-scenario.js';
export { checkPublished, type CheckedCell } from './check-published.js';
export { cellName, parsePublishedTable, type PublishedCell } from './published-table.js';
export { parseAsOf, type When } from './as-of-text.js';
export { Market, openMarket, type MarketAt, type OpenMarketOptions } from './open-market.js';
export { planRuns } from './plan-runs.js';
export type { OnDecisionDue } from './tool-service.js';
export { callLine, callLines, parseCall, type LoggedCall } from './call-log.js';
export { runResult, type MeasuredRun } from './measured-run.js';
export { AskLimit } from './ask-limit.js';
export { TapeWindow } from './tape-window.js';
export { TapeWalk, type TapePiece, type TapePieces } from './tape-walk.js';
export { runBacktest } from './run-backtest.js';
export { historyOf, openRun, type OpenAgent, type OpenedRun, type PlannedRun } from './open-run.js';
export type { AnswerSource } from './run-loop.js';
export {
  deriveFiles,
  lockOut,
  prepareOut,
  resultFolder,
  type DerivedFiles,
} from './result-folder.js';
export { openOwnData } from './recorded-dataset.js';
export { withTradeRows } from './trade-rows.js';
export { recordingFor } from './result-recording.js';
export { replayResult, type ReplayOutcome } from './replay-result.js';
export { awayDecisions, retriedCalls } from './retry-failed.js';
export { asksModels, type OpenModels } from './run-models.js';
export { withModelUse } from './with-model-use.js';
export { readManifest, runFolder, writeWhole, type RunFolder } from './run-folder.js';
export { identityOf, requireOwn, type RunIdentity } from './own-journal.js';
export { RecordedDecisions } from './recorded-decisions.js';
export type { TradingPlan } from '#workflows';
export type { TableState } from './run-tables.js';
export { recordedIn } from './run-shard.js';
export { liveRunStates, type LiveRunState } from './live/live-run-states.js';
export { runLive, type LiveOutcome } from './live/run-live.js';
export { requireOpen } from './open-ended.js';
export { isOpenResult, replayAgain, resultsIn, type NightlyReplay } from './nightly-replay.js';
export { manifestOf, type ManifestSurroundings } from './written-manifest.js';
export {
  runScenario,
  type ScenarioOptions,
  type ScenarioOutcome,
  type ScenarioProgress,
} from './run-scenario.js';
export {
  decisionNamed,
  readTranscripts,
  type RecordedTranscripts,
  type WantedDecision,
} from './transcripts/read-transcripts.js';
export { closeRecordings } from './closing-record.js';
export { resolveReference } from './scenario-tape.js';
export { verifyResult } from './verify-result.js';
export { endsOf, questionRecords } from './run-traces.js';
export { planOf, verifyRun, type Verdict } from './verify-run.js';
export { sizeYoungGeneration } from './young-generation.js';
export {
  estimateScenario,
  type AgentEstimate,
  type ScenarioEstimate,
} from './estimate/estimate-scenario.js';
export { assumptions } from './estimate/expected-use.js';
export { timedAnswers, type AskNotes, type LiveAsking } from './timed-answers.js';
