/** What an agent can read: a function of the tape up to its as-of only. */

import type { CivilDate, Instant } from '#values';
import type {
  CalendarName,
  Correction,
  Dividend,
  Filing,
  Fundamentals,
  News,
  Split,
} from '#contracts';
import type { IndicatorName } from '../indicators/indicator-catalogue.js';
import type { WindowIndicator } from '../indicators/window-indicator.js';

/** One bar, a copy. Prices in the instrument's currency; null if the vendor gave none. */
export interface Bar {
  readonly symbol: string;
  /** Knowledge time: the bar's end, for a daily bar its session's close. */
  readonly time: Instant;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /**
   * `close` where the data set has no adjusted close; NaN where that is not known and the reader
   * does not trade.
   */
  readonly adjClose: number;
  readonly volume: number | null;
  readonly vwap: number | null;
}

/** One trade, a copy. */
export interface Trade {
  readonly symbol: string;
  /** Knowledge time: when it came. */
  readonly time: Instant;
  /** When it happened, according to the venue. */
  readonly eventTime: Instant;
  /** In the instrument's currency. */
  readonly price: number;
  /** Shares or coins. */
  readonly size: number;
}

/** The best bid and ask, a copy; null on a side without an offer, and for an unknown size. */
export interface Quote {
  readonly symbol: string;
  /** Knowledge time: when it came. */
  readonly time: Instant;
  /** When it was valid, according to the venue. */
  readonly eventTime: Instant;
  readonly bid: number | null;
  readonly bidSize: number | null;
  readonly ask: number | null;
  readonly askSize: number | null;
}

/**
 * The last bars of a symbol, oldest first, as copied columns of equal length; NaN if the vendor
 * gave no value.
 */
export interface BarWindow {
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

/**
 * Which bars: those known later than `after` and no later than `through`, and of these
 * the last `count`.
 */
export interface BarRange {
  readonly after?: Instant;
  readonly through?: Instant;
  readonly count?: number;
}

/**
 * An indicator that follows one symbol's closes; null while it warms up. A split recomputes it from
 * the bars that can be read, so a run with a short `history` seeds its averages there.
 */
export interface Indicator<T = number> {
  readonly value: T | null;
}

export interface Macd {
  readonly line: number;
  readonly signal: number | null;
  readonly histogram: number | null;
}

export interface BollingerBands {
  readonly upper: number;
  readonly middle: number;
  readonly lower: number;
}

/**
 * The view at a cursor. Every method answers from facts at or before the cursor; an unknown symbol
 * is an `InvalidInput` error that names the symbols of the tape. Arrays are copies.
 *
 * Prices and volumes are in the shares of the as-of: those from before a split that is known and
 * effective by then are divided and multiplied by it. Dividends are not taken out. "Raw" in a name
 * means that nothing is adjusted.
 */
export interface MarketView {
  /** Position on the tape of the last fact that can be read, from 1; 0 before any. */
  readonly asOf: number;
  /** Knowledge time of that fact. */
  readonly time: Instant;
  /** The session that opened last, or null before the first. */
  readonly session: CivilDate | null;
  readonly symbols: readonly string[];
  /** Whose sessions the bars belong to. */
  readonly calendar: CalendarName;
  /** Symbols it is compared with, by the map of the data set; null if the data set has none. */
  peers(symbol: string): readonly string[] | null;

  /**
   * Price at which the symbol traded last: of its last bar (close, or adj_close if the data set
   * trades on it) or its last trade, whichever came later. With neither, the midpoint of its last
   * two-sided quote.
   */
  lastPrice(symbol: string): number | null;
  lastTrade(symbol: string): Trade | null;
  lastQuote(symbol: string): Quote | null;
  /**
   * Whether trading of the symbol is halted, as far as the feed reported it: nothing fills
   * until it resumes.
   */
  isHalted(symbol: string): boolean;
  /**
   * The last `count` corrections of the symbol's bars and trades, oldest first, in their original
   * prices and shares. Bars and prices keep what was known before.
   */
  corrections(symbol: string, count?: number): readonly Correction[];
  lastBar(symbol: string): Bar | null;
  /** The last `count` bars, or fewer if fewer are known. */
  bars(symbol: string, count: number): BarWindow;
  /**
   * The same bars as the vendor gave them: bars from before a split are in the shares
   * of their time.
   */
  rawBars(symbol: string, count: number): BarWindow;
  /** The bars of a stretch of time, oldest first; never beyond the as-of, whatever `through` is. */
  barsBetween(symbol: string, range?: BarRange): readonly Bar[];
  /** The last `count` trade prices, oldest first. */
  closes(symbol: string, count: number): readonly number[];
  /** Number of bars known so far. */
  barCount(symbol: string): number;
  /**
   * The last `count` closes (never adj_close) as a holder saw them at the as-of: divided by every
   * split, and with `dividends` reduced for every cash dividend, that was known and effective by
   * then. Never with a later factor.
   */
  adjustedCloses(
    symbol: string,
    count: number,
    options?: { dividends?: boolean },
  ): readonly number[];

  /**
   * The last `count` items that name the symbol, oldest first; those of all symbols if it is null.
   */
  news(symbol: string | null, count?: number): readonly News[];
  filings(symbol: string, count?: number): readonly Filing[];
  /** The text of a document that a visible fact refers to; undefined for any other. */
  document(sha256: string): string | undefined;
  fundamentals(symbol: string, count?: number): readonly Fundamentals[];
  dividends(symbol: string, count?: number): readonly Dividend[];
  splits(symbol: string, count?: number): readonly Split[];

  /**
   * Mean of the last `length` closes. Ask for indicators once, at the start; they
   * follow the cursor.
   */
  sma(symbol: string, length: number): Indicator;
  /**
   * The mean of the last `fast` closes against that of the last `slow`: 1 above, 0 equal, -1 below.
   */
  smaCross(symbol: string, fast: number, slow: number): Indicator<-1 | 0 | 1>;
  ema(symbol: string, length: number): Indicator;
  /** Wilder's, seeded at the symbol's first bars. 0 to 100. */
  rsi(symbol: string, length: number): Indicator;
  macd(symbol: string, fast?: number, slow?: number, signal?: number): Indicator<Macd>;
  /** Population standard deviation. */
  bollinger(symbol: string, length?: number, deviations?: number): Indicator<BollingerBands>;
  /**
   * Any indicator of the catalogue (docs/reference/indicators.md), computed from the last bars in
   * trade prices when its value is read: the same bars and options give the same value, whenever
   * they are asked for. Options left out have their defaults; an unknown name or option is an
   * `InvalidInput` error.
   */
  indicator<Name extends IndicatorName>(
    name: Name,
    symbol: string,
    options?: Readonly<Record<string, number>>,
  ): WindowIndicator<Name>;
}
