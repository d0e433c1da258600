export { compareWithJournal, createJournal, resumeJournal } from './embedded/journal-file.js';
export { takeLock } from './embedded/folder-lock.js';
export { JournalChain } from './embedded/journal-chain.js';
export { openEmbeddedLog, type EmbeddedLogOptions } from './embedded/message-broker.js';
export { readJournal, type JournalScan, type PlacedRecord } from './embedded/journal-reader.js';
export { blockRecords, type JournalSummary, type JournalWriter } from './journal.js';
export { partitionOf } from './message-log-placement.js';
export { messageBytesMax } from './message-log.js';
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
export type { BrokenMessage, NeededTapes, Processor, Unread } from './processor.js';
