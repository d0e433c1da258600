/** Makes what a processor emits durable, as long as its partition is ours and the service goes on. */

import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, isFailure, unavailable } from '#values';
import type { BatchControls, MessageLog, OutgoingMessage } from '#event-log';
import type { HostTimes, ProcessorHostOptions } from './host-options.js';
import type { PartitionOwnership } from './partition-ownership.js';

interface MessageEmitterOptions
  extends
    Pick<ProcessorHostOptions, 'log' | 'partitionOf' | 'metrics' | 'logger'>,
    Pick<HostTimes, 'giveUpMs'> {
  readonly ownership: PartitionOwnership;
}

export class MessageEmitter {
  private isEnding = false;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(private readonly options: MessageEmitterOptions) {}

  /**
   * True when all messages are durable; false when the partition was lost before that, and whoever has it now says
   * what is still to be said. `Unavailable` when the log stays away.
   */
  async emit(messages: readonly OutgoingMessage[], controls: BatchControls): Promise<boolean> {
    const { log, metrics, logger, giveUpMs } = this.options;
    let hasFailed = false;
    const done = await appendPatiently(messages, {
      log,
      // A service that ends waits for no log: what is not said now is said after the restart.
      mayAppend: () => controls.isOwned() && !(this.isEnding && hasFailed),
      giveUpMs,
      onRetry: (error) => {
        hasFailed = true;
        const [first] = messages;
        if (first !== undefined) metrics.appendRetried(first.topic);
        logger.warn({ err: error }, 'an append failed and is repeated');
        void controls.heartbeat();
      },
    });
    if (done) metrics.appended(messages);
    return done;
  }

  /** For what a processor says unasked: as `emit`, for partitions that are ours now; the numbers of those. */
  async publish(messages: readonly OutgoingMessage[]): Promise<readonly number[]> {
    const { ownership, partitionOf } = this.options;
    const numbers = [...new Set(messages.map(({ key }) => partitionOf(key)))];
    const tenures = numbers.map((number) => ownership.of(number));
    const isOwned = () => tenures.every((tenure) => tenure?.isHeld === true);
    const emitting = this.emit(messages, { isOwned, heartbeat: async () => {} });
    this.underWay.add(emitting);
    try {
      return (await emitting) ? numbers : [];
    } finally {
      this.underWay.delete(emitting);
    }
  }

  /** From now on, nothing is repeated. */
  end(): void {
    this.isEnding = true;
  }

  /** Settles when no append is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }
}

/** What a processor is told that has published for a partition which is no longer ours. */
export function lostPartition([first]: readonly Pick<OutgoingMessage, 'topic' | 'key'>[]): Error {
  return conflict('the partition is somebody else’s by now', {
    where: `${first?.topic ?? ''}: ${first?.key ?? ''}`,
  });
}

interface PatientAppend {
  readonly log: Pick<MessageLog, 'append'>;
  /** Asked before every attempt; once it says no, nothing more is appended. */
  readonly mayAppend: () => boolean;
  /** Told of an attempt that failed and will be repeated. */
  readonly onRetry?: (error: Error) => void;
  /** From the first failure on, until the error is thrown. */
  readonly giveUpMs: number;
}

/** Messages, and characters, of one append. */
const messagesMax = 1_000;
const charactersMax = 1_000_000;

const firstWaitMs = 50;
const waitMaxMs = 2_000;

/**
 * Appends in pieces, in order. True when all of it is durable, false when `mayAppend` said no before that.
 * `Unavailable` when the log could not be reached for `giveUpMs`; other errors at once. A piece may stand there twice.
 */
export async function appendPatiently(
  messages: readonly OutgoingMessage[],
  options: PatientAppend,
): Promise<boolean> {
  for (const piece of piecesOf(messages)) {
    if (!(await appendPiece(piece, options))) return false;
  }
  return true;
}

async function appendPiece(
  piece: readonly OutgoingMessage[],
  { log, mayAppend, onRetry, giveUpMs }: PatientAppend,
): Promise<boolean> {
  let firstFailureMs: number | undefined;
  for (let waitMs = firstWaitMs; mayAppend(); waitMs = Math.min(2 * waitMs, waitMaxMs)) {
    try {
      await log.append(piece);
      return true;
    } catch (error) {
      if (!isFailure(error, 'Unavailable')) throw error;
      firstFailureMs ??= performance.now();
      if (performance.now() - firstFailureMs >= giveUpMs) {
        throw unavailable('messages could not be appended', {
          where: piece[0]?.topic ?? '',
          expected: `the log to be back within ${giveUpMs} ms`,
          found: error.message,
          cause: error,
        });
      }
      onRetry?.(error);
      await sleep(waitMs);
    }
  }
  return false;
}

function* piecesOf(messages: readonly OutgoingMessage[]): Generator<readonly OutgoingMessage[]> {
  let from = 0;
  let characters = 0;
  for (let to = 0; to < messages.length; to++) {
    const { length } = (messages[to] as OutgoingMessage).value;
    const isFull = to - from === messagesMax || characters + length > charactersMax;
    if (isFull && to > from) {
      yield messages.slice(from, to);
      from = to;
      characters = 0;
    }
    characters += length;
  }
  if (from < messages.length) yield messages.slice(from);
}
