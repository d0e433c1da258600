/** Parses stored messages, and describes broken ones with their raw bytes. */

import { invalidInput } from '#values';
import { parseMessage, type MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import type { StoredMessage } from './message-log.js';
import type { BrokenMessage } from './processor.js';

/** Throws `InvalidInput` if it is not a message of the topic. */
export function readStored<T extends TopicName>(
  topic: T,
  { value, key, unreadable }: StoredMessage,
): MessagesByTopic[T] {
  if (unreadable === undefined) return parseMessage(topic, value, key);
  throw invalidInput(unreadable.reason, { where: topic });
}

/** For a message that cannot be parsed, or is parsed but makes no sense. */
export function brokenMessage(stored: StoredMessage, reason: string): BrokenMessage {
  const { topic, partition, offset, key, value, unreadable } = stored;
  return { topic, partition, offset, key, value: unreadable?.bytes ?? value, reason };
}
