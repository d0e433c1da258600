/** Rereads tapes that were skipped before a run needed them, with one tail at a time. */

import type { MessageBatch, MessageLog, NeededTapes, Position, Tail } from '#event-log';
import type { ServiceLog } from '../log/service-log.js';
import { patiently } from './patience.js';

const topic = 'market.tape';

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
  private open(from: readonly Position[]): Promise<Tail | undefined> {
    const { log, giveUpMs, onCrash, take: onBatch } = this.options;
    const open = async () =>
      log.tail({ topics: [topic], from: await this.placesOf(from), onBatch, onCrash });
    const patience = { giveUpMs, mayTry: () => !this.isEnding };
    return patiently(open, patience, { what: 'tapes could not be read again', where: topic });
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
