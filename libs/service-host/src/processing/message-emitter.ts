/**
 * Makes a processor's output durable while this worker owns the partition and the
 * service is running.
 */

import { conflict } from '#values';
import type { BatchControls, MessageLog, OutgoingMessage } from '#event-log';
import type { HostTimes, ProcessorHostOptions } from './host-options.js';
import type { PartitionOwnership } from './partition-ownership.js';
import { patiently, type Patience } from './patience.js';

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
   * True when all messages are durable; false when the partition was lost before that, and its new
   * owner publishes the rest. `Unavailable` when the log stays unavailable.
   */
  async emit(messages: readonly OutgoingMessage[], controls: BatchControls): Promise<boolean> {
    const { log, metrics, logger, giveUpMs } = this.options;
    let hasFailed = false;
    const done = await appendPatiently(messages, {
      log,
      // A stopping service does not wait for the log: the rest is published after the restart.
      mayTry: () => controls.isOwned() && !(this.isEnding && hasFailed),
      giveUpMs,
      onRetry: (error) => {
        hasFailed = true;
        const [first] = messages;
        if (first !== undefined) metrics.retries.inc({ topic: first.topic });
        logger.warn({ err: error }, 'an append failed and is repeated');
        void controls.heartbeat().catch(() => undefined);
      },
    });
    if (done) metrics.appended(messages);
    return done;
  }

  /**
   * As `emit`, for output outside of batches and currently owned partitions; returns their numbers.
   */
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

/** The error for a processor that publishes for a partition that this worker no longer owns. */
export function lostPartition([first]: readonly Pick<OutgoingMessage, 'topic' | 'key'>[]): Error {
  return conflict('the partition now belongs to another worker', {
    where: `${first?.topic ?? ''}: ${first?.key ?? ''}`,
  });
}

/** Maximum messages, and characters, per append. */
const messagesMax = 1_000;
const charactersMax = 1_000_000;

/**
 * Appends in pieces, in order. True when all of it is durable, false when `mayTry` returned false
 * before that. Throws as `patiently` does. A piece may be appended twice.
 */
export async function appendPatiently(
  messages: readonly OutgoingMessage[],
  { log, ...patience }: Patience & { readonly log: Pick<MessageLog, 'append'> },
): Promise<boolean> {
  for (const piece of piecesOf(messages)) {
    const append = async () => {
      await log.append(piece);
      return true;
    };
    const place = { what: 'messages could not be appended', where: piece[0]?.topic ?? '' };
    if ((await patiently(append, patience, place)) !== true) return false;
  }
  return true;
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
