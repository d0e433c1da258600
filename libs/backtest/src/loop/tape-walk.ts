/**
 * A run's way along the pieces of a tape that are in memory: as far as it may go, or until it waits
 * for an answer.
 */

import type { FactColumns } from '#contracts';
import type { RunLoop } from './run-loop.js';

/** Facts that follow each other, with the seq of the fact before them. */
export interface TapePiece {
  readonly facts: FactColumns;
  readonly before: number;
}

/** Pieces by number, from 0; those that every walk has passed may be gone. */
export interface TapePieces {
  pieceAt(number: number): TapePiece | undefined;
}

export class TapeWalk {
  /** Number of the piece that comes next. */
  piece = 0;
  /** Seq of the last fact that the run has taken. */
  asOf = 0;

  constructor(
    private readonly tape: TapePieces,
    private readonly loop: Pick<RunLoop, 'advance' | 'waiting'>,
  ) {}

  /**
   * Lets the run take the facts at hand, up to fact `until`; stops if the run waits for its agent.
   */
  go(until = Infinity): void {
    while (this.loop.waiting === undefined) {
      const piece = this.tape.pieceAt(this.piece);
      if (piece === undefined) return;
      const { facts, before } = piece;
      const from = this.asOf - before;
      const to = Math.min(facts.count, until - before);
      if (from < to) this.asOf = before + this.loop.advance(facts, from, to);
      if (this.asOf < before + facts.count) return;
      this.piece++;
    }
  }
}
