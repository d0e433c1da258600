/** Messages on their way out: keyed and encoded. */

import { keyOf, type MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import type { OutgoingMessage } from '#event-log';

export function outgoing<T extends TopicName>(
  topic: T,
  message: MessagesByTopic[T],
): OutgoingMessage {
  return { topic, key: keyOf(message), value: JSON.stringify(message) };
}
