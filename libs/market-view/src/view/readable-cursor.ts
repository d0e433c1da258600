/** What a view needs of a cursor: to read at it, never to move it. */

import type { CivilDate, Instant } from '#values';
import type { CalendarName } from '#contracts';
import type { AsOfStore } from '../store/as-of-store.js';
import type { RunningIndicator } from '../indicators/running/running-indicator.js';

/** An indicator that follows the cursor: a new one if it had to be recomputed. */
export interface Followed<T> {
  readonly running: RunningIndicator<T>;
}

export interface ReadableCursor {
  readonly asOf: number;
  readonly time: Instant;
  readonly session: CivilDate | null;
  /** Whose sessions those are. */
  readonly calendar: CalendarName;
  readonly store: AsOfStore;
  /** Bars that can be read, per instrument, dropped ones included. */
  readonly visible: Uint32Array;
  /**
   * Price of an instrument's last bar or trade, whichever came later; of a quote if it has
   * neither. Else NaN.
   */
  priceOf(instrument: number): number;
  /** The kept rows [from, to) that may be read. */
  rowsOf(instrument: number): { from: number; to: number };
  /** The indicator kept under `key`; a new one is fed with the readable history first. */
  follow<T, H>(
    instrument: number,
    key: string,
    make: () => RunningIndicator<T>,
    handleOf: (followed: Followed<T>) => H,
  ): H;
}
