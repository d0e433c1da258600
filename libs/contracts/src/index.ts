export { ByteReader } from './journal/byte-reader.js';
export { ByteWriter } from './journal/byte-writer.js';
export {
  behind,
  dueIn,
  dueInAll,
  isDecision,
  isPrelude,
  type DecisionEvent,
  type Prelude,
} from './journal/due-decisions.js';
export type {
  Action,
  Decision,
  DecisionInput,
  OrderRequest,
  PairAction,
  PairDecision,
  SubmittedDecision,
  TaskAnswer,
} from './parsing/decision.js';
export type { ExecutionPolicy, ExecutionPolicyInput, Size } from './scenario/execution-policy.js';
export {
  barColumns,
  bytesOfRows,
  factKinds,
  FactColumns,
  keptColumns,
  noInstrument,
  isColumnar,
  quoteColumns,
  rankOfKind,
  isRankOf,
  rankOfSource,
  rowDoubles,
  tradeColumns,
  type BarColumn,
  type FactKind,
} from './facts/fact-columns.js';
export { calendarNames, type CalendarName } from './facts/calendar-name.js';
export {
  dateRules,
  priceBases,
  type DateRule,
  type FactSource,
  type Instrument,
  type Peers,
  type PriceBasis,
  type Pulled,
  type TapeHeader,
} from './facts/fact-source.js';
export { engineSemantics, rulesChanged } from './journal/engine-semantics.js';
export { JournalCodec } from './journal/journal-codec.js';
export {
  isFill,
  journalEvents,
  orderTypes,
  type FillEvent,
  type JournalEvent,
  type JournalEventOf,
  type JournaledDecision,
  type OrderSize,
  type OrderType,
} from './journal/journal-events.js';
export type {
  BarValues,
  Correction,
  Dividend,
  DocumentRef,
  FactPayload,
  Filing,
  Fundamentals,
  News,
  RowDropped,
  SessionOpen,
  Split,
  Task,
  TradingStatus,
} from './facts/market.js';
export type { AnswerDocument, DocumentNumber, NumberSource } from './result/answer-document.js';
export type { AskEnded, AskOpened, CallsMade, ModelCalled, ToolCall } from './streams/calls.js';
