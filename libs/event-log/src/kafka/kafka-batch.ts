/** Converts messages of the client library to messages of the log. */

import { isUtf8 } from 'node:buffer';
import type { Batch, IHeaders, KafkaMessage } from 'kafkajs';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch, StoredMessage } from '../log/message-log.js';

/** The batch of a topic; foreign messages may lack key, value or headers, which are then empty. */
export function messageBatch(topic: TopicName, batch: Batch): MessageBatch {
  const { partition } = batch;
  const messages = batch.messages.map((message) => storedMessage(topic, partition, message));
  const nextOffset = Number(batch.lastOffset()) + 1;
  return { topic, partition, messages, nextOffset, endOffset: Number(batch.highWatermark) };
}

function storedMessage(topic: TopicName, partition: number, message: KafkaMessage): StoredMessage {
  const { key, value } = message;
  const reason = notText('value', value) ?? notText('key', key);
  return {
    topic,
    partition,
    offset: Number(message.offset),
    key: key?.toString() ?? '',
    value: reason === undefined ? (value?.toString() ?? '') : '',
    headers: plainHeaders(message.headers ?? {}),
    timestampMs: Number(message.timestamp),
    ...(reason !== undefined && { unreadable: { reason, bytes: value ?? Buffer.alloc(0) } }),
  };
}

const notText = (name: string, bytes: Buffer | null): string | undefined =>
  bytes === null || isUtf8(bytes)
    ? undefined
    : `${name}: expected text in UTF-8; found other bytes`;

/**
 * The last value of a repeated header; empty for one without a value. Outside producers
 * may use any name.
 */
function plainHeaders(headers: IHeaders): Record<string, string> {
  // Built from entries, since assigning to `__proto__` would lose it.
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return [name, last?.toString() ?? ''];
    }),
  );
}
