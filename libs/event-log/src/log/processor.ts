/**
 * The work of a service, independent of where messages come from: messages of its partitions
 * in, messages out.
 */

import type { TopicName } from '#contracts/streams/topics';
import type { BatchControls, MessageBatch, OutgoingMessage, Position } from './message-log.js';

/**
 * Where the inputs of a partition ended when it was opened, for those with something left to
 * read. The primary topic, on which work begins, was checked last: work on the other topics by
 * then had begun before.
 */
export type Unread = ReadonlyMap<TopicName, number>;

/** The tapes to reread: `market.tape` is read once, and runs may arrive at any time. */
export interface NeededTapes {
  /**
   * Starts rereading what is needed and was skipped; returns the positions to reread from, other
   * partitions excluded. Empty if there is none, or while a reread is under way.
   */
  beginAgain(): readonly Position[];
  /** False once the reread has caught up, or is no longer needed: it may stop. */
  readonly isReadingAgain: boolean;
  /** A partition of `market.tape` is stopped at a broken message: nothing of it is reread. */
  standStill(partition: number): void;
  /** Facts in memory. */
  readonly facts: number;
}

/**
 * A state machine over the partitions that its process owns. It never waits for messages, reads
 * only the clock that it was given, and is deterministic in its messages. Everything it emits is
 * numbered without gaps within its key; it drops duplicate input.
 */
export interface Processor {
  /**
   * Topics read as a member of a group, the one on which work begins first; includes `output` if
   * the processor has to know what it wrote.
   */
  readonly inputs: readonly TopicName[];
  readonly output: TopicName;
  /**
   * Whether it reads tapes as well: `tapeBatch` gets `market.tape`, all partitions, from the start.
   */
  readonly readsTapes: boolean;
  /** Only for a processor that skips tapes it does not need, and has them reread when it does. */
  readonly tapes?: NeededTapes;
  /** Called with each unreadable message; the host sends it to `dead-letters`. Set by the host. */
  onBroken?: (broken: BrokenMessage) => void;
  /**
   * Appends output that is not a response to a message: of a clock that waits, or of a source that
   * is read continuously. Settles when it is durable. Set by the host before `open`.
   */
  publish?: (messages: readonly OutgoingMessage[]) => Promise<void>;
  /** How many partitions `output` has. Set by the host before `open`. */
  partitionCount?: number | undefined;
  /**
   * A partition was assigned. Emits nothing for it before the messages of `output` below
   * `outputEnd` have been read back: they show what was written already. `outputEnd` is 0 if
   * reading starts after all of them.
   */
  open(partition: number, outputEnd: number, unread: Unread): void;
  /** Processes the next messages of one partition; returns what to append, in order. */
  receive(
    batch: MessageBatch,
    controls?: BatchControls,
  ): readonly OutgoingMessage[] | Promise<readonly OutgoingMessage[]>;
  /**
   * Processes the next messages of `market.tape`; returns what to append now that tapes are longer.
   * `isAgain`: messages reread because `tapes` requested it.
   */
  tapeBatch?(
    batch: MessageBatch,
    controls?: BatchControls,
    isAgain?: boolean,
  ): readonly OutgoingMessage[] | Promise<readonly OutgoingMessage[]>;
  /**
   * Whether new messages on `output` are awaited; by default they are not:
   * a processor knows its own output.
   */
  awaitsOutput?(partition: number): boolean;
  /** The partition belongs to another worker; its state may be dropped. */
  close(partition: number): void;
  /** Where a successor must resume: unfinished work needs nothing before these positions. */
  restartAt(partition: number): readonly Position[];
}

/**
 * A message that a processor cannot read. It is skipped; an error thrown by `receive` is
 * a bug instead.
 */
export interface BrokenMessage {
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  /** Raw bytes if they are not UTF-8. */
  readonly value: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: string;
}
