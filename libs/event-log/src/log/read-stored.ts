/** Encodes messages, parses stored ones, and describes broken ones with their raw bytes. */

import { invalidInput } from '#values';
import { keyOf, parseMessage, type MessagesByTopic } from '#contracts/streams/catalogue';
import { hintsOf, requireHints } from '#contracts/streams/hints';
import type { TopicName } from '#contracts/streams/topics';
import type { OutgoingMessage, StoredMessage } from './message-log.js';
import type { BrokenMessage } from './processor.js';

/** The message under its key, with its hints. */
export function outgoing<T extends TopicName>(
  topic: T,
  message: MessagesByTopic[T],
): OutgoingMessage {
  const value = JSON.stringify(message);
  return { topic, key: keyOf(message), value, headers: hintsOf(message) };
}

/** Throws `InvalidInput` if it is not a message of the topic, or contradicts its hints. */
export function readStored<T extends TopicName>(
  topic: T,
  { value, key, headers, unreadable }: StoredMessage,
): MessagesByTopic[T] {
  if (unreadable !== undefined) throw invalidInput(unreadable.reason, { where: topic });
  const message = parseMessage(topic, value, key);
  requireHints(topic, message, headers);
  return message;
}

/** For a message that cannot be parsed, or is parsed but makes no sense. */
export function brokenMessage(stored: StoredMessage, reason: string): BrokenMessage {
  const { topic, partition, offset, key, value, headers, unreadable } = stored;
  return { topic, partition, offset, key, value: unreadable?.bytes ?? value, headers, reason };
}
