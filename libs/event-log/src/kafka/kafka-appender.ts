/**
 * Appends to Kafka one request at a time; each request includes all that waited, which
 * preserves the order.
 */

import { CompressionTypes, type Message, type Producer, type TopicMessages } from 'kafkajs';
import { unavailable } from '#values';
import type { OutgoingMessage } from '../log/message-log.js';
import { partitionOf, requireMessageSize } from '../log/message-log-placement.js';
import { kafkaFailure, persist, protocolType } from './kafka-failure.js';
import { newKafka, type KafkaSettings } from './kafka-settings.js';
import type { KafkaTopics } from './kafka-topics.js';

/**
 * Maximum bytes for one partition in a request: its record batch is refused above
 * `max.message.bytes`.
 */
const partitionBytesMax = 900_000;
const requestBytesMax = 8_000_000;
/** Approximate maximum overhead of a record besides its texts. */
const recordBytes = 64;

interface Placed {
  readonly topic: string;
  readonly message: Message;
  readonly partition: number;
  readonly bytes: number;
}

interface Waiting {
  readonly placed: readonly Placed[];
  resolve(): void;
  reject(error: Error): void;
}

export class KafkaAppender {
  private readonly waiting: Waiting[] = [];
  private producer: Producer | undefined;
  private sending: Promise<void> | undefined;
  /** Appends whose partitions are being looked up, in order. */
  private placing: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly topics: KafkaTopics,
  ) {}

  /** Settles when all of them are durable. */
  async append(messages: readonly OutgoingMessage[]): Promise<void> {
    if (this.closed) throw unavailable('the log is closed');
    const sizes = messages.map((message) => requireMessageSize(message));
    if (messages.length === 0) return;
    const placing = this.placing.then(() => this.place(messages, sizes));
    this.placing = placing.catch(() => {});
    const { done } = await placing;
    await done;
  }

  /** Sends what waits, and closes the connection. */
  async close(): Promise<void> {
    this.closed = true;
    await this.placing;
    await this.sending;
    await this.dropProducer();
  }

  /** Wrapped in an object, because a bare promise would be awaited. */
  private async place(
    messages: readonly OutgoingMessage[],
    sizes: readonly number[],
  ): Promise<{ done: Promise<void> }> {
    const placed: Placed[] = [];
    let before = messages[0];
    let partition = -1;
    for (const [index, message] of messages.entries()) {
      const { topic, key, value, headers } = message;
      // Messages appended together usually belong to one run or tape.
      if (partition < 0 || key !== before?.key || topic !== before.topic) {
        partition = partitionOf(key, await this.topics.partitionsOf(topic));
        before = message;
      }
      placed.push({
        topic: this.topics.name(topic),
        message: { key, value, partition, ...(headers === undefined ? {} : { headers }) },
        partition,
        bytes: (sizes[index] ?? 0) + recordBytes,
      });
    }
    const done = new Promise<void>((resolve, reject) => {
      this.waiting.push({ placed, resolve, reject });
    });
    this.sending ??= this.drain();
    return { done };
  }

  private async drain(): Promise<void> {
    // Appends of the same turn of the event loop are sent together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const taken = this.takeWaiting();
      try {
        for (const request of requestsOf(taken.flatMap(({ placed }) => placed))) {
          await this.send(request);
        }
        for (const { resolve } of taken) resolve();
      } catch (error) {
        // Queued appends fail as well: a message after a lost one would take its place.
        for (const { reject } of [...taken, ...this.waiting.splice(0)]) reject(error as Error);
      }
    }
    this.sending = undefined;
  }

  private takeWaiting(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { placed } of this.waiting) {
      bytes += placed.reduce((sum, each) => sum + each.bytes, 0);
      if (count > 0 && bytes > requestBytesMax) break;
      count++;
    }
    return this.waiting.splice(0, count);
  }

  /**
   * Repeats the same request until it is answered: the broker knows its sequence numbers, and
   * drops duplicates.
   */
  private async send(request: readonly Placed[]): Promise<void> {
    const { patienceMs, gzipAboveBytes } = this.settings;
    const bytes = request.reduce((sum, each) => sum + each.bytes, 0);
    const compression = bytes > gzipAboveBytes ? CompressionTypes.GZIP : CompressionTypes.None;
    const topicMessages = byTopic(request);
    const where = topicMessages.map(({ topic }) => topic).join(', ');
    const what = 'messages cannot be appended';
    try {
      await persist(patienceMs, what, where, async () => {
        try {
          const producer = await this.connected();
          await producer.sendBatch({ topicMessages, compression, acks: -1 });
        } catch (error) {
          if (hasLostItsSequence(error)) await this.dropProducer();
          throw error;
        }
      });
    } catch (error) {
      // The next request would carry the sequence numbers of this one, and be dropped if
      // this one arrived.
      await this.dropProducer();
      throw kafkaFailure(what, where, error);
    }
  }

  private async connected(): Promise<Producer> {
    if (this.producer !== undefined) return this.producer;
    const producer = newKafka(this.settings).producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: () => placedPartition,
    });
    try {
      await producer.connect();
    } catch (error) {
      await producer.disconnect().catch(() => {});
      throw error;
    }
    this.producer = producer;
    return producer;
  }

  private async dropProducer(): Promise<void> {
    const dropped = this.producer;
    this.producer = undefined;
    await dropped?.disconnect().catch(() => {});
  }
}

const placedPartition = ({ message }: { message: Message }): number => {
  if (message.partition === undefined) throw unavailable('a message without a partition');
  return message.partition;
};

/** Whether the broker no longer knows, or never knew, the last message of this producer. */
function hasLostItsSequence(error: unknown): boolean {
  return [
    'OUT_OF_ORDER_SEQUENCE_NUMBER',
    'UNKNOWN_PRODUCER_ID',
    'INVALID_PRODUCER_EPOCH',
    'INVALID_PRODUCER_ID_MAPPING',
  ].includes(protocolType(error) ?? '');
}

/** Splits messages, in order, so that the part of each partition fits into one batch of records. */
function requestsOf(placed: readonly Placed[]): Placed[][] {
  const requests: Placed[][] = [];
  let request: Placed[] = [];
  let filled = new Map<string, number>();
  for (const each of placed) {
    const place = `${each.topic}/${each.partition}`;
    const bytes = (filled.get(place) ?? 0) + each.bytes;
    if (bytes > partitionBytesMax && filled.has(place)) {
      requests.push(request);
      request = [];
      filled = new Map([[place, each.bytes]]);
    } else {
      filled.set(place, bytes);
    }
    request.push(each);
  }
  requests.push(request);
  return requests;
}

function byTopic(request: readonly Placed[]): TopicMessages[] {
  const messages = new Map<string, Message[]>();
  for (const { topic, message } of request) {
    const together = messages.get(topic);
    if (together === undefined) messages.set(topic, [message]);
    else together.push(message);
  }
  return [...messages].map(([topic, together]) => ({ topic, messages: together }));
}
