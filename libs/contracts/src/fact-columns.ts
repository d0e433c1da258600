/** Facts as columns: what sources deliver, the clock releases and the as-of store keeps. */

import type { Instant } from '#values';
import type { FactPayload } from './market.js';

/** The kinds of fact, as they stand in the `kind` column. The numbers are part of the tape hash. */
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
} as const;

export type FactKind = (typeof factKinds)[keyof typeof factKinds];

/**
 * The order of kinds at one instant: corporate actions before the open that they concern, the close
 * last, because decisions are due there.
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
};

/** `instrument` of a fact that concerns no single instrument. */
export const noInstrument = 0xffff;

/** The numeric columns of a bar; NaN where the vendor gave none. */
export const barColumns = ['open', 'high', 'low', 'close', 'adjClose', 'volume', 'vwap'] as const;
export type BarColumn = (typeof barColumns)[number];

/**
 * A batch of facts in order, at most `capacity` of them; only rows below `count` mean anything.
 * Prices are in the instrument's currency, volume in shares (or what the data set says).
 */
export class FactColumns {
  count = 0;
  readonly kind: Uint8Array;
  /** Index into the tape's instruments, or `noInstrument`. */
  readonly instrument: Uint16Array;
  readonly knowledgeTime: Float64Array;
  readonly eventTime: Float64Array;
  /** 1 where no further fact has this knowledge time; set by the clock alone. */
  readonly endsInstant: Uint8Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly adjClose: Float64Array;
  readonly volume: Float64Array;
  readonly vwap: Float64Array;
  /** What a fact says beyond the columns; undefined for a bar. */
  readonly payload: (FactPayload | undefined)[];

  constructor(readonly capacity: number) {
    this.kind = new Uint8Array(capacity);
    this.instrument = new Uint16Array(capacity);
    this.knowledgeTime = new Float64Array(capacity);
    this.eventTime = new Float64Array(capacity);
    this.endsInstant = new Uint8Array(capacity);
    this.open = new Float64Array(capacity);
    this.high = new Float64Array(capacity);
    this.low = new Float64Array(capacity);
    this.close = new Float64Array(capacity);
    this.adjClose = new Float64Array(capacity).fill(NaN);
    this.volume = new Float64Array(capacity).fill(NaN);
    this.vwap = new Float64Array(capacity).fill(NaN);
    this.payload = [];
  }

  /** Appends a fact that is no bar. The caller keeps below `capacity`. */
  pushFact(fact: {
    kind: FactKind;
    instrument: number;
    knowledgeTime: Instant;
    eventTime: Instant;
    payload: FactPayload;
  }): void {
    const row = this.count++;
    this.kind[row] = fact.kind;
    this.instrument[row] = fact.instrument;
    this.knowledgeTime[row] = fact.knowledgeTime;
    this.eventTime[row] = fact.eventTime;
    this.open[row] = NaN;
    this.high[row] = NaN;
    this.low[row] = NaN;
    this.close[row] = NaN;
    this.adjClose[row] = NaN;
    this.volume[row] = NaN;
    this.vwap[row] = NaN;
    this.payload[row] = fact.payload;
  }

  /** Copies rows [from, to) of `other` behind the last row; `endsInstant` is left 0. */
  appendRows(other: FactColumns, from: number, to: number): void {
    const at = this.count;
    if (to - from === 1) this.appendRow(other, from, at);
    else this.appendRange(other, from, to);
    this.appendPayloads(other, from, to);
    this.count = at + to - from;
  }

  private appendRow(other: FactColumns, row: number, at: number): void {
    this.kind[at] = other.kind[row] as number;
    this.instrument[at] = other.instrument[row] as number;
    this.knowledgeTime[at] = other.knowledgeTime[row] as number;
    this.eventTime[at] = other.eventTime[row] as number;
    this.endsInstant[at] = 0;
    this.open[at] = other.open[row] as number;
    this.high[at] = other.high[row] as number;
    this.low[at] = other.low[row] as number;
    this.close[at] = other.close[row] as number;
    this.adjClose[at] = other.adjClose[row] as number;
    this.volume[at] = other.volume[row] as number;
    this.vwap[at] = other.vwap[row] as number;
  }

  private appendRange(other: FactColumns, from: number, to: number): void {
    const at = this.count;
    this.kind.set(other.kind.subarray(from, to), at);
    this.instrument.set(other.instrument.subarray(from, to), at);
    this.knowledgeTime.set(other.knowledgeTime.subarray(from, to), at);
    this.eventTime.set(other.eventTime.subarray(from, to), at);
    this.endsInstant.fill(0, at, at + to - from);
    this.open.set(other.open.subarray(from, to), at);
    this.high.set(other.high.subarray(from, to), at);
    this.low.set(other.low.subarray(from, to), at);
    this.close.set(other.close.subarray(from, to), at);
    this.adjClose.set(other.adjClose.subarray(from, to), at);
    this.volume.set(other.volume.subarray(from, to), at);
    this.vwap.set(other.vwap.subarray(from, to), at);
  }

  /** Bars have none and stay holes in the list, so that a column of bars costs nothing here. */
  private appendPayloads(other: FactColumns, from: number, to: number): void {
    const last = Math.min(to, other.payload.length);
    for (let row = from; row < last; row++) {
      if (other.kind[row] !== factKinds.bar) {
        this.payload[this.count + row - from] = other.payload[row];
      }
    }
  }

  /** Forgets all rows and lets go of their payloads. */
  clear(): void {
    this.count = 0;
    this.payload.length = 0;
  }
}
