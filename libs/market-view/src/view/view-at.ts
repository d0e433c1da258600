/** A view fixed at one place of a tape: what tools of one decision read. */

import type { Instant } from '#values';
import type { AsOfStore } from '../store/as-of-store.js';
import { rowAfter } from '../store/bar-series.js';
import { Cursor } from './cursor.js';
import type { MarketView } from './market-view.js';

/** The end of an instant: its last fact, and the knowledge time of that. */
export interface TapePlace {
  readonly asOf: number;
  readonly time: Instant;
}

/**
 * The view at the end of an instant of a store that keeps all bars. Found by bisection, so it costs
 * the same at any place; facts that the store takes later do not change it.
 */
export function viewAt(store: AsOfStore, { asOf, time }: TapePlace): MarketView {
  const cursor = new Cursor(store);
  cursor.asOf = asOf;
  cursor.time = time;
  cursor.session = store.sessionsOf(store.calendar).last(asOf, 1)[0]?.date ?? null;
  for (const [instrument, series] of store.series.entries()) {
    const rows = { from: 0, to: series.kept };
    cursor.visible[instrument] = series.dropped + rowAfter(series, time, rows);
  }
  return cursor.view;
}
