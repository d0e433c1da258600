/** Everything the server has released so far: the data that REST may serve. */

import type { Instant } from '#values';
import type { Dividend, Split } from '#contracts';
import { Series } from './series.js';
import { rowWidth, type SeriesKind, type ServedRow } from './served-row.js';

/** News in the vendor's format; `id` is a number. */
export interface ServedNews {
  readonly id: number;
  readonly time: Instant;
  readonly symbols: readonly string[];
  readonly headline: string;
  readonly summary: string;
  readonly source: string;
  readonly url: string;
  readonly content: string;
}

/** Maximum rows before each series drops its older half: about 300 MB. */
const rowsMax = 5_000_000;
/** Lower, because texts are larger. */
const newsMax = 100_000;

/** Column of a trade that holds its id. */
const idColumn = 2;

export class ReleasedHistory {
  readonly news: ServedNews[] = [];
  readonly actions: (Dividend | Split)[] = [];
  /** The time that the data has reached, as clients see it. */
  now: Instant = -Infinity;
  private rows = 0;
  private readonly series = new Map<string, Series>();

  of(kind: SeriesKind, symbol: string): Series | undefined {
    return this.series.get(`${kind} ${symbol}`);
  }

  add({ kind, symbol, time, values }: ServedRow): void {
    if (this.rows >= rowsMax) for (const one of this.series.values()) this.rows -= one.forgetHalf();
    const series = this.of(kind, symbol) ?? new Series(rowWidth[kind]);
    this.series.set(`${kind} ${symbol}`, series);
    series.insert(time, values);
    this.rows++;
  }

  /** Replaces the row that a correction refers to. */
  amend(row: ServedRow): void {
    const [series, at] = this.place(row);
    if (at >= 0) series?.replace(at, row.values);
  }

  remove(row: ServedRow): void {
    const [series, at] = this.place(row);
    if (series === undefined || at < 0) return;
    series.remove(at);
    this.rows--;
  }

  addNews(news: ServedNews): void {
    if (this.news.length >= newsMax) this.news.splice(0, newsMax / 2);
    this.news.push(news);
  }

  private place({ kind, symbol, time, values }: ServedRow): [Series | undefined, number] {
    const series = this.of(kind, symbol);
    if (series === undefined) return [undefined, -1];
    const isTrade = kind === 'trades';
    return [series, isTrade ? series.find(time, idColumn, values[idColumn]) : series.find(time)];
  }
}
