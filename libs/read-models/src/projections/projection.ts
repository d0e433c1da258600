/** What a topic's projection is: which rows a message needs to be read, and which it leaves. */

import type { MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import type { Table } from '../tables.js';
import type { OnGap } from './gap.js';
import type { KeyValue, RowChanges } from './row-changes.js';

/** Notes a row that a message wants to see as it is in the database. */
export type Need = (table: Table, ...key: readonly KeyValue[]) => void;

/** Rows as a pure function of the topic's messages, in their order. */
export interface Projection<T extends TopicName = TopicName> {
  needs(message: MessagesByTopic[T], need: Need): void;
  fold(message: MessagesByTopic[T], rows: RowChanges, onGap: OnGap): void;
}
