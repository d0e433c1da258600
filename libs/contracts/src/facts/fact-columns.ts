/**
 * Facts as columns: sources deliver them, the clock releases them, and the as-of store keeps them.
 */

import type { Instant } from '#values';
import type { FactPayload } from './market.js';

/** The kinds of fact, as numbers in the `kind` column. The numbers are part of the tape hash. */
export const factKinds = {
  bar: 1,
  news: 2,
  filing: 3,
  fundamentals: 4,
  dividend: 5,
  split: 6,
  sessionOpen: 7,
  sessionClose: 8,
  rowDropped: 9,
  lateFact: 10,
  task: 11,
  trade: 12,
  quote: 13,
  correction: 14,
  tradingStatus: 15,
  feedGap: 16,
} as const;

export type FactKind = (typeof factKinds)[keyof typeof factKinds];

/** Kinds that fit in the columns entirely, and have no payload. */
export const isColumnar = (kind: number): boolean =>
  kind === factKinds.bar || kind === factKinds.trade || kind === factKinds.quote;

/** The columns of a trade: price in the instrument's currency, size in shares or coins. */
export const tradeColumns = { price: 'close', size: 'volume' } as const;

/** The columns of a quote, the best bid and ask; a side without an offer is NaN. */
export const quoteColumns = { bid: 'low', ask: 'high', bidSize: 'open', askSize: 'close' } as const;

/**
 * The order of kinds at one instant: corporate actions before the open that they affect, the close
 * after them, because decisions are due there, and tasks last, because the agent may know
 * everything else. Kinds added later are placed between the others, whose numbers stay; never among
 * bars, whose sources use the ranks of all instruments.
 */
export const rankOfKind: Readonly<Record<FactKind, number>> = {
  [factKinds.dividend]: 0,
  [factKinds.split]: 1,
  [factKinds.sessionOpen]: 2,
  [factKinds.news]: 3,
  [factKinds.filing]: 4,
  [factKinds.fundamentals]: 5,
  [factKinds.bar]: 6,
  [factKinds.rowDropped]: 7,
  [factKinds.lateFact]: 8,
  [factKinds.sessionClose]: 9,
  [factKinds.task]: 10,
  [factKinds.tradingStatus]: 2.25,
  [factKinds.quote]: 7.25,
  [factKinds.trade]: 7.5,
  [factKinds.correction]: 7.75,
  [factKinds.feedGap]: 8.5,
};

const ranksOfKind = 65_536;

/**
 * The rank of a source of facts of one kind: `number` distinguishes it from others of its
 * kind, 0 to 65,535.
 */
export const rankOfSource = (kind: FactKind, number = 0): number =>
  rankOfKind[kind] * ranksOfKind + number;

/**
 * Whether a rank is that of a source of bars or splits, between whose ranks there are none
 * of another kind.
 */
export const isRankOf = (
  rank: number,
  kind: typeof factKinds.bar | typeof factKinds.split,
): boolean => rank >= rankOfSource(kind) && rank < rankOfSource(kind, ranksOfKind);

/** `instrument` of a fact that does not concern a single instrument. */
export const noInstrument = 0xffff;

/** The numeric columns of a bar; NaN if the vendor gave no value. */
export const barColumns = ['open', 'high', 'low', 'close', 'adjClose', 'volume', 'vwap'] as const;
export type BarColumn = (typeof barColumns)[number];

/**
 * Columns of doubles: event time, knowledge time, open, high, low, close, adjClose, volume, vwap.
 */
export const keptColumns = 9;

/** Numbers of a packed row: kind and instrument combined, and the columns of doubles. */
export const rowDoubles = 1 + keptColumns;
const kindStep = 65_536;

/** Size of this many rows: doubles, instrument, kind, and whether the instant ends. */
export const bytesOfRows = (rows: number): number =>
  rows * (keptColumns * Float64Array.BYTES_PER_ELEMENT + 4);

/** The position and times of a fact on a tape. */
interface FactPlace {
  readonly instrument: number;
  readonly knowledgeTime: Instant;
  readonly eventTime: Instant;
}

/**
 * Below this number, copying row by row is faster than by column: a session of a live
 * feed has few rows.
 */
const fewRows = 8;

/**
 * A batch of facts in order, at most `capacity` of them; only rows below `count` are valid.
 * Prices are in the instrument's currency, volume in shares (or the unit of the data set).
 */
export class FactColumns {
  count = 0;
  readonly kind: Uint8Array;
  /** Index into the tape's instruments, or `noInstrument`. */
  readonly instrument: Uint16Array;
  readonly knowledgeTime: Float64Array;
  readonly eventTime: Float64Array;
  /** 1 if no further fact has this knowledge time; set only by the clock. */
  readonly endsInstant: Uint8Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly adjClose: Float64Array;
  readonly volume: Float64Array;
  readonly vwap: Float64Array;
  /** The members of a fact beyond the columns; undefined for bars, trades and quotes. */
  readonly payload: (FactPayload | undefined)[] = [];
  /** All columns of doubles, one after another: copying a row needs a single offset per column. */
  private readonly doubles: Float64Array;

  /**
   * In `memory`, of `bytesOfRows(capacity)` bytes, if two threads share it; payloads stay in
   * their own thread.
   */
  constructor(
    readonly capacity: number,
    memory: ArrayBufferLike = new ArrayBuffer(bytesOfRows(capacity)),
  ) {
    const doublesCount = keptColumns * capacity;
    this.doubles = new Float64Array(memory, 0, doublesCount);
    const column = (place: number): Float64Array =>
      this.doubles.subarray(place * capacity, (place + 1) * capacity);
    const rest = doublesCount * Float64Array.BYTES_PER_ELEMENT;
    this.instrument = new Uint16Array(memory, rest, capacity);
    this.kind = new Uint8Array(memory, rest + 2 * capacity, capacity);
    this.endsInstant = new Uint8Array(memory, rest + 3 * capacity, capacity);
    this.eventTime = column(0);
    this.knowledgeTime = column(1);
    this.open = column(2);
    this.high = column(3);
    this.low = column(4);
    this.close = column(5);
    this.adjClose = column(6).fill(NaN);
    this.volume = column(7).fill(NaN);
    this.vwap = column(8).fill(NaN);
  }

  /** Appends a trade. The caller must stay below `capacity`. */
  pushTrade(trade: FactPlace & Readonly<Record<keyof typeof tradeColumns, number>>): void {
    const row = this.pushEmpty(factKinds.trade, trade);
    this[tradeColumns.price][row] = trade.price;
    this[tradeColumns.size][row] = trade.size;
  }

  /** Appends a quote; a side without an offer is NaN. The caller must stay below `capacity`. */
  pushQuote(quote: FactPlace & Readonly<Record<keyof typeof quoteColumns, number>>): void {
    const row = this.pushEmpty(factKinds.quote, quote);
    this[quoteColumns.bid][row] = quote.bid;
    this[quoteColumns.ask][row] = quote.ask;
    this[quoteColumns.bidSize][row] = quote.bidSize;
    this[quoteColumns.askSize][row] = quote.askSize;
  }

  /** Appends a bar. The caller must stay below `capacity`. */
  pushBar(bar: FactPlace & Readonly<Record<BarColumn, number>>): void {
    const row = this.pushEmpty(factKinds.bar, bar);
    for (const column of barColumns) this[column][row] = bar[column];
  }

  /** Appends a fact with a payload. The caller must stay below `capacity`. */
  pushFact(fact: FactPlace & { readonly kind: FactKind; readonly payload: FactPayload }): void {
    this.payload[this.pushEmpty(fact.kind, fact)] = fact.payload;
  }

  private pushEmpty(kind: FactKind, fact: FactPlace): number {
    const row = this.count++;
    this.kind[row] = kind;
    this.instrument[row] = fact.instrument;
    this.knowledgeTime[row] = fact.knowledgeTime;
    this.eventTime[row] = fact.eventTime;
    this.endsInstant[row] = 0;
    for (const column of barColumns) this[column][row] = NaN;
    return row;
  }

  /** Copies rows [from, to) of `other` after the last row; `endsInstant` stays 0. */
  appendRows(other: FactColumns, from: number, to: number): void {
    if (to - from <= fewRows) {
      for (let row = from; row < to; row++) this.appendRow(other, row);
      return;
    }
    this.appendRange(other, from, to);
    this.appendPayloads(other, from, to);
    this.count += to - from;
  }

  /** Copies one row of `other` after the last row; `endsInstant` stays 0. */
  appendRow(other: FactColumns, row: number): void {
    const at = this.count++;
    if (!isColumnar(other.kind[row] as number)) this.payload[at] = other.payload[row];
    const { doubles, capacity } = this;
    const { doubles: given, capacity: step } = other;
    this.kind[at] = other.kind[row] as number;
    this.instrument[at] = other.instrument[row] as number;
    this.endsInstant[at] = 0;
    for (let to = at, from = row; to < doubles.length; to += capacity, from += step) {
      doubles[to] = given[from] as number;
    }
  }

  /** Copies a row that fits in the columns entirely into `rowDoubles` numbers. */
  packRow(row: number, target: Float64Array): void {
    target[0] = (this.kind[row] as number) * kindStep + (this.instrument[row] as number);
    const { doubles, capacity } = this;
    for (let to = 1, from = row; to < rowDoubles; to++, from += capacity) {
      target[to] = doubles[from] as number;
    }
  }

  /** Appends a row that `packRow` copied. */
  pushPacked(packed: Float64Array): void {
    const at = this.count++;
    const first = packed[0] as number;
    this.kind[at] = first / kindStep;
    this.instrument[at] = first % kindStep;
    this.endsInstant[at] = 0;
    const { doubles, capacity } = this;
    for (let to = at, from = 1; from < rowDoubles; to += capacity, from++) {
      doubles[to] = packed[from] as number;
    }
  }

  /** Copies a bar into row `at` of `keptColumns` columns, stored one after another in `target`. */
  copyBar(row: number, target: Float64Array, at: number): void {
    const { doubles, capacity } = this;
    const step = target.length / keptColumns;
    for (let to = at, from = row; to < target.length; to += step, from += capacity) {
      target[to] = doubles[from] as number;
    }
  }

  /** The same for bars [from, to), into rows starting at `at`. */
  copyBars(from: number, to: number, target: Float64Array, at: number): void {
    const { doubles, capacity } = this;
    const step = target.length / keptColumns;
    for (let column = 0; column < keptColumns; column++) {
      const first = column * capacity;
      target.set(doubles.subarray(first + from, first + to), column * step + at);
    }
  }

  private appendRange(other: FactColumns, from: number, to: number): void {
    const { count: at, doubles, capacity } = this;
    const length = to - from;
    this.kind.set(other.kind.subarray(from, to), at);
    this.instrument.set(other.instrument.subarray(from, to), at);
    this.endsInstant.fill(0, at, at + length);
    for (let column = 0; column < keptColumns; column++) {
      const first = column * other.capacity + from;
      doubles.set(other.doubles.subarray(first, first + length), column * capacity + at);
    }
  }

  /**
   * Bars have no payload and stay holes in the list, so that a column of bars costs nothing here.
   */
  private appendPayloads(other: FactColumns, from: number, to: number): void {
    const last = Math.min(to, other.payload.length);
    for (let row = from; row < last; row++) {
      if (!isColumnar(other.kind[row] as number)) {
        this.payload[this.count + row - from] = other.payload[row];
      }
    }
  }

  /** Removes all rows and releases their payloads. */
  clear(): void {
    this.count = 0;
    this.payload.length = 0;
  }
}
