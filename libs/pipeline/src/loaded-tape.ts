/** A tape in memory, as it grows: read once a process, shared by all of its runs. */

import { conflict, invariant } from '#values';
import type { FactColumns, TapeHeader } from '#contracts';
import type { TapeClosed, TapeFacts, TapeFailed } from '#contracts/streams/market';
import { factsOf } from '#contracts/streams/wire-facts';
import type { TapePiece, TapePieces } from '#backtest';
import { AsOfStore, type DocumentReader } from '#market-view';
import { InOrder } from './in-order.js';

export class LoadedTape implements TapePieces {
  /** Holds all bars and lists; every reader brings its cursor. */
  readonly store: AsOfStore;
  /** Texts behind its facts, once a run of this process needs them. */
  documents: DocumentReader | undefined;
  /** The new facts of each message. */
  private readonly pieces: TapePiece[] = [];
  closed: { readonly facts: number; readonly hash: string } | undefined;
  /** Why there will be no more of it, and none of its runs comes to an end. */
  failed: string | undefined;
  private readonly order: InOrder<{ facts: FactColumns; goesOn: boolean }>;

  constructor(readonly header: TapeHeader) {
    const { instruments, tradePrice, priceBasis, calendar } = header;
    this.store = new AsOfStore({
      ...{ instruments, tradePrice, priceBasis, calendar, history: null },
      documents: { get: (sha256) => this.documents?.get(sha256) },
    });
    this.order = new InOrder(`market.tape: ${header.id}`);
  }

  pieceAt(number: number): TapePiece | undefined {
    return this.pieces[number];
  }

  /** Seq of the last fact that is here. */
  get length(): number {
    return this.store.lastSeq;
  }

  /** Whether the last fact is here. */
  get isWhole(): boolean {
    return this.closed !== undefined && this.closed.facts === this.length;
  }

  /** Takes what is said of it behind its opening; true when it is longer, or at its end, now. */
  take(message: TapeFacts | TapeClosed | TapeFailed): boolean {
    // What comes behind a failure is of a clock that did not know of it.
    if (this.failed !== undefined) return false;
    if (message.type === 'TapeFacts') return this.takeFacts(message);
    return message.type === 'TapeClosed' ? close(this, message) : fail(this, message);
  }

  /** Takes facts, in any order and any number of times; true when the tape is longer now. */
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
    const before = this.length - from;
    this.store.append(facts, from);
    this.pieces.push({ facts, before });
  }
}

/** A tape has one end: another one is a fault of its clock, and nothing that was read since can be trusted. */
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

/** The first end of a tape counts: what is whole stays whole. */
function fail(tape: LoadedTape, { reason }: TapeFailed): boolean {
  if (tape.closed !== undefined) return false;
  tape.failed = reason;
  return true;
}

/** A fact ends its instant where the next one is later; the message says so of its last. */
function markInstants(facts: FactColumns, goesOn: boolean): void {
  const { knowledgeTime, endsInstant, count } = facts;
  invariant(count > 0, 'a message of facts has facts');
  for (let row = 1; row < count; row++) {
    endsInstant[row - 1] = knowledgeTime[row] === knowledgeTime[row - 1] ? 0 : 1;
  }
  endsInstant[count - 1] = goesOn ? 0 : 1;
}
