/** Pages over the series of some symbols: by symbol, then by time, like the vendor's pages. */

import type { PageRequest, PageToken } from './rest-query.js';
import type { Series } from './series.js';
import type { ServedRow, SeriesKind } from './served-row.js';

export interface Page {
  /** Only symbols with rows on this page. */
  readonly rows: ReadonlyMap<string, readonly ServedRow[]>;
  readonly next: PageToken | null;
}

/** `series` in the order of their symbols. */
export function pageOf(
  kind: SeriesKind,
  series: readonly (readonly [string, Series])[],
  request: PageRequest,
): Page {
  const rows = new Map<string, ServedRow[]>();
  let room = request.limit;
  for (const [symbol, one] of series) {
    const { token } = request;
    if (token !== null && symbol < token.symbol) continue;
    const range = rangeIn(one, request, symbol === token?.symbol ? token : null);
    for (let at = range.from; at !== range.to; at += range.step) {
      if (room === 0) return { rows, next: tokenAt(one, symbol, at, range) };
      const list = rows.get(symbol) ?? [];
      rows.set(symbol, list);
      list.push({ kind, symbol, time: one.timeAt(at), values: one.valuesAt(at) });
      room--;
    }
  }
  return { rows, next: null };
}

/** Rows from `from` up to `to`, exclusive, in steps of 1 or -1. */
interface RowRange {
  readonly from: number;
  readonly to: number;
  readonly step: 1 | -1;
}

function rangeIn(series: Series, request: PageRequest, token: PageToken | null): RowRange {
  const first = series.firstAtOrAfter(request.start);
  const end = Math.max(
    first,
    request.end === Infinity ? series.count : series.firstAfter(request.end),
  );
  if (request.sort === 'asc') {
    const from = token === null ? first : series.firstAtOrAfter(token.time) + token.skip;
    return { from: Math.min(Math.max(from, first), end), to: end, step: 1 };
  }
  const from = token === null ? end - 1 : series.firstAfter(token.time) - 1 - token.skip;
  return { from: Math.max(Math.min(from, end - 1), first - 1), to: first - 1, step: -1 };
}

function tokenAt(series: Series, symbol: string, at: number, { step }: RowRange): PageToken {
  const time = series.timeAt(at);
  let skip = 0;
  for (
    let row = at - step;
    row >= 0 && row < series.count && series.timeAt(row) === time;
    row -= step
  )
    skip++;
  return { symbol, time, skip };
}
