/** Parses batches of stored messages; passes unreadable ones to the keeper of dead letters. */

import { excerpt, isFailure } from '#values';
import type { MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import {
  brokenMessage,
  readStored,
  type BrokenMessage,
  type MessageBatch,
  type StoredMessage,
} from '#event-log';
import type { Workflows } from '#workflows';
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
    const message = readMessage(topic, stored, onBroken);
    if (message !== undefined) yield { message, stored };
    else progress?.noteBroken(stored.key);
  }
}

/** The same for `runs`, where a run with an unknown workflow is broken too: its submitter knows of others. */
export function* readRuns(
  batch: MessageBatch,
  workflows: Workflows,
  onBroken: OnBroken | undefined,
  progress: Pick<PartitionProgress, 'noteBroken'>,
): Generator<ReadMessage<MessagesByTopic['runs']>> {
  for (const read of readMessages('runs', batch, onBroken, progress)) {
    const { message, stored } = read;
    if (message.type !== 'RunSubmitted' || workflows.has(message.plan.workflow)) {
      yield read;
      continue;
    }
    progress.noteBroken(stored.key);
    const known = [...workflows.keys()].join(', ');
    const reason = `plan.workflow: expected one of ${known}; found ${excerpt(message.plan.workflow)}`;
    onBroken?.(brokenMessage(stored, reason));
  }
}

function readMessage<T extends TopicName>(
  topic: T,
  stored: StoredMessage,
  onBroken: OnBroken | undefined,
): MessagesByTopic[T] | undefined {
  try {
    return readStored(topic, stored);
  } catch (error) {
    if (!isFailure(error)) throw error;
    onBroken?.(brokenMessage(stored, error.message));
    return undefined;
  }
}
