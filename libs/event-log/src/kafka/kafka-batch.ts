/** Messages as the client library has them, as messages of the log. */

import type { Batch, IHeaders, KafkaMessage } from 'kafkajs';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch, StoredMessage } from '../message-log.js';

/** The batch of a topic; foreign messages may be without key, value or headers: those are empty then. */
export function messageBatch(topic: TopicName, batch: Batch): MessageBatch {
  const { partition } = batch;
  const messages = batch.messages.map((message) => storedMessage(topic, partition, message));
  return { topic, partition, messages, endOffset: Number(batch.highWatermark) };
}

function storedMessage(topic: TopicName, partition: number, message: KafkaMessage): StoredMessage {
  return {
    topic,
    partition,
    offset: Number(message.offset),
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: plainHeaders(message.headers ?? {}),
    timestampMs: Number(message.timestamp),
  };
}

/** Of a header that stands more than once, the last; one without a value is empty. Any name may come from outside. */
function plainHeaders(headers: IHeaders): Record<string, string> {
  // By entries, since assigning to `__proto__` would lose it.
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return [name, last?.toString() ?? ''];
    }),
  );
}
