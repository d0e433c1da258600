/**
 * The vendor's REST interface over released data: bars, trades, quotes, their latest,
 * and snapshots.
 */

import { excerpt, microsPerDay, microsPerHour, microsPerMinute, type Instant } from '#values';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { ReleasedHistory } from './served/released-history.js';
import { RestRefusal, pageRequestOf, symbolsOf, tokenText } from './served/rest-query.js';
import { bodyOf, type Market, type ServedRow, type WireBody } from './served/served-row.js';
import type { Series } from './served/series.js';
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
  rows(name: RowName, market: Market, query: URLSearchParams, onlySymbol: string | null): WireBody {
    const symbols = requested(query, onlySymbol);
    const { history } = this.options;
    const usual = { now: history.now, limit: 1000, limitMax: 10_000, sort: 'asc' } as const;
    const request = pageRequestOf(query, usual);
    const find = name === 'bars' ? this.barsOf(query) : (held: string) => history.of(name, held);
    const page = pageOf(
      symbols.map((symbol) => [symbol, find(symbol)] as const),
      request,
    );
    const lists = [...page.rows].map(([symbol, rows]) => {
      return [symbol, rows.map((row) => bodyOf(row, market))] as const;
    });
    const next_page_token = tokenText(page.next);
    if (onlySymbol !== null)
      return { [name]: lists[0]?.[1] ?? null, symbol: onlySymbol, next_page_token };
    return { [name]: Object.fromEntries(lists), next_page_token };
  }

  /** The newest row of each symbol with any rows. */
  latest(
    name: RowName,
    market: Market,
    query: URLSearchParams,
    onlySymbol: string | null,
  ): WireBody {
    const rows = requested(query, onlySymbol).map((symbol) => {
      return [symbol, this.newest(name, symbol, market)] as const;
    });
    if (onlySymbol === null) return { [name]: Object.fromEntries(rows) };
    const row = rows[0]?.[1];
    if (row === undefined)
      throw new RestRefusal(404, `no ${singular[name]} found for ${onlySymbol}`);
    return { symbol: onlySymbol, [singular[name]]: row };
  }

  /** The newest row of every kind. Stocks have symbols at the top level, crypto in `snapshots`. */
  snapshots(market: Market, query: URLSearchParams, one: string | null): WireBody {
    const all = requested(query, one).map((symbol) => {
      return [symbol, this.snapshot(symbol, market)] as const;
    });
    if (one !== null) return { symbol: one, ...all[0]?.[1] };
    const bySymbol = Object.fromEntries(all);
    return market === 'crypto' ? { snapshots: bySymbol } : bySymbol;
  }

  /** Undefined without any rows. */
  private snapshot(symbol: string, market: Market): WireBody | undefined {
    const daily = this.daily(symbol);
    const day = (fromEnd: number): WireBody | undefined => bodyAt(daily.at(fromEnd), market);
    const parts: WireBody = {
      latestTrade: this.newest('trades', symbol, market),
      latestQuote: this.newest('quotes', symbol, market),
      minuteBar: this.newest('bars', symbol, market),
      dailyBar: day(-1),
      prevDailyBar: day(-2),
    };
    return Object.values(parts).some((part) => part !== undefined) ? parts : undefined;
  }

  private newest(kind: RowName, symbol: string, market: Market): WireBody | undefined {
    const { history, barFrequency } = this.options;
    const kept = kind === 'bars' && barFrequency === 'daily' ? 'dailyBars' : kind;
    return bodyAt(history.of(kept, symbol).at(-1), market);
  }

  private barsOf(query: URLSearchParams): (symbol: string) => Series {
    const { history, barFrequency, barLength } = this.options;
    const length = timeframeOf(query.get('timeframe'));
    if (length === microsPerDay) return (symbol) => this.daily(symbol);
    if (barFrequency === 'daily' || length % barLength !== 0) {
      throw new RestRefusal(400, 'Invalid timeframe: the data has no bars that short');
    }
    return (symbol) => {
      const bars = history.of('bars', symbol);
      if (length === barLength) return bars;
      return longerBars(bars, (time) => Math.floor(time / length) * length);
    };
  }

  private daily(symbol: string): Series {
    const { history, barFrequency, calendar } = this.options;
    const kept = history.of(barFrequency === 'daily' ? 'dailyBars' : 'bars', symbol);
    if (barFrequency === 'daily') return kept;
    // A bar that starts before its session, such as one before the open, counts toward the
    // session that follows.
    let from: Instant = Infinity;
    let to: Instant = -Infinity;
    let day: Instant = 0;
    return longerBars(kept, (time) => {
      if (time < (from as number) || time >= (to as number)) {
        const session = calendar.sessionClosingAtOrAfter(time + 1);
        from = Math.min(time, calendar.openOf(session));
        to = calendar.closeOf(session);
        day = calendar.instantAt(session, 0);
      }
      return day as number;
    });
  }
}

const bodyAt = (row: ServedRow | undefined, market: Market): WireBody | undefined =>
  row && bodyOf(row, market);

function requested(query: URLSearchParams, one: string | null): readonly string[] {
  const symbols = one === null ? symbolsOf(query) : [one];
  if (symbols === null) throw new RestRefusal(400, 'symbols is required');
  return symbols;
}

const units: Readonly<Record<string, number>> = {
  Min: microsPerMinute,
  T: microsPerMinute,
  Hour: microsPerHour,
  H: microsPerHour,
};

/**
 * Microseconds of `1Min` to `59Min`, `1Hour` to `23Hour`, `1Day`; weeks and months are not served.
 */
function timeframeOf(text: string | null): number {
  const [, digits, unit = ''] = /^(\d{1,2})(Min|T|Hour|H|Day|D)$/.exec(text ?? '') ?? [];
  const count = Number(digits);
  const length = count * (units[unit] ?? 0);
  if (unit.startsWith('D') && count === 1) return microsPerDay;
  if (length > 0 && length < microsPerDay) return length;
  throw new RestRefusal(400, `Invalid timeframe: ${excerpt(text)}`);
}

/**
 * Joins all bars that start in the same stretch. `startOf` returns the start of a bar's stretch.
 */
function longerBars(bars: Series, startOf: (time: Instant) => Instant): Series {
  const longer: ServedRow[] = [];
  let weighted = 0;
  for (const bar of bars) {
    const time = startOf(bar.time);
    const known = longer.at(-1)?.time === time ? longer.pop() : undefined;
    if (known === undefined) weighted = 0;
    weighted += weightedPrice(bar.values);
    longer.push({ ...bar, time, values: joinedValues(known?.values, bar.values, weighted) });
  }
  return longer;
}

/** A bar's price × volume; NaN without a volume-weighted price, so that the longer bar has none. */
function weightedPrice([, , , , volume = 0, vwap = 0]: ServedRow['values']): number {
  return vwap > 0 || volume === 0 ? vwap * volume : NaN;
}

/** The values of a longer bar with one more bar; `weighted` is the sum of price × volume. */
function joinedValues(
  known: ServedRow['values'] | undefined,
  [open = 0, high = 0, low = 0, close = 0, volume = 0]: ServedRow['values'],
  weighted: number,
): number[] {
  const [first = 0, top = 0, bottom = 0, , before = 0] = known ?? [open, high, low];
  const sum = before + volume;
  const mean = hasMean(sum, weighted) ? weighted / sum : 0;
  return [first, Math.max(top, high), Math.min(bottom, low), close, sum, mean];
}

const hasMean = (volume: number, weighted: number): boolean => volume > 0 && weighted > 0;
