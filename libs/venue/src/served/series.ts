/** Rows of one symbol and kind, in time order. */

import type { Instant } from '#values';
import type { ServedRow } from './served-row.js';

export type Series = readonly ServedRow[];

export function firstAtOrAfter(rows: Series, time: Instant): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as ServedRow).time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const firstAfter = (rows: Series, time: Instant): number => firstAtOrAfter(rows, time + 1);

/** Inserts a row after those of its time. */
export function insertRow(rows: ServedRow[], row: ServedRow): void {
  const last = rows.at(-1);
  // Nearly all rows arrive in order.
  if (last === undefined || last.time <= row.time) rows.push(row);
  else rows.splice(firstAfter(rows, row.time), 0, row);
}
