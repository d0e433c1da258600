/** The runs that read one copy of a tape, and where they stand on it: what all of them have passed may leave memory. */

import { historyOf } from '#backtest';
import type { StoreReader } from '#market-view';
import { isOpenPlan, type RunPlan } from '#workflows';

/** How much of a tape a run needs behind where it stands. */
export interface LookBack {
  /** Bars per symbol; null for all. */
  readonly history: number | null;
  /** Whether the facts stay that it has passed: another run is likely to need the same tape from its start. */
  readonly keepsFacts: boolean;
}

/** A tape of the past stays whole in memory. One that grows for months cannot. */
export const wholeTape: LookBack = { history: null, keepsFacts: true };

export function lookBackOf(plan: RunPlan): LookBack {
  return isOpenPlan(plan) ? { history: historyOf(plan), keepsFacts: false } : wholeTape;
}

/** Where a run stands. */
export interface TapePlace {
  /** `piece`: number of the piece that it takes next. */
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

  /** Where a run stands from now on; nothing where it has left meanwhile. */
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

  /** Bars per symbol that the one needs which looks back furthest, of those that have left as well; null for all. */
  get history(): number | null {
    return this.furthest;
  }

  /** Where all of them stand; undefined where nothing may go: nobody reads, or somebody needs what was passed. */
  places(): readonly TapePlace[] | undefined {
    const places: TapePlace[] = [];
    for (const { lookBack, place } of this.readers.values()) {
      if (lookBack.keepsFacts || place === undefined || place.cursor.asOf === 0) return undefined;
      places.push(place);
    }
    return places.length === 0 ? undefined : places;
  }
}
