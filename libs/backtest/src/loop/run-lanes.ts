/**
 * Runs and their askers, each at its own pace along one tape: one that waits for its agent
 * holds up no other.
 */

import type { FactColumns } from '#contracts';
import type { Cursor } from '#market-view';
import type { OpenedRun, Walker } from './open-run.js';
import { TapeWalk } from './tape-walk.js';
import { TapeWindow } from './tape-window.js';

/**
 * How far the slowest run has come: the facts that it has taken, and the knowledge time of
 * the last of them.
 */
export interface LanesProgress {
  readonly facts: number;
  /** Facts that every run has taken, and answered if an answer was due. */
  readonly answered: number;
  readonly time: number;
}

interface Lane {
  readonly walker: Walker;
  readonly walk: TapeWalk;
  /** Whether it is already set to resume once its answer arrives. */
  isWatched: boolean;
}

export class RunLanes {
  private readonly window = new TapeWindow();
  private readonly lanes: readonly Lane[];
  private failure: { readonly error: unknown } | undefined;
  private change = Promise.withResolvers<void>();

  /** `onProgress` is called after each batch, and whenever a run that waited has advanced. */
  constructor(
    runs: readonly OpenedRun[],
    private readonly onProgress?: (progress: LanesProgress) => void,
  ) {
    // Askers come before their run, so that it finds its tasks asked.
    this.lanes = runs
      .flatMap((run) => [...run.askers, run])
      .map((walker) => {
        return { walker, walk: new TapeWalk(this.window, walker.loop), isWatched: false };
      });
  }

  /** Facts that are kept for runs which have not taken them. */
  get kept(): number {
    return this.window.kept;
  }

  /** Whether every run has taken all facts, and the answer to the last of them. */
  get areDone(): boolean {
    return this.lanes.every(
      ({ isWatched, walk }) => !isWatched && walk.asOf === this.window.length,
    );
  }

  /** Cursors of the runs that have not taken all facts. */
  behind(): readonly Cursor[] {
    if (this.window.kept === 0) return [];
    const { length } = this.window;
    return this.lanes.flatMap(({ walker, walk }) => (walk.asOf < length ? [walker.cursor] : []));
  }

  /**
   * Takes the next facts, whose columns the caller reuses: what a run has not taken yet is copied.
   */
  take(facts: FactColumns): void {
    this.window.add(facts);
    for (const { walker } of this.lanes) walker.loop.foresee?.(facts);
    for (const lane of this.lanes) this.resume(lane);
    this.release();
    if (this.window.kept > 0) this.window.keepLast();
    this.reportProgress();
  }

  /**
   * Settles once `isEnough`, checked again whenever a run has advanced; false if `signal` is
   * aborted first.
   */
  async until(isEnough: () => boolean, signal: AbortSignal | undefined): Promise<boolean> {
    const wake = (): void => this.change.resolve();
    signal?.addEventListener('abort', wake);
    try {
      for (;;) {
        if (this.failure !== undefined) throw this.failure.error;
        if (signal?.aborted === true) return false;
        if (isEnough()) return true;
        await this.change.promise;
        this.change = Promise.withResolvers();
      }
    } finally {
      signal?.removeEventListener('abort', wake);
    }
  }

  private resume(lane: Lane): void {
    if (lane.isWatched) return;
    lane.walk.go();
    const { waiting } = lane.walker.loop;
    if (waiting === undefined) return;
    lane.isWatched = true;
    waiting
      .then(() => {
        lane.isWatched = false;
        this.resume(lane);
        this.release();
        this.reportProgress();
        this.change.resolve();
      })
      .catch((error: unknown) => {
        this.failure ??= { error };
        this.change.resolve();
      });
  }

  private reportProgress(): void {
    if (this.onProgress === undefined) return;
    let slowest = this.lanes[0];
    for (const lane of this.lanes) {
      if (slowest === undefined || lane.walk.asOf < slowest.walk.asOf) slowest = lane;
    }
    if (slowest === undefined || slowest.walk.asOf === 0) return;
    const time = slowest.walker.cursor.time;
    this.onProgress({ facts: slowest.walk.asOf, answered: this.answered, time });
  }

  private get answered(): number {
    let facts = Infinity;
    for (const { isWatched, walk } of this.lanes) {
      facts = Math.min(facts, isWatched ? walk.asOf - 1 : walk.asOf);
    }
    return facts;
  }

  private release(): void {
    let piece = Infinity;
    for (const { walk } of this.lanes) piece = Math.min(piece, walk.piece);
    this.window.dropBefore(piece);
  }
}
