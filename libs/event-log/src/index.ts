export { compareWithJournal, createJournal, resumeJournal } from './embedded/journal-file.js';
export { takeLock } from './embedded/folder-lock.js';
export { JournalChain } from './embedded/journal-chain.js';
export { openEmbeddedLog } from './embedded/message-broker.js';
export { readJournal, type JournalScan, type PlacedRecord } from './embedded/journal-reader.js';
export type { JournalSummary, JournalWriter } from './log/journal.js';
export { partitionOf } from './log/message-log-placement.js';
export { messageBytesMax, valueBytesMax } from './log/message-log.js';
export { brokenMessage, outgoing, readStored } from './log/read-stored.js';
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
} from './log/message-log.js';
export type { BrokenMessage, NeededTapes, Processor, Unread } from './log/processor.js';
