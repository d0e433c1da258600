/**
 * A growing tape in memory, shared by the runs that read it; facts that all readers have passed
 * may be released.
 */

import { conflict, invariant } from '#values';
import type { FactColumns, TapeHeader } from '#contracts';
import type { TapeClosed, TapeFacts, TapeFailed } from '#contracts/streams/market';
import { factsOf } from '#contracts/streams/wire-facts';
import { TapeWindow, type TapePiece, type TapePieces } from '#backtest';
import { AsOfStore, type DocumentReader, type StoreReader } from '#market-view';
import { InOrder } from '../messages/in-order.js';
import { TapeReaders } from './tape-readers.js';

export class LoadedTape implements TapePieces {
  /** Holds lists, and bars as far back as its readers look; every reader brings its cursor. */
  readonly store: AsOfStore;
  /** Texts behind its facts, once a run of this process needs them. */
  documents: DocumentReader | undefined;
  /** Whether all of its facts so far are in memory, so that a run can begin on it. */
  isFromStart = true;
  /** The new facts of each message. */
  private readonly window = new TapeWindow();
  /** Facts from here on must stay in memory. */
  private readonly start: StoreReader;
  closed: { readonly facts: number; readonly hash: string } | undefined;
  /** Why no more facts follow, and none of its runs can finish. */
  failed: string | undefined;
  private readonly order: InOrder<{ facts: FactColumns; goesOn: boolean }>;

  constructor(
    readonly header: TapeHeader,
    readonly readers = new TapeReaders(),
  ) {
    this.start = { asOf: 0, visible: new Uint32Array(header.instruments.length) };
    this.store = new AsOfStore({
      ...header,
      history: readers.history,
      ticks: 'last',
      documents: { get: (sha256) => this.documents?.get(sha256) },
    });
    this.order = new InOrder(`market.tape: ${header.id}`);
  }

  pieceAt(number: number): TapePiece | undefined {
    return this.window.pieceAt(number);
  }

  /** Seq of the last fact received. */
  get length(): number {
    return this.store.lastSeq;
  }

  /** Facts in memory: some run has not read them, or they are kept for others. */
  get held(): number {
    return this.window.kept;
  }

  /** Whether the last fact has arrived. */
  get isWhole(): boolean {
    return this.closed !== undefined && this.closed.facts === this.length;
  }

  /** Applies messages after the opening; true if the tape is now longer or at its end. */
  take(message: TapeFacts | TapeClosed | TapeFailed): boolean {
    // Messages after a failure come from a clock that did not know of it.
    if (this.failed !== undefined) return false;
    if (message.type === 'TapeFacts') return this.takeFacts(message);
    return message.type === 'TapeClosed' ? close(this, message) : fail(this, message);
  }

  /** Applies facts, in any order and any number of times; true if the tape is now longer. */
  private takeFacts({ first, facts: wire, goesOn }: TapeFacts): boolean {
    const facts = factsOf(wire, `${this.header.id}: facts from ${first}`);
    const news = this.order.accept(first, facts.count, { facts, goesOn });
    const before = this.length;
    for (const { content, from } of news) this.keep(content.facts, from, content.goesOn);
    return this.length > before;
  }

  private keep(facts: FactColumns, from: number, goesOn: boolean): void {
    if (from === facts.count) return;
    markInstants(facts, goesOn);
    this.store.append(facts, from, facts.count, this.release());
    this.window.add(facts, from);
  }

  /** Releases what all readers have passed; returns their positions that the store still serves. */
  private release(): readonly StoreReader[] {
    // A new run may look further back; before it arrived, the store had released nothing.
    if (this.isFromStart) this.store.lookBack(this.readers.history);
    const places = this.readers.places();
    // Once facts are gone, no new run begins here, and all readers have begun.
    if (places === undefined) return [this.start];
    this.isFromStart = false;
    this.window.dropBefore(Math.min(...places.map(({ walk }) => walk.piece)));
    return places.map(({ cursor }) => cursor);
  }
}

/**
 * A tape has one end: a second, different one is a fault of its clock and invalidates
 * everything read since.
 */
function close(tape: LoadedTape, { facts, hash, tape: id }: TapeClosed): boolean {
  const known = tape.closed;
  if (known === undefined) {
    tape.closed = { facts, hash };
    return true;
  }
  if (known.facts === facts && known.hash === hash) return false;
  throw conflict('a tape has two ends', {
    where: id,
    expected: `${known.facts} facts, hash ${known.hash}`,
    found: `${facts} facts, hash ${hash}`,
  });
}

/** The first end of a tape counts: a complete tape stays complete. */
function fail(tape: LoadedTape, { reason }: TapeFailed): boolean {
  if (tape.closed !== undefined) return false;
  tape.failed = reason;
  return true;
}

/** A fact ends its instant if the next one is later; for the last fact, the message tells. */
function markInstants(facts: FactColumns, goesOn: boolean): void {
  const { knowledgeTime, endsInstant, count } = facts;
  invariant(count > 0, 'a message of facts has facts');
  for (let row = 1; row < count; row++) {
    endsInstant[row - 1] = knowledgeTime[row] === knowledgeTime[row - 1] ? 0 : 1;
  }
  endsInstant[count - 1] = goesOn ? 0 : 1;
}
