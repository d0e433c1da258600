/** The vendor's REST interface over released data: bars, trades, quotes, their latest, and snapshots. */

import { excerpt, microsPerDay, microsPerHour, microsPerMinute, type Instant } from '#values';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { ReleasedHistory } from './served/released-history.js';
import { RestRefusal, pageRequestOf, symbolsOf, tokenText } from './served/rest-query.js';
import {
  bodyOf,
  rowWidth,
  type Market,
  type SeriesKind,
  type ServedRow,
  type WireBody,
} from './served/served-row.js';
import { Series } from './served/series.js';
import { pageOf } from './served/series-pages.js';

interface MarketRestOptions {
  readonly history: ReleasedHistory;
  readonly calendar: SessionCalendar;
  readonly barFrequency: 'daily' | 'intraday';
  /** Length of an intraday bar, microseconds. */
  readonly barLength: number;
}

/** The names of rows in paths and bodies. */
const singular = { bars: 'bar', trades: 'trade', quotes: 'quote' } as const;
export type RowName = keyof typeof singular;

export class MarketRest {
  constructor(private readonly options: MarketRestOptions) {}

  /** `/stocks/bars?symbols=…`, and with one symbol `/stocks/{symbol}/bars`. */
  rows(name: RowName, market: Market, query: URLSearchParams, one: string | null): WireBody {
    const symbols = one === null ? requireSymbols(query) : [one];
    const { now } = this.options.history;
    const request = pageRequestOf(query, { now, limit: 1000, limitMax: 10_000, sort: 'asc' });
    const page = pageOf(name, this.seriesOf(name, symbols, query), request);
    const bodies = (rows: readonly ServedRow[]): WireBody[] =>
      rows.map((row) => bodyOf(row, market));
    const next_page_token = tokenText(page.next);
    if (one !== null) {
      const rows = page.rows.get(one);
      return { [name]: rows === undefined ? null : bodies(rows), symbol: one, next_page_token };
    }
    const lists = [...page.rows].map(([symbol, rows]) => [symbol, bodies(rows)] as const);
    return { [name]: Object.fromEntries(lists), next_page_token };
  }

  /** The newest row of each symbol with any rows. */
  latest(name: RowName, market: Market, query: URLSearchParams, one: string | null): WireBody {
    const symbols = one === null ? requireSymbols(query) : [one];
    const rows = symbols.flatMap((symbol) => {
      const body = this.newest(name, symbol, market);
      return body === undefined ? [] : [[symbol, body] as const];
    });
    if (one === null) return { [name]: Object.fromEntries(rows) };
    const [row] = rows;
    if (row === undefined) throw new RestRefusal(404, `no ${singular[name]} found for ${one}`);
    return { symbol: one, [singular[name]]: row[1] };
  }

  /** The newest row of every kind. Stocks have symbols at the top level, crypto in `snapshots`. */
  snapshots(market: Market, query: URLSearchParams, one: string | null): WireBody {
    const symbols = one === null ? requireSymbols(query) : [one];
    const all = symbols.flatMap((symbol) => {
      const snapshot = this.snapshot(symbol, market);
      return Object.keys(snapshot).length === 0 ? [] : [[symbol, snapshot] as const];
    });
    if (one !== null) return { symbol: one, ...all[0]?.[1] };
    const bySymbol = Object.fromEntries(all);
    return market === 'crypto' ? { snapshots: bySymbol } : bySymbol;
  }

  private snapshot(symbol: string, market: Market): WireBody {
    const daily = this.daily(symbol);
    const day = (fromEnd: number): WireBody | undefined =>
      rowAt('dailyBars', symbol, daily, daily.count - fromEnd, market);
    const parts: WireBody = {
      latestTrade: this.newest('trades', symbol, market),
      latestQuote: this.newest('quotes', symbol, market),
      minuteBar: this.newest('bars', symbol, market),
      dailyBar: day(1),
      prevDailyBar: day(2),
    };
    return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
  }

  private newest(kind: SeriesKind, symbol: string, market: Market): WireBody | undefined {
    const { history, barFrequency } = this.options;
    const kept = kind === 'bars' && barFrequency === 'daily' ? 'dailyBars' : kind;
    const series = history.of(kept, symbol);
    return series && rowAt(kind, symbol, series, series.count - 1, market);
  }

  private seriesOf(
    name: RowName,
    symbols: readonly string[],
    query: URLSearchParams,
  ): (readonly [string, Series])[] {
    const { history } = this.options;
    const find =
      name === 'bars' ? this.barsOf(query) : (symbol: string) => history.of(name, symbol);
    return symbols.flatMap((symbol) => {
      const series = find(symbol);
      return series === undefined ? [] : [[symbol, series] as const];
    });
  }

  private barsOf(query: URLSearchParams): (symbol: string) => Series | undefined {
    const { history, barFrequency, barLength } = this.options;
    const length = timeframeOf(query.get('timeframe'));
    if (length === microsPerDay) return (symbol) => this.daily(symbol);
    if (barFrequency === 'daily' || length % barLength !== 0) {
      throw new RestRefusal(400, 'Invalid timeframe: the data has no bars that short');
    }
    return (symbol) => {
      const bars = history.of('bars', symbol);
      if (length === barLength) return bars;
      return bars && longerBars(bars, (time) => Math.floor(time / length) * length);
    };
  }

  private daily(symbol: string): Series {
    const { history, barFrequency, calendar } = this.options;
    const kept = history.of(barFrequency === 'daily' ? 'dailyBars' : 'bars', symbol);
    if (kept === undefined) return new Series(1);
    if (barFrequency === 'daily') return kept;
    // A bar that starts before its session, such as one before the open, counts toward the session that follows.
    let [from, to, day]: Instant[] = [Infinity, -Infinity, 0];
    return longerBars(kept, (time) => {
      if (time < (from as number) || time >= (to as number)) {
        const session = calendar.sessionClosingAtOrAfter(time + 1);
        [from, to] = [Math.min(time, calendar.openOf(session)), calendar.closeOf(session)];
        day = calendar.instantAt(session, 0);
      }
      return day as number;
    });
  }
}

function rowAt(
  kind: SeriesKind,
  symbol: string,
  series: Series,
  at: number,
  market: Market,
): WireBody | undefined {
  if (at < 0 || at >= series.count) return undefined;
  return bodyOf({ kind, symbol, time: series.timeAt(at), values: series.valuesAt(at) }, market);
}

function requireSymbols(query: URLSearchParams): string[] {
  const symbols = symbolsOf(query);
  if (symbols !== null) return symbols;
  throw new RestRefusal(400, 'symbols is required');
}

const units: Readonly<Record<string, number>> = {
  Min: microsPerMinute,
  T: microsPerMinute,
  Hour: microsPerHour,
  H: microsPerHour,
};

/** Microseconds of `1Min` to `59Min`, `1Hour` to `23Hour`, `1Day`; weeks and months are not served. */
function timeframeOf(text: string | null): number {
  const [, digits, unit = ''] = /^(\d{1,2})(Min|T|Hour|H|Day|D)$/.exec(text ?? '') ?? [];
  const count = Number(digits);
  const length = count * (units[unit] ?? 0);
  if (unit.startsWith('D') && count === 1) return microsPerDay;
  if (length > 0 && length < microsPerDay) return length;
  throw new RestRefusal(400, `Invalid timeframe: ${excerpt(text)}`);
}

/** Joins all bars that start in the same stretch. `startOf` returns the start of a bar's stretch. */
function longerBars(bars: Series, startOf: (time: Instant) => Instant): Series {
  const longer = new Series(rowWidth.bars);
  let [time, values, weighted]: [Instant, number[], number] = [NaN, [], 0];
  const finish = (): void => {
    if (Number.isNaN(time)) return;
    const volume = values[4] as number;
    values[5] = volume > 0 && weighted > 0 ? weighted / volume : 0;
    longer.insert(time, values);
  };
  for (let row = 0; row < bars.count; row++) {
    const start = startOf(bars.timeAt(row));
    const [open, high, low, close, volume, vwap] = bars.valuesAt(row) as Numbers;
    if (start !== time) {
      finish();
      [time, values, weighted] = [start, [open, high, low, close, volume, 0], 0];
    } else {
      const [first, top, bottom, , sum] = values as Numbers;
      values = [first, Math.max(top, high), Math.min(bottom, low), close, sum + volume, 0];
    }
    // A bar without a volume-weighted price leaves the longer one without it.
    weighted += vwap > 0 || volume === 0 ? vwap * volume : NaN;
  }
  finish();
  return longer;
}

type Numbers = [number, number, number, number, number, number];
