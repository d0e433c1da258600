/** One membership in the group of a topic: takes each message once, in order of its partition, as the sink is ready. */

import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { microsPerMilli, type Instant } from '#values';
import type { FeedClock } from '../feed-clock.js';
import type { FeedSink } from '../feed.js';

export interface TopicReaderOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly group: string;
  readonly start: 'earliest' | 'latest';
  readonly sink: FeedSink;
  readonly clock: FeedClock;
}

/** A broker throws out members that are silent; while the sink is busy, it hears of us so often. */
const heartbeatMs = 2000;
const sessionMs = 30_000;

export class TopicReader {
  private readonly consumer: Consumer;
  /** The offset that comes next, of each partition that was read. */
  private readonly next = new Map<number, number>();
  /** When the newest message was read, of each partition. */
  private readonly readAt = new Map<number, Instant>();
  private readonly crash = Promise.withResolvers<never>();

  constructor(private readonly options: TopicReaderOptions) {
    this.consumer = options.kafka.consumer({
      groupId: options.group,
      sessionTimeout: sessionMs,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: 250,
      allowAutoTopicCreation: false,
      // Whoever made us makes another, and notes it.
      retry: { retries: 3, initialRetryTime: 100, restartOnFailure: async () => false },
    });
    this.crash.promise.catch(() => undefined);
  }

  /** Resolves once the signal is aborted; rejects with what went wrong. */
  async run(signal: AbortSignal): Promise<void> {
    const { consumer, options } = this;
    consumer.on(consumer.events.CRASH, ({ payload }) => this.crash.reject(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      const partitions = payload.memberAssignment[options.topic] ?? [];
      for (const partition of partitions) this.resume(partition);
      options.sink.note({ note: 'connected', to: `topic ${options.topic}` });
    });
    const stopped = new Promise<void>((settle) => {
      signal.addEventListener('abort', () => settle(), { once: true });
      if (signal.aborted) settle();
    });
    try {
      await consumer.connect();
      await consumer.subscribe({
        topic: options.topic,
        fromBeginning: options.start === 'earliest',
      });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (payload) => this.take(payload, signal),
      });
      await Promise.race([stopped, this.crash.promise]);
    } finally {
      await consumer.disconnect().catch(() => undefined);
    }
  }

  /** Behind what the recording has; it knows better than what was committed. */
  private resume(partition: number): void {
    const position = Number(this.options.sink.position?.(wayOf(partition)) ?? Number.NaN);
    if (!Number.isSafeInteger(position)) return;
    this.next.set(partition, Math.max(position + 1, this.next.get(partition) ?? 0));
    const offset = `${this.next.get(partition)}`;
    this.consumer.seek({ topic: this.options.topic, partition, offset });
  }

  private async take(payload: EachBatchPayload, signal: AbortSignal): Promise<void> {
    const { batch, isRunning, isStale, heartbeat, resolveOffset } = payload;
    const { partition } = batch;
    for (const { offset, value } of batch.messages) {
      if (signal.aborted || !isRunning() || isStale()) return;
      const number = Number(offset);
      const next = this.next.get(partition);
      if (next !== undefined && number > next) await this.nameGap(partition, next);
      if ((next === undefined || number >= next) && value !== null) {
        try {
          await this.store(partition, number, value, heartbeat);
        } catch (error) {
          // The library would try the batch again: what the sink says is final.
          this.crash.reject(error);
          return;
        }
      }
      this.next.set(partition, Math.max(number + 1, next ?? 0));
      resolveOffset(offset);
    }
    const last = this.next.get(partition);
    if (last === undefined) return;
    const offset = `${last}`;
    await this.consumer.commitOffsets([{ topic: batch.topic, partition, offset }]);
    await heartbeat();
  }

  private async store(
    partition: number,
    offset: number,
    value: Buffer,
    heartbeat: () => Promise<void>,
  ): Promise<void> {
    const busy = this.options.sink.data(`${wayOf(partition)}@${offset}`, value);
    this.readAt.set(partition, this.now());
    if (busy === undefined) return;
    const beating = setInterval(() => void heartbeat().catch(() => undefined), heartbeatMs);
    try {
      await busy;
    } finally {
      clearInterval(beating);
    }
  }

  /** Offsets that are missing may be markers of transactions, or compacted; deleted ones are a loss. */
  private async nameGap(partition: number, next: number): Promise<void> {
    const { kafka, topic, sink } = this.options;
    const admin = kafka.admin();
    await admin.connect();
    try {
      const offsets = await admin.fetchTopicOffsets(topic);
      const low = Number(offsets.find((one) => one.partition === partition)?.low ?? next);
      if (low <= next) return;
      const to = this.now();
      const from = this.readAt.get(partition) ?? to;
      const reason = `partition ${partition}: the brokers deleted messages before they were read`;
      sink.note({ note: 'lost', symbol: null, from, to, missing: low - next, reason });
    } finally {
      await admin.disconnect();
    }
  }

  private now(): Instant {
    return this.options.clock.now() * microsPerMilli;
  }
}

const wayOf = (partition: number): string => `p${partition}`;
