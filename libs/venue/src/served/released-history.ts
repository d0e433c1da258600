/** Everything the server has released so far: the data that REST may serve. */

import type { Instant } from '#values';
import type { Dividend, Split } from '#contracts';
import { insertRow, type Series } from './series.js';
import type { ServedNews } from './served-fact.js';
import type { SeriesKind, ServedRow } from './served-row.js';

/** Maximum rows before each series drops its older half: about 900 MB. */
const usualRowsMax = 5_000_000;
/** Lower, because texts are larger. */
const newsMax = 100_000;

export class ReleasedHistory {
  readonly news: ServedNews[] = [];
  readonly actions: (Dividend | Split)[] = [];
  /** The time that the data has reached, as clients see it. */
  now: Instant = -Infinity;
  private rows = 0;
  private readonly series = new Map<string, ServedRow[]>();

  constructor(private readonly rowsMax = usualRowsMax) {}

  of(kind: SeriesKind, symbol: string): Series {
    return this.series.get(`${kind} ${symbol}`) ?? [];
  }

  add(row: ServedRow): void {
    if (this.rows >= this.rowsMax) this.forgetHalf();
    const key = `${row.kind} ${row.symbol}`;
    const series = this.series.get(key) ?? [];
    this.series.set(key, series);
    insertRow(series, row);
    this.rows++;
  }

  /** Replaces a row of the history by its correction, or by nothing. */
  replace(before: ServedRow, ...after: readonly ServedRow[]): void {
    const series = this.series.get(`${before.kind} ${before.symbol}`) ?? [];
    series.splice(series.lastIndexOf(before), 1, ...after);
    this.rows += after.length - 1;
  }

  addNews(news: ServedNews): void {
    if (this.news.length >= newsMax) this.news.splice(0, newsMax / 2);
    this.news.push(news);
  }

  private forgetHalf(): void {
    for (const one of this.series.values()) this.rows -= one.splice(0, one.length >> 1).length;
  }
}
