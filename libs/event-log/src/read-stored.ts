/** A stored message as a typed one, or as a broken one with the bytes that came. */

import { invalidInput } from '#values';
import { parseMessage, type MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import type { StoredMessage } from './message-log.js';
import type { BrokenMessage } from './processor.js';

/** `InvalidInput` where it is none of the topic. */
export function readStored<T extends TopicName>(
  topic: T,
  { value, key, unreadable }: StoredMessage,
): MessagesByTopic[T] {
  if (unreadable === undefined) return parseMessage(topic, value, key);
  throw invalidInput(unreadable.reason, { where: topic });
}

/** For one that cannot be read, or that could and still makes no sense. */
export function brokenMessage(stored: StoredMessage, reason: string): BrokenMessage {
  const { topic, partition, offset, key, value, unreadable } = stored;
  return { topic, partition, offset, key, value: unreadable?.bytes ?? value, reason };
}
