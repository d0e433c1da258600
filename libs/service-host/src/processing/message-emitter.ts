/** Makes a processor's output durable while its partition is ours and the service is running. */

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
   * True when all messages are durable; false when the partition was lost before that, and its new owner publishes the
   * rest. `Unavailable` when the log stays unavailable.
   */
  async emit(messages: readonly OutgoingMessage[], controls: BatchControls): Promise<boolean> {
    const { log, metrics, logger, giveUpMs } = this.options;
    let hasFailed = false;
    const done = await appendPatiently(messages, {
      log,
      // A stopping service does not wait for the log: the rest is published after the restart.
      mayAppend: () => controls.isOwned() && !(this.isEnding && hasFailed),
      giveUpMs,
      onRetry: (error) => {
        hasFailed = true;
        const [first] = messages;
        if (first !== undefined) metrics.appendRetried(first.topic);
        logger.warn({ err: error }, 'an append failed and is repeated');
        void controls.heartbeat().catch(() => undefined);
      },
    });
    if (done) metrics.appended(messages);
    return done;
  }

  /** As `emit`, for output outside of batches and partitions that are ours now; returns the numbers of those. */
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

  /** From now on, failed appends are not retried. */
  end(): void {
    this.isEnding = true;
  }

  /** Settles when all appends have finished. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }
}

/** The error for a processor that publishes for a partition that is no longer ours. */
export function lostPartition([first]: readonly Pick<OutgoingMessage, 'topic' | 'key'>[]): Error {
  return conflict('the partition is somebody else’s by now', {
    where: `${first?.topic ?? ''}: ${first?.key ?? ''}`,
  });
}

interface PatientAppend {
  readonly log: Pick<MessageLog, 'append'>;
  /** Checked before every attempt; once it returns false, nothing more is appended. */
  readonly mayAppend: () => boolean;
  /** Called when an attempt failed and will be retried. */
  readonly onRetry?: (error: Error) => void;
  /** Milliseconds from the first failure until the error is thrown. */
  readonly giveUpMs: number;
}

/** Maximum messages, and characters, per append. */
const messagesMax = 1_000;
const charactersMax = 1_000_000;

const firstWaitMs = 50;
const waitMaxMs = 2_000;

/**
 * Appends in pieces, in order. True when all of it is durable, false when `mayAppend` returned false before that.
 * `Unavailable` if the log was unreachable for `giveUpMs`; other errors at once. A piece may be appended twice.
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
