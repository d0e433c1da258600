/**
 * Puts numbered pieces into order: drops what came before, and holds early pieces until the
 * gap is filled.
 */

import { conflict } from '#values';

/** Items `first` to `first + length - 1`, in whatever form. */
interface Piece<P> {
  readonly first: number;
  readonly length: number;
  readonly content: P;
}

/**
 * A piece with nothing missing before it. Its items from `from` on are new; `from` counts
 * within the piece.
 */
interface NewItems<P> {
  readonly content: P;
  readonly from: number;
}

/**
 * Maximum pieces that may wait for a missing one: a bound against a sender that has lost its place.
 */
const waitingMax = 10_000;

/**
 * Turns redelivered, overlapping and out-of-order pieces into one gapless sequence. Items of equal
 * number are equal by contract, so either copy may be kept.
 */
export class InOrder<P> {
  /** Number of the next item that is missing. */
  next = 1;
  private waiting: Piece<P>[] = [];

  /** `name`: for messages. */
  constructor(private readonly name: string) {}

  /**
   * The pieces without a gap before them: this one and those that waited for it. A piece without
   * new items is returned too, because it may carry more than items. Throws `Conflict` when too
   * many wait for a missing one.
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

  /** Whether pieces wait for a missing one. */
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
