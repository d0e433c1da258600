/**
 * A source of facts assembled from its messages: chunks in its own order; readers wait
 * for missing ones.
 */

import { conflict } from '#values';
import { FactColumns, type FactSource } from '#contracts';
import type { RawEnded, RawFacts } from '#contracts/streams/market';
import { factsOf } from '#contracts/streams/wire-facts';
import { InOrder } from '../messages/in-order.js';

export class RawSource implements FactSource {
  readonly name: string;
  readonly rank: number;
  readonly live: boolean;
  private readonly order: InOrder<{ facts: FactColumns; goesOn: boolean }>;
  private readonly queue: FactColumns[] = [];
  /**
   * Only for a live source: pieces whose last instant continues in a message that has not arrived.
   */
  private readonly cut: FactColumns[] = [];
  private ends: number | undefined;
  private failure: Error | undefined;
  private waiting:
    { settle(chunk: FactColumns | null): void; refuse(error: Error): void } | undefined;

  constructor({ source, rank, live }: { source: string; rank: number; live: boolean }) {
    this.name = source;
    this.rank = rank;
    this.live = live;
    this.order = new InOrder(`market.raw: ${source}`);
  }

  /** Accepts a message of this source, in any order and any number of times. */
  take(message: RawFacts | RawEnded): void {
    if (message.type === 'RawEnded') this.end(message);
    else this.accept(message);
    this.serve();
  }

  pull(): FactColumns | null | Promise<FactColumns | null> {
    const next = this.queue.shift();
    if (next !== undefined) return next;
    if (this.isOver) return null;
    if (this.failure !== undefined) throw this.failure;
    return new Promise((settle, refuse) => {
      this.waiting = { settle, refuse };
    });
  }

  /** No more will arrive: a reader that asks for missing facts gets the error. */
  fail(error: Error): void {
    this.failure ??= error;
    if (this.waiting === undefined || this.isOver) return;
    const { refuse } = this.waiting;
    this.waiting = undefined;
    refuse(this.failure);
  }

  close(): void {
    this.waiting?.settle(null);
    this.waiting = undefined;
  }

  /** Whether there is a chunk to pull now. */
  get hasChunk(): boolean {
    return this.queue.length > 0;
  }

  /** Facts that arrived in order. */
  get facts(): number {
    return this.order.next - 1;
  }

  /** Whether all of its facts have arrived, and nothing else will. */
  get isOver(): boolean {
    return this.ends !== undefined && this.facts >= this.ends;
  }

  private accept({ first, facts: wire, tape, goesOn }: RawFacts): void {
    const isCut = goesOn === true;
    const facts = factsOf(wire, `${tape}: ${this.name}: facts from ${first}`);
    for (const { content, from } of this.order.accept(first, facts.count, {
      facts,
      goesOn: isCut,
    })) {
      if (from < content.facts.count) this.keep(rowsFrom(content.facts, from), content.goesOn);
    }
  }

  /** A chunk of a live source ends with a whole instant, wherever its messages were split. */
  private keep(facts: FactColumns, goesOn: boolean): void {
    if (goesOn || this.cut.length > 0) this.cut.push(facts);
    if (goesOn) return;
    this.queue.push(this.cut.length === 0 ? facts : joined(this.cut.splice(0)));
  }

  private end({ facts, tape }: RawEnded): void {
    if (this.ends !== undefined && this.ends !== facts) {
      throw conflict('a source ends twice', {
        where: `${tape}: ${this.name}`,
        expected: `${this.ends} facts`,
        found: `${facts}`,
      });
    }
    this.ends = facts;
  }

  private serve(): void {
    const { waiting } = this;
    if (waiting === undefined || (!this.hasChunk && !this.isOver)) return;
    this.waiting = undefined;
    waiting.settle(this.queue.shift() ?? null);
  }
}

function joined(pieces: readonly FactColumns[]): FactColumns {
  const whole = new FactColumns(pieces.reduce((sum, { count }) => sum + count, 0));
  for (const piece of pieces) whole.appendRows(piece, 0, piece.count);
  return whole;
}

function rowsFrom(facts: FactColumns, from: number): FactColumns {
  if (from === 0) return facts;
  const rest = new FactColumns(facts.count - from);
  rest.appendRows(facts, from, facts.count);
  return rest;
}
