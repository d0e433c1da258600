/** Models behind a recording gateway: every call is claimed, made once, recorded, and replayed without a network. */

export type { AskKey, EndedAsk, OpenedAsk, RecordedAsk } from './ask.js';
export type {
  CallKey,
  CallTry,
  ClaimedCall,
  RecordedCall,
  TokenUsage,
  WireApi,
} from './recorded-call.js';
export { isAway } from './recorded-call.js';
export type { Claim, RecordingReader, RecordingStore } from './recording-store.js';
export { isSameAsk } from './recording-store.js';
export type {
  AskRequest,
  CallFailure,
  ModelBudget,
  ModelMode,
  ModelService,
  OpenAsk,
} from './model-service.js';
export { modelUse, recordedUse, type CountedCall, type ModelUseTerms } from './model-use.js';
export { modelModes } from './model-service.js';
export { transcribe, type TranscriptInput } from './transcript/transcript.js';
export type { AttemptTranscript, CallStep, DecisionTranscript } from './transcript/transcript.js';
export type { MadeToolCall, ToolStep } from './transcript/made-tool-calls.js';
export { atifTrajectory, type AtifTrajectory, type TranscribedRun } from './transcript/atif.js';
export {
  FileRecording,
  FileStore,
  type FileStoreOptions,
  type FolderOfRun,
} from './embedded/file-store.js';
export { askFileName, callFileName } from './embedded/recorded-run.js';
export { chained, LineChain } from './line-chain.js';
export { askLines, modelCallLines } from './recording-lines.js';
export { exactRequests, ownCanonicalisers, type Canonicaliser } from './canonicaliser.js';
export type { ModelGateway, ModelGatewayOptions } from './model-gateway.js';
export type { Models, NamedModel } from './models.js';
