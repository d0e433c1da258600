/** The tapes that runs of this process need, in memory; of all others, no more than where they begin. */

import type { TapeClosed, TapeFacts, TapeFailed, TapeOpened } from '#contracts/streams/market';
import type { MessageBatch, NeededTapes, Position, StoredMessage } from '#event-log';
import { LoadedTape } from './loaded-tape.js';
import { brokenMessage, readMessages, type OnBroken } from './message-reader.js';

type TapeMessage = TapeOpened | TapeFacts | TapeClosed | TapeFailed;

/** What is kept of tapes that no run needs any more: the next submission may need the same ones. */
export interface SpareTapes {
  readonly tapes: number;
  /** Of all of them together. */
  readonly facts: number;
}

const usualSpares: SpareTapes = { tapes: 4, facts: 1_000_000 };

/**
 * Messages of a tape are passed by, unread, until a run needs it. If some were by then, `market.tape` is read again
 * from the first of them, and meanwhile the tape's messages are passed by where they come first. Once reading again
 * has come as far as the topic has been read, the tape is followed where its messages come first: the two meet at an
 * offset of its partition, with nothing left out, and what comes twice is dropped by its number.
 */
export class TapeLibrary implements NeededTapes {
  /** By tape, the runs that need it. */
  private readonly needed = new Map<string, Set<string>>();
  /** Where each tape begins that was met. */
  private readonly begins = new Map<string, Position>();
  /** By partition, the offset behind what has been read of `market.tape`, apart from reading again. */
  private readonly read = new Map<number, number>();
  /** Partitions of `market.tape` that were read as far as they went then. */
  private readonly caughtUp = new Set<number>();
  private readonly still = new Set<number>();
  private readonly followed = new Set<string>();
  private readonly again = new Set<string>();
  /** Needed, and passed by: to be read again. */
  private readonly missed = new Set<string>();
  private readonly loaded = new Map<string, LoadedTape>();
  /** What came before its tape was opened: partitions keep the order, redelivery does not. */
  private readonly early = new Map<string, TapeMessage[]>();
  /** Tapes that are followed and no run needs, the one let go of last behind the others. */
  private readonly unneeded = new Set<string>();

  private held = 0;

  constructor(private readonly spares = usualSpares) {}

  get(tape: string): LoadedTape | undefined {
    return this.loaded.get(tape);
  }

  /** Facts in memory. */
  get facts(): number {
    return this.held;
  }

  /** Whether everything was read that was said of the tape when its partition was last read to its end. */
  isCaughtUp(tape: string): boolean {
    const begins = this.begins.get(tape);
    return begins !== undefined && this.caughtUp.has(begins.partition);
  }

  /** From now on a run needs the tape, until it lets go of it. */
  need(tape: string, run: string): void {
    const runs = this.needed.get(tape);
    if (runs === undefined) this.needed.set(tape, new Set([run]));
    else runs.add(run);
    this.unneeded.delete(tape);
    const isMet = this.followed.has(tape) || this.again.has(tape);
    if (this.begins.has(tape) && !isMet) this.missed.add(tape);
  }

  letGo(tape: string, run: string): void {
    const runs = this.needed.get(tape);
    if (runs?.delete(run) !== true || runs.size > 0) return;
    this.needed.delete(tape);
    if (this.followed.has(tape)) this.unneeded.add(tape);
    else this.forget(tape);
    this.trim();
  }

  beginAgain(): readonly Position[] {
    if (this.isReadingAgain) return [];
    const from = new Map<number, Position>();
    for (const tape of this.missed) {
      const begins = this.begins.get(tape);
      if (begins === undefined || this.still.has(begins.partition)) continue;
      this.again.add(tape);
      const first = from.get(begins.partition);
      if (first === undefined || begins.offset < first.offset) from.set(begins.partition, begins);
    }
    this.missed.clear();
    return [...from.values()];
  }

  get isReadingAgain(): boolean {
    return this.again.size > 0;
  }

  standStill(partition: number): void {
    this.still.add(partition);
    for (const tape of this.inAgain(partition)) this.again.delete(tape);
  }

  /**
   * Takes a batch of `market.tape`, `isAgain` where it is read again; the tapes that are longer, or at their end, now:
   * failed ones too.
   */
  receive(batch: MessageBatch, onBroken?: OnBroken, isAgain = false): ReadonlySet<string> {
    const isTaken = isAgain
      ? ({ key }: StoredMessage) => this.again.has(key)
      : (message: StoredMessage) => this.follows(message);
    const grown = this.takeAll({ ...batch, messages: batch.messages.filter(isTaken) }, onBroken);
    const next = (batch.messages.at(-1)?.offset ?? -1) + 1;
    if (next >= batch.endOffset) this.caughtUp.add(batch.partition);
    const read = this.read.get(batch.partition) ?? 0;
    if (!isAgain) this.read.set(batch.partition, Math.max(read, next));
    else if (next >= read) this.handOver(batch.partition);
    if (this.unneeded.size > 0) this.trim();
    return grown;
  }

  /** Whether a message that comes first is to be taken; notes where its tape begins. */
  private follows({ topic, partition, offset, key }: StoredMessage): boolean {
    const begins = this.begins.get(key);
    if (begins === undefined && this.needed.has(key)) this.followed.add(key);
    if (begins === undefined || offset < begins.offset) {
      this.begins.set(key, { topic, partition, offset });
    }
    return this.followed.has(key);
  }

  /** Reading again has met the other: what follows is taken where it comes first. */
  private handOver(partition: number): void {
    for (const tape of this.inAgain(partition)) {
      this.again.delete(tape);
      this.followed.add(tape);
    }
  }

  private inAgain(partition: number): string[] {
    return [...this.again].filter((tape) => this.begins.get(tape)?.partition === partition);
  }

  /** Forgets facts that no run needs, beyond what is kept in spare: those that were let go of first. */
  private trim(): void {
    let facts = 0;
    for (const tape of this.unneeded) facts += this.lengthOf(tape);
    for (const tape of this.unneeded) {
      if (this.unneeded.size <= this.spares.tapes && facts <= this.spares.facts) return;
      facts -= this.lengthOf(tape);
      this.forget(tape);
    }
  }

  private forget(tape: string): void {
    const { unneeded, followed, again, missed, loaded, early } = this;
    this.held -= this.lengthOf(tape);
    for (const kept of [unneeded, followed, again, missed, loaded, early]) kept.delete(tape);
  }

  private lengthOf(tape: string): number {
    return this.get(tape)?.length ?? 0;
  }

  private takeAll(batch: MessageBatch, onBroken: OnBroken | undefined): ReadonlySet<string> {
    const grown = new Set<string>();
    for (const { message, offset } of readMessages('market.tape', batch, onBroken)) {
      const before = this.lengthOf(message.tape);
      try {
        if (this.take(message)) grown.add(message.tape);
      } catch (error) {
        const stored = batch.messages.find((one) => one.offset === offset);
        if (stored === undefined || !(error instanceof Error)) throw error;
        onBroken?.(brokenMessage(stored, error.message));
      } finally {
        this.held += this.lengthOf(message.tape) - before;
      }
    }
    return grown;
  }

  private take(message: TapeMessage): boolean {
    const { tape: id } = message;
    const tape = this.loaded.get(id);
    if (message.type === 'TapeOpened') return tape === undefined && this.open(message);
    if (tape !== undefined) return tape.take(message);
    const early = this.early.get(id);
    if (early === undefined) this.early.set(id, [message]);
    else early.push(message);
    return false;
  }

  private open({ tape: id, header }: TapeOpened): boolean {
    this.loaded.set(id, new LoadedTape(header));
    const early = this.early.get(id) ?? [];
    this.early.delete(id);
    for (const message of early) this.take(message);
    return true;
  }
}
