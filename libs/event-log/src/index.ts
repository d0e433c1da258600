export { compareWithJournal, createJournal, resumeJournal } from './embedded/journal-file.js';
export { takeLock } from './embedded/folder-lock.js';
export { JournalChain } from './embedded/journal-chain.js';
export { openEmbeddedLog } from './embedded/message-broker.js';
export { readJournal, type JournalScan, type PlacedRecord } from './embedded/journal-reader.js';
export type { JournalSummary, JournalWriter } from './journal.js';
export { partitionOf } from './message-log-placement.js';
export { messageBytesMax } from './message-log.js';
export { brokenMessage, readStored } from './read-stored.js';
export type {
  BatchControls,
  GroupMember,
  MessageBatch,
  MessageLog,
  OutgoingMessage,
  Position,
  StoredMessage,
  Tail,
  TopicLayout,
} from './message-log.js';
export type { BrokenMessage, NeededTapes, Processor, Unread } from './processor.js';
