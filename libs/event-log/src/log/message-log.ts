/** The port to topics: messages appended to partitions, and read back from any offset, alone or as one of a group. */

import type { TopicName } from '#contracts/streams/topics';

/** Bytes of key, value and headers together: what every broker takes with its default settings. */
export const messageBytesMax = 1_000_000;

export interface OutgoingMessage {
  readonly topic: TopicName;
  /** Messages of one key lie in one partition and keep their order. */
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
  /** Set if the bytes are not UTF-8, or a batch could not be decoded: reason and raw bytes. `value` is then empty. */
  readonly unreadable?: { readonly reason: string; readonly bytes: Buffer };
}

/** Messages of one partition in offset order; none if all records of the batch are markers of transactions. */
export interface MessageBatch {
  readonly topic: TopicName;
  readonly partition: number;
  readonly messages: readonly StoredMessage[];
  /** The offset behind the last record of the batch. */
  readonly nextOffset: number;
  /** The offset behind the last message that the partition had when the batch was read. */
  readonly endOffset: number;
}

export interface BatchControls {
  /**
   * Tells the group that this member lives; call it between pieces of long work. Never rejects: what it learns,
   * `isOwned` tells.
   */
  heartbeat(): Promise<void>;
  /** False once the partition belongs to somebody else: nothing may be published for it any more. */
  isOwned(): boolean;
}

export interface GroupOptions {
  readonly group: string;
  /** Partitions of equal number of all these topics always go to the same member. */
  readonly topics: readonly TopicName[];
  /**
   * Whether messages may be gathered for a moment (a tenth of a second, unless the log was opened otherwise), so that
   * many come at once: for a reader of the past, which gives way to those that the run waits for. A hint; a log that
   * asks no broker has nothing to gather.
   */
  readonly gathers?: boolean;
  /**
   * Called before the first batch of newly owned partitions, by their numbers. Says from which offsets to read;
   * what is left out starts at the committed offset, or at 0. Called again when it throws. A partition that stays
   * with the member through a change of the group is not assigned anew and goes on where it was.
   */
  onAssigned?(partitions: readonly number[]): Promise<readonly Position[]> | readonly Position[];
  /** Partitions that are owned no longer, by a change of the group or by `stop`; their state may go. */
  onRevoked?(partitions: readonly number[]): void | Promise<void>;
  /** Takes one batch; never called twice at a time. When it throws, the batch comes again after a while. */
  onBatch(batch: MessageBatch, controls: BatchControls): Promise<void>;
  /**
   * Whether what will be appended to a partition may come late, within a second: asked when everything that was there
   * has come. A hint by which a member asks a broker less often.
   */
  mayBeLate?(topic: TopicName, partition: number): boolean;
  /** Called once when the member cannot go on. */
  onCrash?(error: Error): void;
}

export interface Position {
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: number;
}

export interface GroupMember {
  /**
   * Remembers where the group would go on if nobody said otherwise: `offset` is that of the next message. `Conflict`
   * when a partition is not this member's (any longer), `Unavailable` when it could not be remembered.
   */
  commit(positions: readonly Position[]): Promise<void>;
  /** Finishes the batch in hand and leaves the group. To wait for it inside of `onBatch` is to wait for ever. */
  stop(): Promise<void>;
  /** Whether the member has its partitions. */
  isReady(): boolean;
}

export interface TailOptions {
  readonly topics: readonly TopicName[];
  /** `start`: everything that is kept. `end`: what is appended from now on. Positions: the rest from the start. */
  readonly from: 'start' | 'end' | readonly Position[];
  /** Takes one batch; never called twice at a time. When it throws, the batch comes again after a while. */
  onBatch(batch: MessageBatch): Promise<void> | void;
  onCrash?(error: Error): void;
}

/** Reads all partitions of some topics on its own, in no group. */
export interface Tail {
  stop(): Promise<void>;
}

export interface TopicLayout {
  readonly topic: TopicName;
  readonly partitions: number;
  readonly compacted: boolean;
}

/** `Unavailable`: topics that nobody made, all behind a broker that does not answer, and all after `close`. */
export interface MessageLog {
  /** Makes the topics that are missing. `Conflict` where one has another number of partitions. */
  ensureTopics(layouts: readonly TopicLayout[]): Promise<void>;
  /** For each partition the offset behind its last message; 0 where none is kept, as all of them were deleted. */
  endOffsets(topic: TopicName): Promise<number[]>;
  /** For each partition the offset from which the group would go on: the committed one, or 0. */
  committedOffsets(group: string, topic: TopicName): Promise<number[]>;
  /** Which of these consumer groups have no member. */
  emptyGroups(groups: readonly string[]): Promise<string[]>;
  /**
   * Appends messages; those of one key in this order, each at least once. Settles when they are durable;
   * `Unavailable` when they cannot be made so, and then none, some or all of them may have been appended. A message
   * of more than `messageBytesMax` is `InvalidInput`, and then none is.
   */
  append(messages: readonly OutgoingMessage[]): Promise<void>;
  join(options: GroupOptions): Promise<GroupMember>;
  tail(options: TailOptions): Promise<Tail>;
  /** Stops its members and tails as their `stop` does, and lets go of what it holds. */
  close(): Promise<void>;
}
