/** One membership in the group of a topic: takes each message once, in order of its partition, as the sink is ready. */

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
  /** The last frame that was stored of each partition, by its way: also that of earlier readers. */
  readonly newest: Map<string, DataFrame>;
  readonly clock: FeedClock;
}

/** Offsets of a partition: the first that there is, and the one that its next message gets. */
interface Range {
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

/** A broker throws out members that are silent; while the sink is busy, it hears of us so often. */
const heartbeatMs = 2000;
const sessionMs = 30_000;
/** In less time no topic is deleted, made again, and filled up to where it was read. */
const sameMs = 500;

export class TopicReader {
  private readonly admin: Admin;
  private readonly consumer: Consumer;
  /** The offset that comes next, of each partition. */
  private readonly next = new Map<number, number>();
  /** Noted with the places behind them. */
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
      // Whoever made us makes another, and notes it.
      retry: { retries: 3, initialRetryTime: 100, restartOnFailure: async () => false },
    });
    this.crash.promise.catch(() => undefined);
  }

  /** Resolves once the signal is aborted; rejects with what went wrong. */
  async run(signal: AbortSignal): Promise<void> {
    const { admin, consumer, options } = this;
    consumer.on(consumer.events.CRASH, ({ payload }) => this.crash.reject(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) =>
      this.goOn(payload.memberAssignment[options.topic] ?? []),
    );
    const stopped = signal.aborted ? undefined : once(signal, 'abort');
    try {
      await admin.connect();
      await this.place();
      await consumer.connect();
      // An offset that is gone leads to the oldest that exists; where a new group begins was settled above.
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

  /** Behind what the recording has, which knows better than what was committed; else where a new group begins. */
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
      // A partition of which a recording that was begun knows nothing was made since.
      const first = !isNew ? 0 : start === 'latest' ? high : low;
      const known = [stored[at] ?? NaN, Number(offset ?? NaN), first];
      const next = known.find((one) => one >= 0) ?? first;
      if (next > high) return this.startOver(partition, ranges);
      this.next.set(partition, next);
      this.skipDeleted(range);
    }
  }

  /** Reads the given partitions where they were left, and says so. */
  private goOn(partitions: readonly number[]): void {
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

  /** What was read last is read once more where the recording has it. A partition that is new begins at its start. */
  private seek(partition: number): void {
    const next = this.next.get(partition) ?? 0;
    this.next.set(partition, next);
    const offset = `${this.proofOf(partition, next) === undefined ? next : next - 1}`;
    this.consumer.seek({ topic: this.options.topic, partition, offset });
  }

  /** The message right before the one that comes next: another one in its place is of another topic. */
  private proofOf(partition: number, next: number): Uint8Array | undefined {
    const last = this.options.newest.get(wayOf(partition));
    return last?.channel === `${wayOf(partition)}@${next - 1}` ? last.bytes : undefined;
  }

  private async take(payload: EachBatchPayload, signal: AbortSignal): Promise<void> {
    const { batch, isRunning, isStale, heartbeat, resolveOffset } = payload;
    const { partition } = batch;
    const since = this.options.clock.now();
    const [first] = batch.messages;
    if (first === undefined || isStale() || !(await this.comesNext(partition, first))) return;
    for (const { offset, value } of batch.messages) {
      if (signal.aborted || !isRunning() || isStale()) return;
      const number = Number(offset);
      const next = this.next.get(partition) ?? 0;
      if (number >= next && value !== null) {
        try {
          await this.store(partition, number, value, heartbeat);
        } catch (error) {
          // The library would try the batch again: what the sink says is final.
          this.crash.reject(error);
          return;
        }
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
    // A copy, as the value would keep the whole batch.
    const [bytes, receivedAt] = [Uint8Array.from(value), clock.now() * microsPerMilli];
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
   * Whether a batch that begins so goes on where the partition was left; otherwise it is sought anew. Offsets that are
   * missing may be markers of transactions, or compacted; deleted ones are a loss.
   */
  private async comesNext(partition: number, { offset, value }: KafkaMessage): Promise<boolean> {
    const [first, next] = [Number(offset), this.next.get(partition) ?? 0];
    if (first === next) return true;
    const proof = first === next - 1 ? this.proofOf(partition, next) : undefined;
    if (proof !== undefined && value?.equals(proof) === true) return true;
    const ranges = await this.ranges();
    const range = ranges.find((one) => one.partition === partition);
    if (proof !== undefined || (range !== undefined && range.high < next)) {
      this.startOver(partition, ranges);
      this.goOn([...this.next.keys()]);
      return false;
    }
    if (first < next) {
      this.seek(partition);
      return false;
    }
    if (range !== undefined) this.skipDeleted(range);
    if (this.losses.length > 0) this.goOn([]);
    return true;
  }

  /** Reads all of a topic that was made again. What nobody had read of the one before is gone. */
  private startOver(partition: number, ranges: readonly Range[]): void {
    this.lose(
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
    this.lose(partition, low - next, `partition ${partition}: ${what}`);
    this.next.set(partition, low);
  }

  private async ranges(): Promise<Range[]> {
    const offsets = await this.admin.fetchTopicOffsets(this.options.topic);
    return offsets.map(({ partition, low, high }) => {
      return { partition, low: Number(low), high: Number(high) };
    });
  }

  private lose(partition: number, missing: number | null, reason: string): void {
    const { newest, clock } = this.options;
    const to = clock.now() * microsPerMilli;
    const from = Math.min(newest.get(wayOf(partition))?.receivedAt ?? to, to);
    this.losses.push({ note: 'lost', symbol: null, from, to, missing, reason });
  }
}

const wayOf = (partition: number): string => `p${partition}`;
