/** Parses batches of stored messages; passes unreadable ones to the keeper of dead letters. */

import { isFailure } from '#values';
import type { MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import {
  brokenMessage,
  readStored,
  type BrokenMessage,
  type MessageBatch,
  type StoredMessage,
} from '#event-log';
import type { PartitionProgress } from './partition-progress.js';

export type OnBroken = (broken: BrokenMessage) => void;

export interface ReadMessage<M> {
  readonly message: M;
  readonly stored: StoredMessage;
}

/** The batch's messages in order, without the broken ones, which `progress` does not wait for. */
export function* readMessages<T extends TopicName>(
  topic: T,
  batch: MessageBatch,
  onBroken: OnBroken | undefined,
  progress?: Pick<PartitionProgress, 'noteBroken'>,
): Generator<ReadMessage<MessagesByTopic[T]>> {
  for (const stored of batch.messages) {
    let message: MessagesByTopic[T];
    try {
      message = readStored(topic, stored);
    } catch (error) {
      if (!isFailure(error)) throw error;
      onBroken?.(brokenMessage(stored, error.message));
      progress?.noteBroken(stored.key);
      continue;
    }
    yield { message, stored };
  }
}
