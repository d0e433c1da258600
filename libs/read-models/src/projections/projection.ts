/** What a topic's projection is: which rows a message needs to be read, and which it leaves. */

import type { MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import type { Needs } from './needs.js';
import type { OnGap } from './gap.js';
import type { RowChanges } from './row-changes.js';

/** Rows as a pure function of the topic's messages, in their order. */
export interface Projection<T extends TopicName = TopicName> {
  needs(message: MessagesByTopic[T], needs: Needs): void;
  /** What shows only in the rows that `needs` asked for: they are in `rows`, and no message is folded yet. */
  furtherNeeds?(message: MessagesByTopic[T], needs: Needs, rows: RowChanges): void;
  /** `text` is the message as it stands on the topic. */
  fold(message: MessagesByTopic[T], rows: RowChanges, onGap: OnGap, text: string): void;
}
