/** Numbered pieces put into order: what came before is dropped, what comes early waits for what is missing. */

import { conflict } from '#values';

/** Items `first` to `first + length - 1`, in whatever form. */
interface Piece<P> {
  readonly first: number;
  readonly length: number;
  readonly content: P;
}

/** A piece with nothing missing before it. Its items from `from` on are new; `from` counts within the piece. */
interface NewItems<P> {
  readonly content: P;
  readonly from: number;
}

/** Pieces that may wait for a missing one: a bound against a sender that has lost its place. */
const waitingMax = 10_000;

/**
 * Redelivery, overlapping pieces and pieces out of order come out as one gapless sequence. Items of equal number are
 * equal by contract, so that it does not matter whose copy is kept.
 */
export class InOrder<P> {
  /** Number of the next item that is missing. */
  next = 1;
  private waiting: Piece<P>[] = [];

  /** `name`: for messages. */
  constructor(private readonly name: string) {}

  /**
   * The pieces that nothing is missing before, this one and those that waited for it; also when none of their items is
   * new, because a piece may say more than its items. `Conflict` when too many wait for one that does not come.
   */
  accept(first: number, length: number, content: P): readonly NewItems<P>[] {
    const taken: NewItems<P>[] = [];
    const piece = { first, length, content };
    if (first > this.next) this.hold(piece);
    else this.take(piece, taken);
    while (taken.length > 0 && this.waiting.length > 0) {
      const index = this.waiting.findIndex((one) => one.first <= this.next);
      if (index < 0) break;
      this.take(this.waiting[index] as Piece<P>, taken);
      this.waiting.splice(index, 1);
    }
    return taken;
  }

  /** Whether something waits for what is missing. */
  get hasGap(): boolean {
    return this.waiting.length > 0;
  }

  private take({ first, length, content }: Piece<P>, taken: NewItems<P>[]): void {
    const from = Math.min(length, this.next - first);
    this.next = Math.max(this.next, first + length);
    taken.push({ content, from });
  }

  private hold(piece: Piece<P>): void {
    const { first, length } = piece;
    const isKnown = this.waiting.some((one) => one.first === first && one.length === length);
    if (isKnown && length > 0) return;
    if (this.waiting.length === waitingMax) {
      throw conflict('messages are missing', {
        where: this.name,
        expected: `number ${this.next}`,
        found: `${waitingMax} messages behind it`,
      });
    }
    this.waiting.push(piece);
  }
}
