/** The tapes that runs of this process need, in memory; for all others, only where they begin. */

import {
  brokenMessage,
  type MessageBatch,
  type NeededTapes,
  type Position,
  type StoredMessage,
} from '#event-log';
import type { TapeClosed, TapeFacts, TapeFailed, TapeOpened } from '#contracts/streams/market';
import { LoadedTape } from './loaded-tape.js';
import { readMessages, type OnBroken } from '../messages/message-reader.js';
import { wholeTape, type LookBack, TapeReaders } from './tape-readers.js';

/** Limits on tapes kept in memory that no run needs any more: the next submission may need them. */
interface SpareTapes {
  readonly tapes: number;
  /** Total of all of them. */
  readonly facts: number;
}

const usualSpares: SpareTapes = { tapes: 4, facts: 1_000_000 };

/**
 * Skips a tape's messages until a run needs it. If it has skipped some by then, it rereads
 * `market.tape` from the first of them, and meanwhile skips first deliveries of the tape's
 * messages. Once the reread has caught up with the first reader, the tape follows first deliveries:
 * the two meet at an offset of its partition, without gaps, and duplicates are dropped by number.
 *
 * A message under the key of a tape can be in a partition that is not the tape's: unreadable ones
 * may be anywhere. All partitions with such a message are reread.
 *
 * The runs of a tape share one copy of it. If a run arrives after facts of a live tape have left
 * that copy, it gets another, which is reread from the start of the tape; the first copy
 * continues unchanged.
 */
export class TapeLibrary implements NeededTapes {
  /** By tape. */
  private readonly copies = new Map<string, TapeCopy[]>();
  /**
   * The offset of the first message under the key of each tape seen so far, by tape and partition.
   */
  private readonly begins = new Map<string, Map<number, number>>();
  /** By partition, the offset after what has been read of `market.tape`, not counting rereads. */
  private readonly read = new Map<number, number>();
  /** The same of the current reread; it has the partitions that are reread, and no others. */
  private readonly readAgain = new Map<number, number>();
  /** Partitions of `market.tape` that were read up to their end at that time. */
  private readonly caughtUp = new Set<number>();
  private readonly stopped = new Set<number>();
  /**
   * Copies that are followed without a run that needs them, the most recently released one last.
   */
  private readonly unneeded = new Set<TapeCopy>();

  constructor(private readonly spares = usualSpares) {}

  /** The tape as `run` reads it, once it was opened. */
  get(tape: string, run: string): LoadedTape | undefined {
    return this.copyOf(tape, run)?.loaded;
  }

  /** Facts in memory. */
  get facts(): number {
    return this.all().reduce((sum, { held }) => sum + held, 0);
  }

  /** Whether we have caught up with the tape. */
  isCaughtUp(tape: string): boolean {
    const partitions = this.partitionsOf(tape);
    return partitions.length > 0 && partitions.every((one) => this.caughtUp.has(one));
  }

  /** Marks the tape as needed by a run, from its start, until the run releases it. */
  need(tape: string, run: string, lookBack: LookBack = wholeTape): void {
    if (this.copyOf(tape, run) !== undefined) return;
    const copy = this.copies.get(tape)?.find((one) => one.isFromStart) ?? this.newCopy(tape);
    copy.readers.add(run, lookBack);
    this.unneeded.delete(copy);
    if (this.begins.has(tape) && copy.follows === 'none') copy.follows = 'missed';
  }

  release(tape: string, run: string): void {
    const copy = this.copyOf(tape, run);
    if (copy === undefined) return;
    copy.readers.leave(run);
    if (copy.readers.size > 0) return;
    if (copy.follows === 'first' && copy.isFromStart) this.unneeded.add(copy);
    else this.forget(copy);
    this.trim();
  }

  beginAgain(): readonly Position[] {
    if (this.isReadingAgain) return [];
    this.readAgain.clear();
    const from = new Map<number, number>();
    for (const copy of this.following('missed')) {
      const begins = [...(this.begins.get(copy.tape) ?? [])].filter(
        ([partition]) => !this.stopped.has(partition),
      );
      copy.follows = begins.length > 0 ? 'reread' : 'none';
      for (const [partition, offset] of begins) {
        from.set(partition, Math.min(offset, from.get(partition) ?? offset));
      }
    }
    for (const partition of from.keys()) this.readAgain.set(partition, 0);
    return [...from].map(([partition, offset]) => ({ topic: 'market.tape', partition, offset }));
  }

  get isReadingAgain(): boolean {
    return this.following('reread').length > 0;
  }

  standStill(partition: number): void {
    this.stopped.add(partition);
    this.meet();
  }

  /**
   * Processes a batch of `market.tape`, `isAgain` if it is reread. Returns the tapes that are now
   * longer or complete, failed ones included.
   */
  receive(batch: MessageBatch, onBroken?: OnBroken, isAgain = false): ReadonlySet<string> {
    if (!isAgain) for (const message of batch.messages) this.noteStart(message);
    const grown = this.applyAll(batch, isAgain ? 'reread' : 'first', onBroken);
    const { nextOffset: next } = batch;
    if (next >= batch.endOffset) this.caughtUp.add(batch.partition);
    const read = this.read.get(batch.partition) ?? 0;
    if (!isAgain) this.read.set(batch.partition, Math.max(read, next));
    else if (this.readAgain.has(batch.partition)) {
      this.readAgain.set(batch.partition, next);
      this.meet();
    }
    if (this.unneeded.size > 0) this.trim();
    return grown;
  }

  /**
   * Notes where a tape begins, at its first message, and follows it from there if a run needs it.
   */
  private noteStart({ partition, offset, key }: StoredMessage): void {
    let begins = this.begins.get(key);
    if (begins === undefined) {
      begins = new Map();
      this.begins.set(key, begins);
      for (const copy of this.copies.get(key) ?? []) copy.follows = 'first';
    }
    begins.set(partition, Math.min(offset, begins.get(partition) ?? offset));
  }

  /**
   * Where the reread has caught up with the first reader, tapes follow first
   * deliveries from here on.
   */
  private meet(): void {
    for (const copy of this.following('reread')) {
      const partitions = this.partitionsOf(copy.tape).filter((one) => this.readAgain.has(one));
      const reading = partitions.filter((one) => !this.stopped.has(one));
      if (reading.length === 0) copy.follows = 'none';
      else if (reading.every((one) => this.hasMet(one))) copy.follows = 'first';
    }
  }

  private hasMet(partition: number): boolean {
    return (this.readAgain.get(partition) ?? 0) >= (this.read.get(partition) ?? 0);
  }

  private partitionsOf(tape: string): number[] {
    return [...(this.begins.get(tape)?.keys() ?? [])];
  }

  private following(deliveries: Deliveries): TapeCopy[] {
    return this.all().filter(({ follows }) => follows === deliveries);
  }

  private all(): TapeCopy[] {
    return [...this.copies.values()].flat();
  }

  private copyOf(tape: string, run: string): TapeCopy | undefined {
    return this.copies.get(tape)?.find(({ readers }) => readers.has(run));
  }

  private newCopy(tape: string): TapeCopy {
    const copy = new TapeCopy(tape);
    this.copies.set(tape, [...(this.copies.get(tape) ?? []), copy]);
    return copy;
  }

  /** Drops facts that no run needs, beyond the spare limits, the least recently released first. */
  private trim(): void {
    let facts = 0;
    for (const { held } of this.unneeded) facts += held;
    for (const copy of this.unneeded) {
      if (this.unneeded.size <= this.spares.tapes && facts <= this.spares.facts) return;
      facts -= copy.held;
      this.forget(copy);
    }
  }

  private forget(copy: TapeCopy): void {
    this.unneeded.delete(copy);
    const others = this.copies.get(copy.tape)?.filter((one) => one !== copy) ?? [];
    if (others.length === 0) this.copies.delete(copy.tape);
    else this.copies.set(copy.tape, others);
  }

  private applyAll(
    batch: MessageBatch,
    from: Deliveries,
    onBroken: OnBroken | undefined,
  ): ReadonlySet<string> {
    const grown = new Set<string>();
    const copiesOf = (tape: string): TapeCopy[] =>
      this.copies.get(tape)?.filter(({ follows }) => follows === from) ?? [];
    const messages = batch.messages.filter(({ key }) => copiesOf(key).length > 0);
    const taken = { ...batch, messages };
    for (const { message, stored } of readMessages('market.tape', taken, onBroken)) {
      try {
        for (const copy of copiesOf(message.tape)) {
          if (copy.take(message)) grown.add(message.tape);
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        onBroken?.(brokenMessage(stored, error.message));
      }
    }
    return grown;
  }
}

/** Messages of a tape after its opening. */
type TapeNews = TapeFacts | TapeClosed | TapeFailed;

/** Which deliveries a tape follows. `missed`: some messages were skipped, and have to be reread. */
type Deliveries = 'none' | 'first' | 'reread' | 'missed';

/**
 * One tape as some runs of this process read it, with the deliveries it follows and the state
 * built from them.
 */
class TapeCopy {
  follows: Deliveries = 'none';
  readonly readers = new TapeReaders();
  /** Set once the tape was opened. */
  loaded: LoadedTape | undefined;
  /** Messages that arrived before the opening: partitions keep the order, redelivery does not. */
  private readonly early: TapeNews[] = [];

  constructor(readonly tape: string) {}

  /** Whether a run can still start on it. */
  get isFromStart(): boolean {
    return this.loaded?.isFromStart !== false;
  }

  /** Facts in memory. */
  get held(): number {
    return this.loaded?.held ?? 0;
  }

  /** Applies a message; true if the tape is now longer or at its end. */
  take(message: TapeOpened | TapeNews): boolean {
    if (message.type !== 'TapeOpened') {
      if (this.loaded !== undefined) return this.loaded.take(message);
      this.early.push(message);
      return false;
    }
    if (this.loaded !== undefined) return false;
    this.loaded = new LoadedTape(message.header, this.readers);
    for (const one of this.early.splice(0)) this.loaded.take(one);
    return true;
  }
}
