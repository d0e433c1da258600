export { ByteReader } from './byte-reader.js';
export { ByteWriter } from './byte-writer.js';
export {
  behind,
  dueIn,
  dueInAll,
  isDecision,
  isPrelude,
  type DecisionEvent,
  type Prelude,
} from './due-decisions.js';
export type {
  Action,
  Decision,
  DecisionInput,
  OrderRequest,
  PairAction,
  PairDecision,
  SubmittedDecision,
  TaskAnswer,
} from './decision.js';
export type { ExecutionPolicy, ExecutionPolicyInput, Size } from './execution-policy.js';
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
  rankOfSource,
  rowDoubles,
  tradeColumns,
  type BarColumn,
  type FactKind,
} from './fact-columns.js';
export { isFill, type FillEvent } from './fill-event.js';
export {
  calendarNames,
  dateRules,
  priceBases,
  type CalendarName,
  type DateRule,
  type FactSource,
  type Instrument,
  type Peers,
  type PriceBasis,
  type Pulled,
  type TapeHeader,
} from './fact-source.js';
export { JournalCodec } from './journal-codec.js';
export {
  engineSemantics,
  journalEvents,
  type JournalEvent,
  type JournalEventOf,
  type JournalledDecision,
  type OrderSize,
} from './journal-events.js';
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
} from './market.js';
