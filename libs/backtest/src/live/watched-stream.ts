/** A tape that is passed on as it is, with note taken of where its sessions close and where its instants end. */

import { factKinds, type FactColumns } from '#contracts';
import type { FactStream } from '#tape';

/** Places that are kept at most: a restart passes many of them at once. */
const closesMax = 1_000;

export class WatchedStream implements FactStream {
  /** Sessions that have closed. */
  sessionsClosed = 0;
  /** Knowledge time of the last fact, microseconds; 0 before any. */
  time = 0;
  /** Seq of the last fact of the last whole instant. */
  private whole = 0;
  /** Seq of each of the last session closes, which are the last facts of their instants. */
  private readonly closes: number[] = [];

  constructor(private readonly stream: FactStream) {}

  get header() {
    return this.stream.header;
  }

  get facts(): number {
    return this.stream.facts;
  }

  next(): FactColumns | null | Promise<FactColumns | null> {
    const released = this.stream.next();
    if (released instanceof Promise) return released.then((facts) => this.watch(facts));
    return this.watch(released);
  }

  hash(): string {
    return this.stream.hash();
  }

  close(): void {
    this.stream.close();
  }

  /** The last session close at or before a fact; null where there is none. */
  closeUpTo(seq: number): number | null {
    return this.closes.findLast((close) => close <= seq) ?? null;
  }

  /** The last place at or before a fact at which a tape may be cut. */
  placeUpTo(seq: number): number | null {
    return seq >= this.whole && this.whole > 0 ? this.whole : this.closeUpTo(seq);
  }

  private watch(facts: FactColumns | null): FactColumns | null {
    if (facts === null) return null;
    const before = this.stream.facts - facts.count;
    for (let row = 0; row < facts.count; row++) {
      if (facts.endsInstant[row] === 1) this.whole = before + row + 1;
      if (facts.kind[row] !== factKinds.sessionClose) continue;
      this.sessionsClosed++;
      this.closes.push(before + row + 1);
    }
    if (this.closes.length > closesMax) this.closes.splice(0, this.closes.length - closesMax);
    this.time = facts.knowledgeTime[facts.count - 1] as number;
    return facts;
  }
}
