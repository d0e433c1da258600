/** Whole tapes in memory, as they grow: read once a process, shared by all of its runs. */

import { conflict, invariant } from '#values';
import type { FactColumns, TapeHeader } from '#contracts';
import type { TapeClosed, TapeFacts, TapeFailed, TapeOpened } from '#contracts/streams/market';
import { factsOf } from '#contracts/streams/wire-facts';
import type { MessageBatch } from '#event-log';
import { AsOfStore } from '#market-view';
import { InOrder } from './in-order.js';
import { brokenMessage, readMessages, type OnBroken } from './message-reader.js';

type TapeMessage = TapeOpened | TapeFacts | TapeClosed | TapeFailed;

/** The facts of one message that were new, with the seq of the fact before them. */
export interface TapePiece {
  readonly facts: FactColumns;
  readonly before: number;
}

export class LoadedTape {
  /** Holds all bars and lists; every reader brings its cursor. */
  readonly store: AsOfStore;
  readonly pieces: TapePiece[] = [];
  closed: { readonly facts: number; readonly hash: string } | undefined;
  /** Why there will be no more of it, and none of its runs comes to an end. */
  failed: string | undefined;
  private readonly order: InOrder<{ facts: FactColumns; goesOn: boolean }>;

  constructor(readonly header: TapeHeader) {
    const { instruments, tradePrice, priceBasis } = header;
    this.store = new AsOfStore({ instruments, tradePrice, priceBasis, history: null });
    this.order = new InOrder(`market.tape: ${header.id}`);
  }

  /** Seq of the last fact that is here. */
  get length(): number {
    return this.store.lastSeq;
  }

  /** Whether the last fact is here. */
  get isWhole(): boolean {
    return this.closed !== undefined && this.closed.facts === this.length;
  }

  /** Takes facts, in any order and any number of times; true when the tape is longer now. */
  take({ first, facts: wire, goesOn }: TapeFacts): boolean {
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

/** The tapes that this process has seen so far. */
export class TapeLibrary {
  private readonly tapes = new Map<string, LoadedTape>();
  /** What came before its tape was opened: partitions keep the order, redelivery does not. */
  private readonly early = new Map<string, TapeMessage[]>();

  get(tape: string): LoadedTape | undefined {
    return this.tapes.get(tape);
  }

  /** Facts in memory. */
  get facts(): number {
    let facts = 0;
    for (const tape of this.tapes.values()) facts += tape.length;
    return facts;
  }

  /** Takes a batch of `market.tape`; the tapes that are longer, or at their end, now: failed ones too. */
  receive(batch: MessageBatch, onBroken?: OnBroken): ReadonlySet<string> {
    const grown = new Set<string>();
    for (const { message, offset } of readMessages('market.tape', batch, onBroken)) {
      try {
        if (this.take(message)) grown.add(message.tape);
      } catch (error) {
        const stored = batch.messages.find((one) => one.offset === offset);
        if (stored === undefined || !(error instanceof Error)) throw error;
        onBroken?.(brokenMessage(stored, error.message));
      }
    }
    return grown;
  }

  private take(message: TapeMessage): boolean {
    const tape = this.tapes.get(message.tape);
    if (message.type === 'TapeOpened') return tape === undefined && this.open(message);
    if (tape === undefined) {
      const early = this.early.get(message.tape);
      if (early === undefined) this.early.set(message.tape, [message]);
      else early.push(message);
      return false;
    }
    // What comes behind a failure is of a clock that did not know of it.
    if (tape.failed !== undefined) return false;
    if (message.type === 'TapeFacts') return tape.take(message);
    return message.type === 'TapeClosed' ? close(tape, message) : fail(tape, message);
  }

  private open({ tape: id, header }: TapeOpened): boolean {
    this.tapes.set(id, new LoadedTape(header));
    const early = this.early.get(id) ?? [];
    this.early.delete(id);
    for (const message of early) this.take(message);
    return true;
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
