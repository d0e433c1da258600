/** A run's way along a tape in memory: piece by piece, as far as it may go. */

import type { RunLoop } from '#backtest/run-loop';
import type { LoadedTape } from './loaded-tape.js';

export class TapeWalk {
  private piece = 0;
  /** Seq of the last fact that the run has taken. */
  asOf = 0;

  constructor(
    private readonly tape: LoadedTape,
    private readonly loop: RunLoop,
  ) {}

  /**
   * Lets the run take the next facts, all of one piece and none behind `until`; undefined when there are none. The
   * promise stays open while the run waits for its agent.
   */
  step(until: number): { readonly done: void | Promise<void>; readonly asOf: number } | undefined {
    const piece = this.tape.pieces[this.piece];
    if (piece === undefined) return undefined;
    const from = this.asOf - piece.before;
    const to = Math.min(piece.facts.count, until - piece.before);
    if (to <= from) return undefined;
    const asOf = piece.before + to;
    const done = this.loop.process(piece.facts, from, to);
    this.asOf = asOf;
    if (to === piece.facts.count) this.piece++;
    return { done, asOf };
  }
}
