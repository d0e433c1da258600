/** The view that agents hold: it reads at the cursor, hands out copies, and has no way to move. */

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
import { rowAfter, type BarSeries } from './bar-series.js';
import { bollingerBands } from './indicators/bollinger-bands.js';
import { exponentialMovingAverage } from './indicators/exponential-moving-average.js';
import { movingAverageConvergenceDivergence } from './indicators/macd.js';
import { relativeStrengthIndex } from './indicators/relative-strength-index.js';
import { meanCrossing } from './indicators/mean-crossing.js';
import type { RunningIndicator } from './indicators/running-indicator.js';
import { simpleMovingAverage } from './indicators/simple-moving-average.js';
import type { IndicatorName } from './indicators/indicator-catalogue.js';
import { windowIndicator, type WindowIndicator } from './indicators/window-indicator.js';
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
import type { ReadableCursor } from './readable-cursor.js';

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
    return this.#cursor.store.calendar;
  }

  lastPrice(symbol: string): number | null {
    const price = this.#cursor.priceOf(this.#cursor.store.numberOf(symbol));
    return Number.isNaN(price) ? null : price;
  }

  lastTrade(symbol: string): Trade | null {
    const { store, asOf } = this.#cursor;
    const trade = store.ticks.tradeAt(store.numberOf(symbol), asOf);
    if (trade === undefined) return null;
    const { time, eventTime, price, size } = trade;
    return { symbol, time, eventTime, price, size };
  }

  lastQuote(symbol: string): Quote | null {
    const { store, asOf } = this.#cursor;
    const quote = store.ticks.quoteAt(store.numberOf(symbol), asOf);
    if (quote === undefined) return null;
    const { time, eventTime } = quote;
    return {
      ...{ symbol, time, eventTime },
      bid: numberOrNull(quote.bid),
      bidSize: numberOrNull(quote.bidSize),
      ask: numberOrNull(quote.ask),
      askSize: numberOrNull(quote.askSize),
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
    const { series, to } = this.#rows(symbol, 1);
    return to === 0 ? null : barAt(series, symbol, to - 1);
  }

  barsBetween(symbol: string, range: BarRange = {}): readonly Bar[] {
    const { after = -Infinity, through = Infinity, count = Infinity } = range;
    const { series, from, to } = this.#rows(symbol, Infinity);
    const end = rowAfter(series, through, { from, to });
    const first = Math.max(rowAfter(series, after, { from, to }), end - checkedCount(count));
    const length = Math.max(0, end - first);
    return Array.from({ length }, (_, place) => barAt(series, symbol, first + place));
  }

  bars(symbol: string, count: number): BarWindow {
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
    const { series, from, to } = this.#rows(symbol, count);
    return series.plainPrice.copy(from, to);
  }

  barCount(symbol: string): number {
    return this.#cursor.visible[this.#cursor.store.numberOf(symbol)] as number;
  }

  adjustedCloses(
    symbol: string,
    count: number,
    options: { dividends?: boolean } = {},
  ): readonly number[] {
    const { instrument, first, from, to } = this.#rows(symbol, count);
    const dividends = options.dividends ?? false;
    const { asOf, store } = this.#cursor;
    return adjustedCloses(store, instrument, { asOf, first, from, to, dividends });
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
    return cursor.follow(cursor.store.numberOf(symbol), key, () => {
      const running = make();
      return { running, handle: new IndicatorHandle(running) };
    });
  }

  /** The kept rows [from, to) that hold the last `count` readable bars. */
  #rows(symbol: string, count: number) {
    const { store } = this.#cursor;
    const instrument = store.numberOf(symbol);
    const { from: first, to } = this.#cursor.rowsOf(instrument);
    const from = Math.max(first, to - checkedCount(count));
    return { instrument, series: store.series[instrument] as BarSeries, first, from, to };
  }
}

function barAt(series: BarSeries, symbol: string, row: number): Bar {
  return {
    symbol,
    time: series.time[row] as number,
    open: series.open[row] as number,
    high: series.high[row] as number,
    low: series.low[row] as number,
    close: series.close[row] as number,
    adjClose: series.adjClose[row] as number,
    volume: numberOrNull(series.volume[row]),
    vwap: numberOrNull(series.vwap[row]),
  };
}

/** What an agent gets of an indicator: its value, and no way to feed it. */
class IndicatorHandle<T> implements Indicator<T> {
  readonly #running: RunningIndicator<T>;

  constructor(running: RunningIndicator<T>) {
    this.#running = running;
    Object.freeze(this);
  }

  get value(): T | null {
    return this.#running.value;
  }
}

function checkedCount(count: number): number {
  if (count === Infinity || (Number.isInteger(count) && count > 0)) return count;
  throw invalidInput('not a count', { expected: 'a positive integer', found: excerpt(count) });
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
