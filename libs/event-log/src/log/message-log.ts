/**
 * The port to topics: messages appended to partitions, and read back from any offset, alone or as
 * part of a group.
 */

import type { TopicName } from '#contracts/streams/topics';

/** Maximum bytes of key, value and headers together: what every broker accepts by default. */
export const messageBytesMax = 1_000_000;
/** Maximum bytes of a value, which leave room for key and headers. */
export const valueBytesMax = messageBytesMax - 2_000;

export interface OutgoingMessage {
  readonly topic: TopicName;
  /** Messages of one key are in one partition and keep their order. */
  readonly key: string;
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StoredMessage {
  readonly topic: TopicName;
  readonly partition: number;
  /** From 0; may skip where compaction removed messages. */
  readonly offset: number;
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  /** When it was appended, milliseconds. Never folded. */
  readonly timestampMs: number;
  /** Set if the bytes are not UTF-8: reason and raw bytes. `value` is then empty. */
  readonly unreadable?: { readonly reason: string; readonly bytes: Buffer };
}

/**
 * Messages of one partition in offset order; empty if all records of the batch are
 * transaction markers.
 */
export interface MessageBatch {
  readonly topic: TopicName;
  readonly partition: number;
  readonly messages: readonly StoredMessage[];
  /** The offset after the last record of the batch. */
  readonly nextOffset: number;
  /** The offset after the last message of the partition when the batch was read. */
  readonly endOffset: number;
}

export interface BatchControls {
  /**
   * Tells the group that this member is alive; call it between pieces of long work. Never rejects:
   * `isOwned` reports the outcome.
   */
  heartbeat(): Promise<void>;
  /**
   * False once the partition belongs to another member: nothing may be published for it any more.
   */
  isOwned(): boolean;
}

export interface GroupOptions {
  readonly group: string;
  /** Partitions of equal number of all these topics always go to the same member. */
  readonly topics: readonly TopicName[];
  /**
   * Whether to gather messages for a moment (a tenth of a second, unless the log was opened
   * otherwise), so that many arrive at once: for a reader of history, which yields to readers that
   * the run waits for. A hint; a log without a broker has nothing to gather.
   */
  readonly gathers?: boolean;
  /**
   * Called before the first batch of newly owned partitions, by their numbers. Returns the offsets
   * to read from; omitted partitions start at the committed offset, or at 0. Called again when it
   * throws. A partition that stays with the member through a rebalance is not reassigned and
   * continues where it was.
   */
  onAssigned?(partitions: readonly number[]): Promise<readonly Position[]> | readonly Position[];
  /** Partitions no longer owned, after a rebalance or `stop`; their state may be dropped. */
  onRevoked?(partitions: readonly number[]): void | Promise<void>;
  /**
   * Takes one batch; never called concurrently. If it throws, the batch is redelivered
   * after a while.
   */
  onBatch(batch: MessageBatch, controls: BatchControls): Promise<void>;
  /**
   * Whether future messages of a partition may come late, within a second: called when all existing
   * messages have been delivered. A hint that lets a member poll a broker less often.
   */
  mayBeLate?(topic: TopicName, partition: number): boolean;
  /** Called once when the member cannot continue. */
  onCrash?(error: Error): void;
}

export interface Position {
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: number;
}

export interface GroupMember {
  /**
   * Stores where the group resumes by default: `offset` is that of the next message. `Conflict`
   * if a partition is not (or no longer) this member's, `Unavailable` if it could not be stored.
   */
  commit(positions: readonly Position[]): Promise<void>;
  /** Finishes the current batch and leaves the group. Awaiting it inside `onBatch` deadlocks. */
  stop(): Promise<void>;
  /** Whether the member has its partitions. */
  isReady(): boolean;
}

export interface TailOptions {
  readonly topics: readonly TopicName[];
  /**
   * `start`: everything stored. `end`: what is appended from now on. Positions: the rest
   * from the start.
   */
  readonly from: 'start' | 'end' | readonly Position[];
  /**
   * Takes one batch; never called concurrently. If it throws, the batch is redelivered
   * after a while.
   */
  onBatch(batch: MessageBatch): Promise<void> | void;
  onCrash?(error: Error): void;
}

/** Reads all partitions of some topics on its own, outside any group. */
export interface Tail {
  stop(): Promise<void>;
}

export interface TopicLayout {
  readonly topic: TopicName;
  readonly partitions: number;
  readonly compacted: boolean;
}

/**
 * `Unavailable`: topics that do not exist, every call while the broker is silent, and every call
 * after `close`.
 */
export interface MessageLog {
  /** Creates missing topics. `Conflict` if one has a different number of partitions. */
  ensureTopics(layouts: readonly TopicLayout[]): Promise<void>;
  /**
   * For each partition, the offset after its last message; 0 if it is empty because
   * all were deleted.
   */
  endOffsets(topic: TopicName): Promise<number[]>;
  /** For each partition, the offset where the group would resume: the committed one, or 0. */
  committedOffsets(group: string, topic: TopicName): Promise<number[]>;
  /** The given consumer groups that have no members. */
  emptyGroups(groups: readonly string[]): Promise<string[]>;
  /**
   * Appends messages; those of one key in this order, each at least once. Settles when they are
   * durable; `Unavailable` if they cannot be made durable; then none, some or all may have been
   * appended. A message above `messageBytesMax` is `InvalidInput`, and then none is appended.
   */
  append(messages: readonly OutgoingMessage[]): Promise<void>;
  join(options: GroupOptions): Promise<GroupMember>;
  tail(options: TailOptions): Promise<Tail>;
  /** Stops its members and tails as their `stop` does, and releases its resources. */
  close(): Promise<void>;
}
