export { equityOf, evolveEquity, noEquity, type EquityLine, type EquityPoint } from './equity.js';
export {
  followRun,
  type FollowedRun,
  type FollowOptions,
  type RunEnd,
  type RunPlace,
  type RunRecord,
} from './follow-run.js';
export type { RunBreak } from './watch-run.js';
export { readMessage } from './read-message.js';
export {
  subscribe,
  type Broken,
  type Received,
  type SubscribeOptions,
  type Subscription,
} from './subscribe.js';
export type { Connection } from './connection.js';
export type { JournalEvent, JournalEventOf } from '#contracts';
export type { MessagesByTopic } from '#contracts/streams/catalogue';
export type { TopicName } from '#contracts/streams/topics';
export type { MessageLog, Position, StoredMessage } from '#event-log';
