export { compareWithJournal, createJournal, resumeJournal } from './embedded/journal-file.js';
export { JournalChain } from './embedded/journal-chain.js';
export { readJournal, type JournalScan, type PlacedRecord } from './embedded/journal-reader.js';
export { blockRecords, type JournalSummary, type JournalWriter } from './journal.js';
export type {
  BatchControls,
  GroupMember,
  GroupOptions,
  MessageBatch,
  MessageLog,
  OutgoingMessage,
  Position,
  StoredMessage,
  Tail,
  TailOptions,
  TopicLayout,
} from './message-log.js';
export type { BrokenMessage, Processor } from './processor.js';
