/** The part of a tape that a process keeps because some of its runs have not taken it yet. */

import { FactColumns } from '#contracts';
import type { TapePiece, TapePieces } from './tape-walk.js';

export class TapeWindow implements TapePieces {
  /** Facts so far. */
  length = 0;
  private pieces: TapePiece[] = [];
  /** Number of the first piece that is kept. */
  private first = 0;

  /** Takes the next facts: those of `facts` from row `from` on. */
  add(facts: FactColumns, from = 0): void {
    this.pieces.push({ facts, before: this.length - from });
    this.length += facts.count - from;
  }

  pieceAt(number: number): TapePiece | undefined {
    return this.pieces[number - this.first];
  }

  /** Drops the pieces before this one. */
  dropBefore(number: number): void {
    if (number <= this.first) return;
    const last = this.first + this.pieces.length;
    this.pieces.splice(0, number - this.first);
    this.first = Math.min(number, last);
  }

  /** Copies the last piece, if it is kept: its columns are about to be reused. */
  keepLast(): void {
    const last = this.pieces.pop();
    if (last === undefined) return;
    const { facts, before } = last;
    const copy = new FactColumns(facts.count);
    copy.appendRows(facts, 0, facts.count);
    copy.endsInstant.set(facts.endsInstant.subarray(0, facts.count));
    this.pieces.push({ facts: copy, before });
  }

  /** Facts that are kept. */
  get kept(): number {
    return this.length - (this.pieces[0]?.before ?? this.length);
  }
}
