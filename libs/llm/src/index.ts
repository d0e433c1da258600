/**
 * Models behind a recording gateway: every call is claimed, made once, recorded, and replayed
 * without a network.
 */

export type { AskKey, AskRequest, EndedAsk, OpenedAsk, RecordedAsk } from './calls/ask.js';
export type {
  CallKey,
  CallTry,
  ClaimedCall,
  RecordedCall,
  TokenUsage,
  WireApi,
} from './calls/recorded-call.js';
export { isAway } from './calls/recorded-call.js';
export type { Claim, RecordingReader, RecordingStore } from './calls/recording-store.js';
export type { CallFailure, ModelMode, ModelService, OpenAsk } from './calls/model-service.js';
export { recordedUse } from './calls/model-use.js';
export { modelModes } from './calls/model-service.js';
export { transcribe } from './transcript/transcript.js';
export type { AttemptTranscript, CallStep, DecisionTranscript } from './transcript/transcript.js';
export type { ToolStep } from './transcript/made-tool-calls.js';
export { atifTrajectory, type TranscribedRun } from './transcript/atif.js';
export { FileRecording, FileStore, recordingFileName } from './embedded/file-store.js';
export { askStream, callStream } from './calls/recorded-run.js';
export { stepsOf } from './calls/recorded-steps.js';
