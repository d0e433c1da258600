/**
 * The runs that read one copy of a tape, and their positions on it: what all of them have passed
 * may leave memory.
 */

import { historyOf } from '#backtest';
import type { StoreReader } from '#market-view';
import { isOpenPlan, type RunPlan } from '#workflows';

/** How much of a tape a run needs before its current position. */
export interface LookBack {
  /** Bars per symbol; null for all. */
  readonly history: number | null;
  /**
   * Whether facts that it has passed are kept: another run is likely to need the same tape
   * from its start.
   */
  readonly keepsFacts: boolean;
}

/** A historical tape stays complete in memory. A live tape, which grows for months, cannot. */
export const wholeTape: LookBack = { history: null, keepsFacts: true };

export function lookBackOf(plan: RunPlan): LookBack {
  return isOpenPlan(plan) ? { history: historyOf(plan), keepsFacts: false } : wholeTape;
}

/** Position of a run. */
export interface TapePlace {
  /** `piece`: number of the piece that it reads next. */
  readonly walk: { readonly piece: number };
  readonly cursor: StoreReader;
}

interface TapeReader {
  readonly lookBack: LookBack;
  /** Undefined before its first fact. */
  place: TapePlace | undefined;
}

export class TapeReaders {
  private readonly readers = new Map<string, TapeReader>();
  private furthest: number | null = 1;

  add(run: string, lookBack: LookBack): void {
    if (this.readers.has(run)) return;
    this.readers.set(run, { lookBack, place: undefined });
    const { history } = lookBack;
    this.furthest =
      this.furthest === null || history === null ? null : Math.max(this.furthest, history);
  }

  /** Sets the position of a run; no effect if the run has left meanwhile. */
  stand(run: string, place: TapePlace): void {
    const reader = this.readers.get(run);
    if (reader !== undefined) reader.place = place;
  }

  leave(run: string): void {
    this.readers.delete(run);
  }

  has(run: string): boolean {
    return this.readers.has(run);
  }

  get size(): number {
    return this.readers.size;
  }

  /** The longest look-back of all readers, past ones included, in bars per symbol; null for all. */
  get history(): number | null {
    return this.furthest;
  }

  /**
   * The positions of all readers; undefined if nothing may be released: no readers, or one needs
   * what was passed.
   */
  places(): readonly TapePlace[] | undefined {
    const places: TapePlace[] = [];
    for (const { lookBack, place } of this.readers.values()) {
      if (lookBack.keepsFacts || place === undefined || place.cursor.asOf === 0) return undefined;
      places.push(place);
    }
    return places.length === 0 ? undefined : places;
  }
}
