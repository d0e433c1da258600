/**
 * One symbol's trades or quotes as rows of doubles: what a reader needs of them is the last one
 * before its as-of.
 */

import type { Instant } from '#values';

const rowsMin = 4;
/** Columns of a row before the numbers of its kind. */
const placeColumns = 4;

/** The place of a trade or quote on the tape. */
export interface TickPlace {
  /** Position on the tape, from 1. */
  readonly seq: number;
  /** Knowledge time. */
  readonly time: Instant;
  readonly eventTime: Instant;
  /** Bars of the symbol before it, dropped ones included. */
  readonly bars: number;
}

export class TickSeries {
  private kept = 0;
  private rows: Float64Array;
  private readonly width: number;

  /** `columns`: numbers of a row besides its place. */
  constructor(columns: number) {
    this.width = placeColumns + columns;
    this.rows = new Float64Array(rowsMin * this.width);
  }

  /**
   * Appends a row. Every reader is at or past `slowest`: rows superseded for all of them
   * may be dropped.
   */
  append(place: TickPlace, numbers: readonly number[], slowest: number): void {
    if ((this.kept + 1) * this.width > this.rows.length) this.makeRoom(slowest);
    const start = this.kept++ * this.width;
    const { rows } = this;
    rows[start] = place.seq;
    rows[start + 1] = place.time;
    rows[start + 2] = place.eventTime;
    rows[start + 3] = place.bars;
    for (let column = 0; column < numbers.length; column++) {
      rows[start + placeColumns + column] = numbers[column] as number;
    }
  }

  /** The number of the last kept row with seq <= asOf; -1 if there is none. */
  rowAt(asOf: number): number {
    const newest = this.kept - 1;
    // Most readers are at the end.
    if (newest < 0 || this.seqOf(newest) <= asOf) return newest;
    let low = 0;
    let high = newest;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.seqOf(middle) <= asOf) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  placeOf(row: number): TickPlace {
    const start = row * this.width;
    const [seq, time, eventTime, bars] = this.rows.subarray(start, start + placeColumns);
    return { seq, time, eventTime, bars } as TickPlace;
  }

  eventTime(row: number): Instant {
    return this.rows[row * this.width + 2] as number;
  }

  /** Bars of the symbol before a row. */
  barsBefore(row: number): number {
    return this.rows[row * this.width + 3] as number;
  }

  number(row: number, column: number): number {
    return this.rows[row * this.width + placeColumns + column] as number;
  }

  private seqOf(row: number): number {
    return this.rows[row * this.width] as number;
  }

  private makeRoom(slowest: number): void {
    const first = Math.max(0, this.rowAt(slowest));
    const { rows, width } = this;
    const used = this.kept * width;
    if (first * 2 >= this.kept) {
      rows.copyWithin(0, first * width, used);
    } else {
      this.rows = new Float64Array(2 * rows.length);
      this.rows.set(rows.subarray(first * width, used));
    }
    this.kept -= first;
  }
}
