/** Rereads tapes that were skipped before a run needed them, with one tail at a time. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure, unavailable } from '#values';
import type { MessageBatch, MessageLog, NeededTapes, Position, Tail } from '#event-log';
import type { ServiceLog } from '../log/service-log.js';

const topic = 'market.tape';
const waitMs = 500;

interface TapeRereadingOptions {
  readonly log: Pick<MessageLog, 'tail' | 'endOffsets'>;
  /** Undefined for a processor without tapes: nothing is reread. */
  readonly tapes: NeededTapes | undefined;
  /** Takes a reread batch, in turn with all others, and then calls `look`. */
  readonly take: (batch: MessageBatch) => Promise<void>;
  /** Runs work between batches. */
  readonly inTurn: (work: () => void) => Promise<void>;
  readonly logger: ServiceLog;
  /** Milliseconds to wait for an unavailable log. */
  readonly giveUpMs: number;
  readonly onCrash: (error: Error) => void;
}

export class TapeRereading {
  private reading: Promise<void> | undefined;
  private met = Promise.withResolvers<void>();
  private isEnding = false;

  constructor(private readonly options: TapeRereadingOptions) {}

  /** Starts when something has to be reread, stops when nothing has. Call it after each batch. */
  look(): void {
    const { tapes } = this.options;
    if (tapes === undefined || this.isEnding) return;
    if (this.reading !== undefined) {
      if (!tapes.isReadingAgain) this.met.resolve();
      return;
    }
    const from = tapes.beginAgain();
    if (from.length === 0) return;
    this.met = Promise.withResolvers();
    this.reading = this.read(from);
  }

  /** Settles when reading has stopped. */
  async stop(): Promise<void> {
    this.isEnding = true;
    this.met.resolve();
    await this.reading;
  }

  private async read(from: readonly Position[]): Promise<void> {
    const { logger, inTurn, onCrash } = this.options;
    logger.debug({ from }, 'tapes that runs need now are read again');
    try {
      const tail = await this.open(from);
      await this.met.promise;
      await tail?.stop();
    } catch (error) {
      onCrash(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    // What has become necessary meanwhile.
    await inTurn(() => {
      this.reading = undefined;
      this.look();
    });
  }

  /** Undefined if it was stopped before the log responded. */
  private async open(from: readonly Position[]): Promise<Tail | undefined> {
    const { log, giveUpMs, onCrash } = this.options;
    const startedMs = performance.now();
    while (!this.isEnding) {
      try {
        const onBatch = (batch: MessageBatch): Promise<void> => this.options.take(batch);
        return await log.tail({
          topics: [topic],
          from: await this.placesOf(from),
          onBatch,
          onCrash,
        });
      } catch (error) {
        if (!isFailure(error, 'Unavailable')) throw error;
        if (performance.now() - startedMs >= giveUpMs) throw stillAway(giveUpMs, error);
        await sleep(waitMs);
      }
    }
    return undefined;
  }

  /** All partitions: those with nothing to reread start at their ends. */
  private async placesOf(from: readonly Position[]): Promise<Position[]> {
    const ends = await this.options.log.endOffsets(topic);
    return ends.map(
      (offset, partition) =>
        from.find((one) => one.partition === partition) ?? { topic, partition, offset },
    );
  }
}

function stillAway(giveUpMs: number, error: Error): Error {
  return unavailable('tapes could not be read again', {
    where: topic,
    expected: `the log to be back within ${giveUpMs} ms`,
    found: error.message,
    cause: error,
  });
}
