/**
 * Trades, quotes, halts and corrections of one tape, by instrument; every reader brings its as-of.
 */

import {
  factKinds,
  quoteColumns,
  tradeColumns,
  type Correction,
  type FactColumns,
  type TradingStatus,
} from '#contracts';
import { SeqList } from './seq-list.js';
import { scaled, type SplitScale } from './share-scale.js';
import { TickSeries, type TickPlace } from './tick-series.js';

/** A trade at its place on the tape. */
interface PlacedTrade extends TickPlace {
  readonly price: number;
  readonly size: number;
}

/** A quote at its place on the tape; NaN on a side without an offer. */
interface PlacedQuote extends TickPlace {
  readonly bid: number;
  readonly ask: number;
  readonly bidSize: number;
  readonly askSize: number;
}

export class TickStore {
  /** Created with the first fact of their symbol: most tapes have none. */
  private readonly trades: (TickSeries | undefined)[] = [];
  private readonly quotes: (TickSeries | undefined)[] = [];
  private readonly halts: (SeqList<boolean> | undefined)[] = [];
  private readonly corrected: (SeqList<Correction> | undefined)[] = [];

  /**
   * Takes the trade or quote in `row`. `bars`: of its symbol before it; every reader is at or
   * past `slowest`.
   */
  append(
    facts: FactColumns,
    row: number,
    { seq, bars, slowest }: { seq: number; bars: number; slowest: number },
  ): void {
    const instrument = facts.instrument[row] as number;
    const place = {
      seq,
      bars,
      time: facts.knowledgeTime[row] as number,
      eventTime: facts.eventTime[row] as number,
    };
    const number = (column: 'open' | 'high' | 'low' | 'close' | 'volume') =>
      facts[column][row] as number;
    if (facts.kind[row] === factKinds.trade) {
      const { price, size } = tradeColumns;
      const series = (this.trades[instrument] ??= new TickSeries(2));
      series.append(place, [number(price), number(size)], slowest);
    } else {
      const { bid, ask, bidSize, askSize } = quoteColumns;
      const series = (this.quotes[instrument] ??= new TickSeries(5));
      const sides = [number(bid), number(ask), number(bidSize), number(askSize)];
      const midpoint = middleOf(number(bid), number(ask));
      // A one-sided quote has no midpoint: the quote before it stays.
      const before = Number.isNaN(midpoint) ? series.rowAt(Infinity) : -1;
      const known = before < 0 ? midpoint : series.number(before, 4);
      series.append(place, [...sides, known], slowest);
    }
  }

  keepStatus(instrument: number, seq: number, { halted }: TradingStatus): void {
    (this.halts[instrument] ??= new SeqList()).push(seq, halted);
  }

  keepCorrection(instrument: number, seq: number, correction: Correction): void {
    (this.corrected[instrument] ??= new SeqList()).push(seq, correction);
  }

  tradeAt(instrument: number, asOf: number): PlacedTrade | undefined {
    const series = this.trades[instrument];
    const row = series === undefined ? -1 : series.rowAt(asOf);
    if (series === undefined || row < 0) return undefined;
    return { ...series.placeOf(row), price: series.number(row, 0), size: series.number(row, 1) };
  }

  quoteAt(instrument: number, asOf: number): PlacedQuote | undefined {
    const series = this.quotes[instrument];
    const row = series === undefined ? -1 : series.rowAt(asOf);
    if (series === undefined || row < 0) return undefined;
    const number = (column: number): number => series.number(row, column);
    const sides = { bid: number(0), ask: number(1), bidSize: number(2), askSize: number(3) };
    return { ...series.placeOf(row), ...sides };
  }

  /**
   * The price of the last trade before which at most `bars` bars of the symbol were known, which
   * makes it newer than all of them; else NaN. With neither a bar nor a trade, the midpoint of the
   * last two-sided quote. In the shares that `scales` lead to.
   */
  priceAt(instrument: number, asOf: number, bars: number, scales: readonly SplitScale[]): number {
    const trades = this.trades[instrument];
    const row = trades === undefined ? -1 : trades.rowAt(asOf);
    if (trades !== undefined && row >= 0) {
      if (trades.barsBefore(row) < bars) return NaN;
      return scaled(trades.number(row, 0), trades.eventTime(row), scales);
    }
    const quotes = this.quotes[instrument];
    if (bars > 0 || quotes === undefined) return NaN;
    const last = quotes.rowAt(asOf);
    return last < 0 ? NaN : scaled(quotes.number(last, 4), quotes.eventTime(last), scales);
  }

  isHaltedAt(instrument: number, asOf: number): boolean {
    return this.halts[instrument]?.last(asOf, 1)[0] ?? false;
  }

  correctionsAt(instrument: number, asOf: number, count: number): Correction[] {
    return this.corrected[instrument]?.last(asOf, count) ?? [];
  }
}

/** Half way between bid and ask; NaN where a side has no offer. */
export const middleOf = (bid: number, ask: number): number => (bid + ask) / 2;
