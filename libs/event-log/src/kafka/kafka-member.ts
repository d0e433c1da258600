/**
 * One member of a Kafka consumer group, which recovers by itself from any failure of broker
 * or connection.
 */

import type {
  Consumer,
  ConsumerCrashEvent,
  ConsumerEndBatchProcessEvent,
  ConsumerGroupJoinEvent,
  EachBatchPayload,
} from 'kafkajs';
import { pauseMs } from '#http';
import { conflict, excerpt, invalidInput, unavailable } from '#values';
import type { TopicName } from '#contracts/streams/topics';
import type {
  BatchControls,
  GroupMember,
  GroupOptions,
  MessageBatch,
  Position,
} from '../log/message-log.js';
import { coPartitionAssigner } from './co-partition-assigner.js';
import { messageBatch } from './kafka-batch.js';
import {
  isExpulsion,
  isHopeless,
  isRebalance,
  isUndecodable,
  kafkaFailure,
} from './kafka-failure.js';
import { KafkaLease } from './kafka-lease.js';
import { KafkaPositions } from './kafka-positions.js';
import { clientRetry, newKafka, type KafkaSettings } from './kafka-settings.js';

/**
 * Compressed sizes of a fetch. Decompressing the least takes some ten milliseconds. The most is
 * bounded because no heartbeat is sent until all is decoded: if that outlasts the session, the same
 * is fetched again, without progress.
 */
const gatheredBytes = { minBytes: 65_536, maxBytes: 131_072 };

/** The result of a rebalance for the member. */
interface Assignment {
  readonly consumer: Consumer;
  readonly memberId: string;
  readonly partitions: readonly number[];
}

/** Milliseconds that a partition rests if its messages may be late. */
const restMs = 500;

const restartPauses = { firstMs: 250, mostMs: 2000 };

/**
 * A failed consumer of the library is replaced rather than left to recover, so that there is one
 * recovery path. All partitions are paused from their assignment until `onAssigned` has answered.
 */
export class KafkaMember implements GroupMember {
  private readonly lease: KafkaLease;
  private readonly positions = new KafkaPositions();
  private consumer: Consumer | undefined;
  private running: Promise<void> = Promise.resolve();
  private assignment: Assignment | undefined;
  /** The assignment whose partitions are open: `onAssigned` has settled, and they are read. */
  private prepared: Assignment | undefined;
  private readonly opened = new Set<number>();
  private preparing: Promise<void> = Promise.resolve();
  /** Other members may have owned our partitions since we last did. */
  private interrupted = false;
  private joinAttempts = 0;
  private inHand: Promise<unknown> | undefined;
  private restart: NodeJS.Timeout | undefined;
  private readonly watching: NodeJS.Timeout;
  private failures = 0;
  private stopped: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly options: GroupOptions,
    private readonly left: (member: KafkaMember) => void,
  ) {
    this.lease = new KafkaLease(settings);
    this.watching = setInterval(() => this.watch(), settings.sessionTimeoutMs).unref();
    this.start();
  }

  isReady(): boolean {
    return this.prepared !== undefined && this.prepared === this.assignment && this.lease.isValid;
  }

  async commit(positions: readonly Position[]): Promise<void> {
    if (positions.length === 0) return;
    const where = `group ${this.options.group}`;
    const foreign = positions.find(({ partition }) => !this.owns(partition));
    if (foreign !== undefined || this.consumer === undefined) {
      throw conflict('the partition is not assigned to this member', { where });
    }
    try {
      await this.consumer.commitOffsets(
        positions.map(({ topic, partition, offset }) => ({
          topic: this.settings.prefix + topic,
          partition,
          offset: `${offset}`,
        })),
      );
    } catch (cause) {
      this.lease.refused(cause);
      if (isExpulsion(cause) || isRebalance(cause)) {
        throw conflict('the partition is no longer assigned to this member', { where, cause });
      }
      throw kafkaFailure('offsets cannot be committed', where, cause);
    }
  }

  stop(): Promise<void> {
    this.stopped ??= this.end();
    return this.stopped;
  }

  private async end(): Promise<void> {
    this.ended = true;
    clearTimeout(this.restart);
    clearInterval(this.watching);
    await this.inHand;
    await this.preparing;
    // A consumer that is disconnected while it joins would still join.
    await this.running;
    await this.consumer?.disconnect().catch(() => {});
    this.lease.end();
    this.left(this);
    await this.close([...this.opened]);
  }

  private owns(partition: number): boolean {
    const given = this.assignment?.partitions.includes(partition) === true;
    return given && this.opened.has(partition) && !this.interrupted && this.lease.isValid;
  }

  /**
   * Restarts the member if no heartbeat has got through for longer than a rebalance takes. The
   * library times heartbeats by the wall clock: if that is set back, it sends none until the clock
   * has caught up.
   */
  private watch(): void {
    const { consumer } = this;
    if (consumer === undefined || this.assignment?.consumer !== consumer) return;
    if (this.lease.lapsedMs < this.settings.rebalanceTimeoutMs) return;
    this.crashed(consumer, unavailable('the broker has not heard from the member for too long'));
  }

  private start(): void {
    this.running = this.run().catch((error: unknown) => this.crashed(this.consumer, error));
  }

  private async run(): Promise<void> {
    const { settings, options } = this;
    const consumer = newKafka(settings).consumer({
      groupId: settings.prefix + options.group,
      partitionAssigners: [coPartitionAssigner(() => this.claim())],
      sessionTimeout: settings.sessionTimeoutMs,
      heartbeatInterval: settings.heartbeatMs,
      rebalanceTimeout: settings.rebalanceTimeoutMs,
      maxWaitTimeInMs: settings.fetchWaitMs,
      ...(options.gathers === true && gatheredBytes),
      allowAutoTopicCreation: false,
      retry: { ...clientRetry, retries: 4, restartOnFailure: async () => false },
    });
    this.consumer = consumer;
    consumer.on(consumer.events.GROUP_JOIN, (event) => this.joined(consumer, event));
    consumer.on(consumer.events.HEARTBEAT, () => {
      if (this.consumer === consumer) this.lease.renew();
    });
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
      if (payload.batchSize === 0) this.passed(consumer, payload);
    });
    consumer.on(consumer.events.CRASH, ({ payload }: ConsumerCrashEvent) =>
      this.crashed(consumer, payload.error),
    );
    await consumer.connect();
    await consumer.subscribe({
      topics: options.topics.map((topic) => settings.prefix + topic),
      fromBeginning: true,
    });
    if (this.ended) return;
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.each(consumer, payload),
    });
  }

  /** The partitions that this member reports as held; empty after a failed attempt to join. */
  private claim(): readonly number[] {
    return ++this.joinAttempts === 1 ? [...this.opened] : [];
  }

  /** The library calls this between joining and its first fetch. */
  private joined(consumer: Consumer, { payload }: ConsumerGroupJoinEvent): void {
    const { memberId, memberAssignment } = payload;
    // Only a member known to the group that joins at the first attempt cannot have missed
    // an assignment.
    const known = this.assignment?.consumer === consumer && this.assignment.memberId === memberId;
    if (!known || this.joinAttempts !== 1) this.interrupted = true;
    this.joinAttempts = 0;
    this.failures = 0;
    const partitions = [...new Set(Object.values(memberAssignment).flat())].toSorted(
      (a, b) => a - b,
    );
    const assignment = { consumer, memberId, partitions };
    this.assignment = assignment;
    this.lease.joined();
    consumer.pause(this.places(partitions));
    this.preparing = this.preparing.then(() => this.prepare(assignment));
  }

  private async prepare(assignment: Assignment): Promise<void> {
    while (this.assignment === assignment && !this.ended) {
      try {
        await this.handOver(assignment);
        break;
      } catch (error) {
        this.warn('warn', 'partitions cannot be taken over yet', error);
        await new Promise((resolve) => setTimeout(resolve, this.settings.retryDelayMs));
      }
    }
    if (this.assignment !== assignment || this.ended) return;
    const { consumer, partitions } = assignment;
    unlessEnded(() => {
      for (const { topic, partition, offset } of this.positions.all()) {
        consumer.seek({ topic: this.settings.prefix + topic, partition, offset: `${offset}` });
      }
      this.prepared = assignment;
      consumer.resume(this.places(partitions));
    });
  }

  /** Closes revoked partitions and opens new ones; those kept without a break stay open. */
  private async handOver({ partitions }: Assignment): Promise<void> {
    const gone = [...this.opened].filter(
      (partition) => this.interrupted || !partitions.includes(partition),
    );
    this.interrupted = false;
    await this.close(gone);
    const fresh = partitions.filter((partition) => !this.opened.has(partition));
    if (fresh.length === 0) return;
    const asked = (await this.options.onAssigned?.(fresh)) ?? [];
    for (const position of asked) {
      if (fresh.includes(position.partition)) this.positions.set(position);
    }
    for (const partition of fresh) this.opened.add(partition);
  }

  private async close(gone: readonly number[]): Promise<void> {
    for (const partition of gone) this.opened.delete(partition);
    this.positions.drop(gone);
    if (gone.length > 0) await this.options.onRevoked?.(gone);
  }

  /** A skipped batch is not resolved; it is fetched again if we still own the partition. */
  private async each(consumer: Consumer, payload: EachBatchPayload): Promise<void> {
    // The previous batch may still be in progress, and fetching may have taken most of the session.
    await this.inHand;
    await this.heartbeat(payload);
    if (payload.isStale()) return;
    const batch = messageBatch(this.topicOf(payload.batch.topic), payload.batch);
    const taking = this.take(consumer, batch, () => this.heartbeat(payload));
    this.inHand = taking;
    if (await taking) payload.resolveOffset(`${batch.nextOffset - 1}`);
  }

  /**
   * Delivers the end of a batch of nothing but transaction markers, aborted or compacted records:
   * the library passes over it without `eachBatch`, and the log's readers need to know how far
   * they have read.
   */
  private passed(consumer: Consumer, payload: ConsumerEndBatchProcessEvent['payload']): void {
    const { topic, partition, lastOffset, highWatermark } = payload;
    const batch: MessageBatch = {
      topic: this.topicOf(topic),
      partition,
      messages: [],
      nextOffset: Number(lastOffset) + 1,
      endOffset: Number(highWatermark),
    };
    const before = this.inHand;
    this.inHand = (async () => {
      await before;
      if (await this.take(consumer, batch, async () => {})) return;
      unlessEnded(() => consumer.seek({ topic, partition, offset: lastOffset }));
    })();
  }

  /** Whether the batch was processed while we owned its partition. */
  private async take(
    consumer: Consumer,
    batch: MessageBatch,
    heartbeat: BatchControls['heartbeat'],
  ): Promise<boolean> {
    const { topic, partition, nextOffset: offset } = batch;
    const current = this.consumer === consumer && this.prepared === this.assignment;
    if (!current || this.ended || !this.lease.isQuiet || !this.owns(partition)) return false;
    try {
      await this.options.onBatch(batch, { heartbeat, isOwned: () => this.owns(partition) });
    } catch (error) {
      this.warn('warn', `a batch of ${topic}/${partition} was refused`, error);
      this.rest(consumer, batch, this.settings.retryDelayMs);
      return false;
    }
    if (!this.owns(partition)) return false;
    this.positions.set({ topic, partition, offset });
    const isAtEnd = offset >= batch.endOffset;
    if (isAtEnd && this.options.mayBeLate?.(topic, partition) === true) {
      this.rest(consumer, batch, restMs);
    }
    return true;
  }

  /** Pauses fetching of the partition for a while. */
  private rest(consumer: Consumer, { topic, partition }: MessageBatch, milliseconds: number): void {
    const { prepared } = this;
    const place = [{ topic: this.settings.prefix + topic, partitions: [partition] }];
    unlessEnded(() => consumer.pause(place));
    setTimeout(() => {
      if (this.prepared === prepared) unlessEnded(() => consumer.resume(place));
    }, milliseconds).unref();
  }

  private async heartbeat(payload: EachBatchPayload): Promise<void> {
    try {
      await payload.heartbeat();
    } catch (error) {
      this.lease.refused(error);
    }
  }

  private crashed(consumer: Consumer | undefined, error: unknown): void {
    if (this.consumer !== consumer || this.ended) return;
    this.lease.refused(error);
    const isLost = isUndecodable(error);
    if (isLost || isHopeless(error)) {
      const where = `group ${this.options.group}`;
      const failure = isLost
        ? this.undecodable(where, error)
        : kafkaFailure('a member cannot continue', where, error);
      void this.stop();
      this.options.onCrash?.(failure);
      return;
    }
    this.warn('warn', 'a member lost its connection and comes back', error);
    const delayMs = pauseMs(++this.failures, restartPauses);
    clearTimeout(this.restart);
    this.restart = setTimeout(() => {
      void consumer?.disconnect().catch(() => {});
      this.joinAttempts = 0;
      this.start();
    }, delayMs);
  }

  /** The library does not name the batch, so this names every place that was being read. */
  private undecodable(where: string, cause: unknown): Error {
    const places = new Map(
      this.options.topics.flatMap((topic) =>
        [...this.opened].map((partition) => [`${topic}/${partition}`, 'its committed offset']),
      ),
    );
    for (const { topic, partition, offset } of this.positions.all()) {
      places.set(`${topic}/${partition}`, `offset ${offset}`);
    }
    const listed = [...places].map(([place, from]) => `${place} from ${from}`);
    const what = `a batch cannot be decoded, in ${listed.join(' or ')}`;
    return invalidInput(what, { where, found: excerpt(String(cause), 200), cause });
  }

  private topicOf(name: string): TopicName {
    return name.slice(this.settings.prefix.length) as TopicName;
  }

  private places(partitions: readonly number[]): { topic: string; partitions: number[] }[] {
    return this.options.topics.map((topic) => ({
      topic: this.settings.prefix + topic,
      partitions: [...partitions],
    }));
  }

  private warn(level: 'warn', message: string, error: unknown): void {
    const failure = error instanceof Error ? error : unavailable('no error', { cause: error });
    const detail = { group: this.options.group, error: `${failure.name}: ${failure.message}` };
    this.settings.log({ level, message, detail });
  }
}

/**
 * The library throws when a consumer that ended, perhaps by itself, is paused, resumed or moved.
 */
function unlessEnded(move: () => void): void {
  try {
    move();
  } catch {
    // Its successor begins at the positions of the member.
  }
}
