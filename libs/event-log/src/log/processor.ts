/** What a service does, apart from where its messages come from: messages of its partitions in, messages out. */

import type { TopicName } from '#contracts/streams/topics';
import type { BatchControls, MessageBatch, OutgoingMessage, Position } from './message-log.js';

/**
 * Where the inputs of a partition ended when it was opened, of those with something left to read. The topic on which
 * work begins was looked at last: what other topics say then was begun before.
 */
export type Unread = ReadonlyMap<TopicName, number>;

/** Which tapes have to be read again: `market.tape` is read once, and runs come whenever they come. */
export interface NeededTapes {
  /**
   * Begins to read again what is needed and was passed by: from where in which partitions, and in no others. Empty
   * where nothing is, or while that is under way.
   */
  beginAgain(): readonly Position[];
  /** False once reading again has met what was read before, or nobody needs it any more: it may stop. */
  readonly isReadingAgain: boolean;
  /** A partition of `market.tape` stands still at a broken message: nothing of it is read again. */
  standStill(partition: number): void;
  /** Facts in memory. */
  readonly facts: number;
}

/**
 * A state machine over the partitions that its process owns. It never waits for messages, reads no clock but one that
 * it was handed, and answers the same for the same messages. Everything that it emits is numbered without gaps within
 * its key; what comes in twice it drops.
 */
export interface Processor {
  /**
   * Topics read as a member of a group: first that on which work begins; `output` is among them where the processor has
   * to know what it wrote.
   */
  readonly inputs: readonly TopicName[];
  readonly output: TopicName;
  /** Whether it reads tapes as well: `tapeBatch` gets `market.tape`, all partitions, from the start. */
  readonly readsTapes: boolean;
  /** Of one that passes by the tapes that it does not need, and has them read again when it does. */
  readonly tapes?: NeededTapes;
  /** Called with each message that cannot be read; the host sends it to `dead-letters`. Set by the host. */
  onBroken?: (broken: BrokenMessage) => void;
  /**
   * Appends what comes by itself and not as an answer to a message: of a clock that waits, of a source that is read
   * on and on. Settles when it is durable. Set by the host before `open`.
   */
  publish?: (messages: readonly OutgoingMessage[]) => Promise<void>;
  /** How many partitions `output` has. Set by the host before `open`. */
  partitionCount?: number | undefined;
  /**
   * A partition is ours. Nothing is emitted for it before the messages of `output` below `outputEnd` have come
   * back: they say what was written already. `outputEnd` is 0 where reading starts behind all of them.
   */
  open(partition: number, outputEnd: number, unread: Unread): void;
  /** The next messages of one partition; what to append, in order. */
  receive(
    batch: MessageBatch,
    controls?: BatchControls,
  ): readonly OutgoingMessage[] | Promise<readonly OutgoingMessage[]>;
  /**
   * The next messages of `market.tape`; what to append now that tapes are longer. `isAgain`: of those that are read
   * again because `tapes` asked for it.
   */
  tapeBatch?(
    batch: MessageBatch,
    controls?: BatchControls,
    isAgain?: boolean,
  ): readonly OutgoingMessage[] | Promise<readonly OutgoingMessage[]>;
  /**
   * Whether somebody waits for what comes on `output` from now on; nobody does, where it is left out: a processor knows
   * what it said itself.
   */
  awaitsOutput?(partition: number): boolean;
  /** The partition is somebody else's; its state may go. */
  close(partition: number): void;
  /** From where a successor has to read: below it is nothing that unfinished work needs. */
  restartAt(partition: number): readonly Position[];
}

/** A message that a processor cannot read. It is passed by; an error thrown by `receive` is a bug instead. */
export interface BrokenMessage {
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  /** Raw bytes if they are not UTF-8. */
  readonly value: string | Buffer;
  readonly reason: string;
}
