/** A source of facts as its messages bring it: chunks in its own order, waited for where they are not there yet. */

import { conflict } from '#values';
import { FactColumns, type FactSource } from '#contracts';
import type { RawEnded, RawFacts } from '#contracts/streams/market';
import { factsOf } from '#contracts/streams/wire-facts';
import { InOrder } from './in-order.js';

export class RawSource implements FactSource {
  readonly name: string;
  readonly rank: number;
  readonly live: boolean;
  private readonly order: InOrder<FactColumns>;
  private readonly queue: FactColumns[] = [];
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

  /** Takes a message of this source, in any order and any number of times. */
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

  /** No more will come: whoever asks for what is not here gets the error. */
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

  /** Facts that have come in order. */
  get facts(): number {
    return this.order.next - 1;
  }

  /** Whether all of its facts have come, and nothing else will. */
  get isOver(): boolean {
    return this.ends !== undefined && this.facts >= this.ends;
  }

  private accept({ first, facts: wire, tape }: RawFacts): void {
    const facts = factsOf(wire, `${tape}: ${this.name}: facts from ${first}`);
    for (const { content, from } of this.order.accept(first, facts.count, facts)) {
      if (from < content.count) this.queue.push(from === 0 ? content : rowsFrom(content, from));
    }
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
    if (waiting === undefined || (this.queue.length === 0 && !this.isOver)) return;
    this.waiting = undefined;
    waiting.settle(this.queue.shift() ?? null);
  }
}

function rowsFrom(facts: FactColumns, from: number): FactColumns {
  const rest = new FactColumns(facts.count - from);
  rest.appendRows(facts, from, facts.count);
  return rest;
}
