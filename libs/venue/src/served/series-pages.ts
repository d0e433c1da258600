/** Pages over the series of some symbols: by symbol, then by time, like the vendor's pages. */

import type { PageRequest, PageToken } from './rest-query.js';
import { firstAfter, firstAtOrAfter, type Series } from './series.js';
import type { ServedRow } from './served-row.js';

export interface Page {
  /** Only symbols with rows on this page. */
  readonly rows: ReadonlyMap<string, Series>;
  readonly next: PageToken | null;
}

/** `series` in the order of their symbols. */
export function pageOf(series: readonly (readonly [string, Series])[], request: PageRequest): Page {
  const rows = new Map<string, Series>();
  const { token, sort } = request;
  let room = request.limit;
  for (const [symbol, all] of series) {
    if (token !== null && symbol < token.symbol) continue;
    const [from, to] = rangeIn(all, request, symbol === token?.symbol ? token : null);
    const shown = Math.min(room, to - from);
    const page =
      sort === 'asc' ? all.slice(from, from + shown) : all.slice(to - shown, to).reverse();
    if (shown > 0) rows.set(symbol, page);
    if (shown === to - from) {
      room -= shown;
      continue;
    }
    const at = sort === 'asc' ? from + shown : to - shown - 1;
    const { time } = all[at] as ServedRow;
    const skip = sort === 'asc' ? at - firstAtOrAfter(all, time) : firstAfter(all, time) - 1 - at;
    return { rows, next: { symbol, time, skip } };
  }
  return { rows, next: null };
}

/** The requested rows that no earlier page had: from the first index up to the second. */
function rangeIn(
  rows: Series,
  { start, end, sort }: PageRequest,
  token: PageToken | null,
): readonly [number, number] {
  const first = firstAtOrAfter(rows, start);
  const last = Math.max(first, firstAfter(rows, end));
  if (token === null) return [first, last];
  const bounded = (at: number): number => Math.min(Math.max(at, first), last);
  return sort === 'asc'
    ? [bounded(firstAtOrAfter(rows, token.time) + token.skip), last]
    : [first, bounded(firstAfter(rows, token.time) - token.skip)];
}
