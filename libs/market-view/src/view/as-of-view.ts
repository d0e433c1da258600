/** The view that agents hold: it reads at the cursor, returns copies, and has no way to move. */

import { excerpt, invalidInput, type CivilDate, type Instant } from '#values';
import type {
  CalendarName,
  Correction,
  Dividend,
  Filing,
  Fundamentals,
  News,
  Split,
} from '#contracts';
import { adjustedCloses } from './adjusted-closes.js';
import { rowAfter, type BarSeries } from '../store/bar-series.js';
import { bollingerBands } from '../indicators/bollinger-bands.js';
import { exponentialMovingAverage } from '../indicators/running/exponential-moving-average.js';
import { movingAverageConvergenceDivergence } from '../indicators/macd.js';
import { relativeStrengthIndex } from '../indicators/running/relative-strength-index.js';
import { meanCrossing } from '../indicators/running/mean-crossing.js';
import type { RunningIndicator } from '../indicators/running/running-indicator.js';
import { simpleMovingAverage } from '../indicators/running/simple-moving-average.js';
import type { IndicatorName } from '../indicators/indicator-catalogue.js';
import { windowIndicator, type WindowIndicator } from '../indicators/window-indicator.js';
import type {
  Bar,
  BarRange,
  BarWindow,
  BollingerBands,
  Indicator,
  Macd,
  MarketView,
  Quote,
  Trade,
} from './market-view.js';
import type { Followed, ReadableCursor } from './readable-cursor.js';
import { scaleColumn, scaled, scalesOf, type SplitScale } from '../store/share-scale.js';

export class AsOfView implements MarketView {
  readonly #cursor: ReadableCursor;

  constructor(cursor: ReadableCursor) {
    this.#cursor = cursor;
    Object.freeze(this);
  }

  get asOf(): number {
    return this.#cursor.asOf;
  }

  get time(): Instant {
    return this.#cursor.time;
  }

  get session(): CivilDate | null {
    return this.#cursor.session;
  }

  get symbols(): readonly string[] {
    return [...this.#cursor.store.symbols];
  }

  get calendar(): CalendarName {
    return this.#cursor.calendar;
  }

  peers(symbol: string): readonly string[] | null {
    const { store } = this.#cursor;
    store.numberOf(symbol);
    if (store.peers === undefined) return null;
    return Object.hasOwn(store.peers, symbol) ? [...(store.peers[symbol] ?? [])] : [];
  }

  lastPrice(symbol: string): number | null {
    const price = this.#cursor.priceOf(this.#cursor.store.numberOf(symbol));
    return Number.isNaN(price) ? null : price;
  }

  lastTrade(symbol: string): Trade | null {
    const { store, asOf } = this.#cursor;
    const instrument = store.numberOf(symbol);
    const trade = store.ticks.tradeAt(instrument, asOf);
    if (trade === undefined) return null;
    const { time, eventTime } = trade;
    const scales = scalesOf(this.#cursor, instrument);
    const price = scaled(trade.price, eventTime, scales);
    return { symbol, time, eventTime, price, size: scaled(trade.size, eventTime, scales, 'size') };
  }

  lastQuote(symbol: string): Quote | null {
    const { store, asOf } = this.#cursor;
    const instrument = store.numberOf(symbol);
    const quote = store.ticks.quoteAt(instrument, asOf);
    if (quote === undefined) return null;
    const { time, eventTime } = quote;
    const scales = scalesOf(this.#cursor, instrument);
    return {
      symbol,
      time,
      eventTime,
      bid: numberOrNull(scaled(quote.bid, eventTime, scales)),
      bidSize: numberOrNull(scaled(quote.bidSize, eventTime, scales, 'size')),
      ask: numberOrNull(scaled(quote.ask, eventTime, scales)),
      askSize: numberOrNull(scaled(quote.askSize, eventTime, scales, 'size')),
    };
  }

  isHalted(symbol: string): boolean {
    const { store, asOf } = this.#cursor;
    return store.ticks.isHaltedAt(store.numberOf(symbol), asOf);
  }

  corrections(symbol: string, count = Infinity): readonly Correction[] {
    const { store, asOf } = this.#cursor;
    return store.ticks.correctionsAt(store.numberOf(symbol), asOf, checkedCount(count));
  }

  lastBar(symbol: string): Bar | null {
    const rows = this.#rows(symbol, 1);
    return rows.to === 0 ? null : barAt(rows, symbol, rows.to - 1);
  }

  barsBetween(symbol: string, range: BarRange = {}): readonly Bar[] {
    const { after = -Infinity, through = Infinity, count = Infinity } = range;
    const rows = this.#rows(symbol, Infinity);
    const { series, from, to } = rows;
    const end = rowAfter(series, through, { from, to });
    const first = Math.max(rowAfter(series, after, { from, to }), end - checkedCount(count));
    const length = Math.max(0, end - first);
    return Array.from({ length }, (_, place) => barAt(rows, symbol, first + place));
  }

  bars(symbol: string, count: number): BarWindow {
    const raw = this.rawBars(symbol, count);
    const { series, from, scales } = this.#rows(symbol, count);
    const place = { ends: series.end, first: from, scales };
    scaleColumn(raw.volume, place, 'size');
    for (const name of ['open', 'high', 'low', 'close'] as const) scaleColumn(raw[name], place);
    return raw;
  }

  rawBars(symbol: string, count: number) {
    const { series, from, to } = this.#rows(symbol, count);
    const { time, open, high, low, close, volume } = series.plain;
    return {
      time: time.copy(from, to),
      open: open.copy(from, to),
      high: high.copy(from, to),
      low: low.copy(from, to),
      close: close.copy(from, to),
      volume: volume.copy(from, to),
    };
  }

  closes(symbol: string, count: number): readonly number[] {
    const { series, from, to, scales } = this.#rows(symbol, count);
    const closes = series.plainPrice.copy(from, to);
    const isTraded = this.#cursor.store.tradePrice === 'close';
    return isTraded ? scaleColumn(closes, { ends: series.end, first: from, scales }) : closes;
  }

  barCount(symbol: string): number {
    return this.#cursor.visible[this.#cursor.store.numberOf(symbol)] as number;
  }

  adjustedCloses(
    symbol: string,
    count: number,
    options: { dividends?: boolean } = {},
  ): readonly number[] {
    const rows = this.#rows(symbol, count);
    return adjustedCloses(this.#cursor, { ...rows, dividends: options.dividends ?? false });
  }

  news(symbol: string | null, count = Infinity): readonly News[] {
    const { store, asOf } = this.#cursor;
    const list = symbol === null ? store.allNews : store.newsOf[store.numberOf(symbol)];
    return list?.last(asOf, checkedCount(count)) ?? [];
  }

  filings(symbol: string, count = Infinity): readonly Filing[] {
    const { store, asOf } = this.#cursor;
    return store.filingsOf[store.numberOf(symbol)]?.last(asOf, checkedCount(count)) ?? [];
  }

  document(sha256: string): string | undefined {
    const { store, asOf } = this.#cursor;
    const seq = store.documentSeq.get(sha256);
    return seq === undefined || seq > asOf ? undefined : store.documents?.get(sha256);
  }

  fundamentals(symbol: string, count = Infinity): readonly Fundamentals[] {
    const { store, asOf } = this.#cursor;
    return store.fundamentalsOf[store.numberOf(symbol)]?.last(asOf, checkedCount(count)) ?? [];
  }

  dividends(symbol: string, count = Infinity): readonly Dividend[] {
    const { store, asOf } = this.#cursor;
    return store.dividendsOf[store.numberOf(symbol)]?.last(asOf, checkedCount(count)) ?? [];
  }

  splits(symbol: string, count = Infinity): readonly Split[] {
    const { store, asOf } = this.#cursor;
    return store.splitsOf[store.numberOf(symbol)]?.last(asOf, checkedCount(count)) ?? [];
  }

  sma(symbol: string, length: number): Indicator {
    return this.#follow(symbol, `sma:${length}`, () => simpleMovingAverage(length));
  }

  smaCross(symbol: string, fast: number, slow: number): Indicator<-1 | 0 | 1> {
    return this.#follow(symbol, `sma-cross:${fast}:${slow}`, () => meanCrossing(fast, slow));
  }

  ema(symbol: string, length: number): Indicator {
    return this.#follow(symbol, `ema:${length}`, () => exponentialMovingAverage(length));
  }

  rsi(symbol: string, length: number): Indicator {
    return this.#follow(symbol, `rsi:${length}`, () => relativeStrengthIndex(length));
  }

  macd(symbol: string, fast = 12, slow = 26, signal = 9): Indicator<Macd> {
    return this.#follow(symbol, `macd:${fast}:${slow}:${signal}`, () =>
      movingAverageConvergenceDivergence(fast, slow, signal),
    );
  }

  bollinger(symbol: string, length = 20, deviations = 2): Indicator<BollingerBands> {
    return this.#follow(symbol, `bollinger:${length}:${deviations}`, () =>
      bollingerBands(length, deviations),
    );
  }

  indicator<Name extends IndicatorName>(
    name: Name,
    symbol: string,
    options: Readonly<Record<string, number>> = {},
  ): WindowIndicator<Name> {
    const cursor = this.#cursor;
    const place = { cursor, instrument: cursor.store.numberOf(symbol) };
    return windowIndicator(place, name, options) as WindowIndicator<Name>;
  }

  #follow<T>(symbol: string, key: string, make: () => RunningIndicator<T>): Indicator<T> {
    const cursor = this.#cursor;
    const number = cursor.store.numberOf(symbol);
    return cursor.follow(number, key, make, (followed) => new IndicatorHandle(followed));
  }

  /** The kept rows [from, to) that hold the last `count` readable bars. */
  #rows(symbol: string, count: number) {
    const { store } = this.#cursor;
    const instrument = store.numberOf(symbol);
    const { from: first, to } = this.#cursor.rowsOf(instrument);
    const from = Math.max(first, to - checkedCount(count));
    const scales = scalesOf(this.#cursor, instrument);
    const series = store.series[instrument] as BarSeries;
    const { isVendorAdjusted } = store;
    return { instrument, series, first, from, to, scales, isVendorAdjusted };
  }
}

/** The kept rows below `to` of a symbol, and how they are read. */
interface Rows {
  readonly series: BarSeries;
  readonly to: number;
  readonly scales: readonly SplitScale[];
  readonly isVendorAdjusted: boolean;
}

function barAt(rows: Rows, symbol: string, row: number): Bar {
  const { series, scales } = rows;
  const end = series.end[row] as number;
  const price = (column: Float64Array): number => scaled(column[row] as number, end, scales);
  return {
    symbol,
    time: series.time[row] as number,
    open: price(series.open),
    high: price(series.high),
    low: price(series.low),
    close: price(series.close),
    adjClose: adjCloseAt(rows, row),
    volume: numberOrNull(scaled(series.volume[row] as number, end, scales, 'size')),
    vwap: numberOrNull(price(series.vwap)),
  };
}

/**
 * The adjusted close as the vendor showed it at the as-of: the last known one is the close, and
 * returns are those of the vendor's series. Its factors of later dividends stay hidden, unless the
 * data set declares `adjusted: vendor`.
 */
function adjCloseAt({ series, to, scales, isVendorAdjusted }: Rows, row: number): number {
  const { adjClose, close, end } = series;
  const adjusted = adjClose[row] as number;
  const last = adjClose[to - 1] as number;
  const closeAt = (at: number) => scaled(close[at] as number, end[at] as number, scales);
  // A vendor that does not adjust gives the same close twice.
  if (adjusted === close[row]) return closeAt(row);
  if (isVendorAdjusted) return adjusted;
  return adjusted === last ? closeAt(to - 1) : (adjusted * closeAt(to - 1)) / last;
}

/** What an agent gets of an indicator: its value, and no way to feed it. */
class IndicatorHandle<T> implements Indicator<T> {
  readonly #followed: Followed<T>;

  constructor(followed: Followed<T>) {
    this.#followed = followed;
    Object.freeze(this);
  }

  get value(): T | null {
    return this.#followed.running.value;
  }
}

function checkedCount(count: number): number {
  if (count === Infinity || (Number.isInteger(count) && count > 0)) return count;
  throw invalidInput('not a count', { expected: 'a positive integer', found: excerpt(count) });
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
