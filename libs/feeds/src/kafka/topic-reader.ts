/**
 * One membership in a consumer group: reads each message once, in partition order, at the
 * pace of the sink.
 */

import { once } from 'node:events';
import type { Admin, Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { microsPerMilli } from '#values';
import type { FeedClock } from '../port/feed-clock.js';
import type { DataFrame, FeedNote, FeedSink } from '../port/feed.js';

export interface TopicReaderOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly group: string;
  readonly start: 'earliest' | 'latest';
  readonly sink: FeedSink;
  /** The last stored frame of each partition, by its channel; includes those of earlier readers. */
  readonly newest: Map<string, DataFrame>;
  readonly clock: FeedClock;
}

/** Offsets of a partition: the first that exists, and the one of its next message. */
interface Range {
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

/** Heartbeat interval while the sink is busy: a broker removes silent members. */
const heartbeatMs = 2000;
const sessionMs = 30_000;
/** A topic cannot be deleted, recreated and refilled up to the read position in less time. */
const sameMs = 500;

export class TopicReader {
  private readonly admin: Admin;
  private readonly consumer: Consumer;
  /** The next offset of each partition. */
  private readonly next = new Map<number, number>();
  /** Losses, noted together with the places after them. */
  private losses: FeedNote[] = [];
  private readonly crash = Promise.withResolvers<never>();

  constructor(private readonly options: TopicReaderOptions) {
    this.admin = options.kafka.admin();
    this.consumer = options.kafka.consumer({
      groupId: options.group,
      sessionTimeout: sessionMs,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: 250,
      allowAutoTopicCreation: false,
      // The owner creates a new reader, and notes it.
      retry: { retries: 3, initialRetryTime: 100, restartOnFailure: async () => false },
    });
    this.crash.promise.catch(() => undefined);
  }

  /** Resolves once the signal is aborted; rejects on failure. */
  async run(signal: AbortSignal): Promise<void> {
    const { admin, consumer, options } = this;
    consumer.on(consumer.events.CRASH, ({ payload }) => this.crash.reject(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) =>
      this.resume(payload.memberAssignment[options.topic] ?? []),
    );
    const stopped = signal.aborted ? undefined : once(signal, 'abort');
    try {
      await admin.connect();
      await this.place();
      await consumer.connect();
      // A deleted offset resets to the oldest that exists; the start of a new group was
      // decided above.
      await consumer.subscribe({ topic: options.topic, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (payload) => this.take(payload, signal),
      });
      await Promise.race([stopped, this.crash.promise]);
    } finally {
      await Promise.allSettled([consumer.disconnect(), admin.disconnect()]);
    }
  }

  /**
   * Resumes after the recording, which is more reliable than committed offsets; else at the start
   * of a new group.
   */
  private async place(): Promise<void> {
    const { sink, topic, group, start } = this.options;
    const [committed] = await this.admin.fetchOffsets({ groupId: group, topics: [topic] });
    const ranges = await this.ranges();
    const stored = ranges.map(
      ({ partition }) => Number(sink.position?.(wayOf(partition)) ?? NaN) + 1,
    );
    const isNew = stored.every(Number.isNaN);
    for (const [at, range] of ranges.entries()) {
      const { partition, low, high } = range;
      const offset = committed?.partitions.find((one) => one.partition === partition)?.offset;
      // A partition unknown to an existing recording was created since.
      let first;
      if (!isNew) {
        first = 0;
      } else if (start === 'latest') {
        first = high;
      } else {
        first = low;
      }
      const known = [stored[at] ?? NaN, Number(offset ?? NaN), first];
      const next = known.find((one) => one >= 0) ?? first;
      if (next > high) return this.startOver(partition, ranges);
      this.next.set(partition, next);
      this.skipDeleted(range);
    }
  }

  /** Resumes the given partitions at their last position, and notes it. */
  private resume(partitions: readonly number[]): void {
    const { sink, topic } = this.options;
    for (const partition of partitions) this.seek(partition);
    for (const loss of this.losses) sink.note(loss);
    this.losses = [];
    const places = [...this.next].flatMap(([partition, next]) => {
      const isKnown = sink.position?.(wayOf(partition)) === `${next - 1}`;
      return isKnown ? [] : [`${wayOf(partition)}@${next - 1}`];
    });
    const to = `topic ${topic}`;
    sink.note({ note: 'connected', to, ...(places.length > 0 ? { places } : {}) });
  }

  /** Reads the last message again if the recording has it. A new partition begins at its start. */
  private seek(partition: number): void {
    const next = this.next.get(partition) ?? 0;
    this.next.set(partition, next);
    const offset = `${this.proofOf(partition, next) === undefined ? next : next - 1}`;
    this.consumer.seek({ topic: this.options.topic, partition, offset });
  }

  /**
   * The message right before the next one: a different one in its place belongs to another topic.
   */
  private proofOf(partition: number, next: number): Uint8Array | undefined {
    const last = this.options.newest.get(wayOf(partition));
    return last?.channel === `${wayOf(partition)}@${next - 1}` ? last.bytes : undefined;
  }

  /** False if the message could not be stored: the feed has failed then. */
  private async storeOrCrash(
    partition: number,
    {
      number,
      value,
      heartbeat,
    }: Pick<EachBatchPayload, 'heartbeat'> & { readonly number: number; readonly value: Buffer },
  ): Promise<boolean> {
    try {
      await this.store(partition, number, value, heartbeat);
      return true;
    } catch (error) {
      // The library would retry the batch, but the sink's failure is final.
      this.crash.reject(error);
      return false;
    }
  }

  private async take(payload: EachBatchPayload, signal: AbortSignal): Promise<void> {
    const { batch, isRunning, isStale, heartbeat, resolveOffset } = payload;
    const { partition } = batch;
    const since = this.options.clock.now();
    const [first] = batch.messages;
    if (first === undefined || isStale()) return;
    if (!(await this.comesNext(partition, first))) return;
    const isOver = (): boolean => signal.aborted || !isRunning() || isStale();
    for (const { offset, value } of batch.messages) {
      if (isOver()) return;
      const number = Number(offset);
      const next = this.next.get(partition) ?? 0;
      if (number >= next && value !== null) {
        const isStored = await this.storeOrCrash(partition, { number, value, heartbeat });
        if (!isStored) return;
      }
      this.next.set(partition, Math.max(number + 1, next));
      resolveOffset(offset);
    }
    const offset = `${this.next.get(partition)}`;
    await this.consumer.commitOffsets([{ topic: batch.topic, partition, offset }]);
    await heartbeat();
    if (this.options.clock.now() - since > sameMs) this.seek(partition);
  }

  private async store(
    partition: number,
    offset: number,
    value: Buffer,
    heartbeat: () => Promise<void>,
  ): Promise<void> {
    const { sink, newest, clock } = this.options;
    const way = wayOf(partition);
    const channel = `${way}@${offset}`;
    const busy = sink.data(channel, value);
    // A copy, since the value would retain the whole batch.
    const bytes = Uint8Array.from(value);
    const receivedAt = clock.now() * microsPerMilli;
    newest.set(way, { kind: 'data', receivedAt, channel, bytes });
    if (busy === undefined) return;
    const beating = setInterval(() => void heartbeat().catch(() => undefined), heartbeatMs);
    try {
      await busy;
    } finally {
      clearInterval(beating);
    }
  }

  /**
   * Whether a batch resumes where the partition was left; otherwise it seeks again. Missing offsets
   * may be transaction markers, or compacted; deleted ones are a loss.
   */
  private async comesNext(partition: number, { offset, value }: KafkaMessage): Promise<boolean> {
    const first = Number(offset);
    const next = this.next.get(partition) ?? 0;
    if (first === next) return true;
    const proof = first === next - 1 ? this.proofOf(partition, next) : undefined;
    if (proof && value?.equals(proof)) return true;
    const ranges = await this.ranges();
    const range = ranges.find((known) => known.partition === partition);
    if (proof !== undefined || isCutShort(range, next)) {
      this.startOver(partition, ranges);
      this.resume([...this.next.keys()]);
      return false;
    }
    if (first < next) {
      this.seek(partition);
      return false;
    }
    if (range !== undefined) this.skipDeleted(range);
    if (this.losses.length > 0) this.resume([]);
    return true;
  }

  /** Restarts a topic that was recreated. Unread messages of the old one are lost. */
  private startOver(partition: number, ranges: readonly Range[]): void {
    this.noteLoss(
      partition,
      null,
      'the topic was deleted and made again: messages of the one before may be missing',
    );
    for (const range of ranges) {
      this.next.set(range.partition, 0);
      this.skipDeleted(range);
    }
  }

  private skipDeleted({ partition, low }: Range): void {
    const next = this.next.get(partition) ?? 0;
    if (low <= next) return;
    const what = 'the brokers deleted messages before they were read';
    this.noteLoss(partition, low - next, `partition ${partition}: ${what}`);
    this.next.set(partition, low);
  }

  private async ranges(): Promise<Range[]> {
    const offsets = await this.admin.fetchTopicOffsets(this.options.topic);
    return offsets.map(({ partition, low, high }) => {
      return { partition, low: Number(low), high: Number(high) };
    });
  }

  private noteLoss(partition: number, missing: number | null, reason: string): void {
    const { newest, clock } = this.options;
    const to = clock.now() * microsPerMilli;
    const from = Math.min(newest.get(wayOf(partition))?.receivedAt ?? to, to);
    this.losses.push({ note: 'lost', symbol: null, from, to, missing, reason });
  }
}

const wayOf = (partition: number): string => `p${partition}`;

/** Whether a partition ends before a message that was read from it. */
const isCutShort = (range: Range | undefined, next: number): boolean =>
  range !== undefined && range.high < next;
