/**
 * Parses numbers, dates and times directly from bytes, without creating strings. Each parser either
 * returns exactly what the strict text parser returns, or defers to the text parser.
 */

import { civilDate, microsPerHour, microsPerMinute, microsPerSecond, startOfUtcDay } from '#values';
import type { Instant } from '#values';
import { instantOfClock } from '#values/zones/zone-clock';
import type { TimestampZone } from '../manifest/dataset-manifest.js';

const comma = 44;
const dot = 46;
const minus = 45;
const plus = 43;
const colon = 58;
const space = 32;
const letterT = 84;
const letterZ = 90;
const zero = 48;

/** Powers of ten that a double holds exactly. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** A position in bytes that the parsers advance past what they read. */
export class FieldCursor {
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  /** End of the line. */
  end = 0;

  private month = -1;
  private monthStart = 0;
  private monthDays = 0;

  constructor(private readonly zone: TimestampZone) {}

  /** Whether the field ends here. */
  get atDelimiter(): boolean {
    return this.at >= this.end || this.bytes[this.at] === comma;
  }

  /**
   * Plain digits with at most one dot. A mantissa below 2^53 divided by an exact power of ten is
   * rounded once, hence equal to `Number` of the text (W. Clinger, "How to read floating point
   * numbers accurately", 1990). NaN if it defers to the text parser; `at` then stays.
   */
  number(): number {
    const { bytes, end } = this;
    let at = this.at;
    let mantissa = 0;
    let digits = 0;
    let pointAt = -1;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      const digit = byte - zero;
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digits++;
      } else if (byte === dot && pointAt < 0) pointAt = at;
      else break;
    }
    if (digits === 0 || digits > 15 || (at < end && bytes[at] !== comma)) return NaN;
    this.at = at;
    return pointAt < 0 ? mantissa : mantissa / (powersOfTen[at - pointAt - 1] as number);
  }

  /** `YYYY-MM-DD` up to the end of the field; NaN if it defers to the text parser. */
  date(): number {
    const date = this.calendarDate();
    return this.atDelimiter ? date : NaN;
  }

  /**
   * `YYYY-MM-DD HH:MM[:SS[.ffffff]][Z|±HH:MM]`, or with a `T`; NaN if it defers to the text parser.
   */
  instant(): Instant {
    const date = this.calendarDate();
    const between = this.bytes[this.at];
    if (between !== space && between !== letterT) return NaN;
    this.at++;
    const hours = this.twoDigits();
    if (this.bytes[this.at++] !== colon) return NaN;
    const minutes = this.twoDigits();
    let clock = startOfUtcDay(date) + hours * microsPerHour + minutes * microsPerMinute;
    if (!(hours < 24 && minutes < 60)) return NaN;
    if (this.at < this.end && this.bytes[this.at] === colon) {
      this.at++;
      const seconds = this.twoDigits();
      if (!(seconds < 60)) return NaN;
      clock += seconds * microsPerSecond + this.fraction();
    }
    return this.withOffset(clock);
  }

  private calendarDate(): number {
    const { bytes, at } = this;
    if (at + 10 > this.end || bytes[at + 4] !== minus || bytes[at + 7] !== minus) return NaN;
    const century = this.twoDigits();
    const year = century * 100 + this.twoDigits();
    this.at++;
    const month = this.twoDigits();
    this.at++;
    const day = this.twoDigits();
    if (!(year >= 1900 && year < 2200 && month >= 1 && month <= 12)) return NaN;
    if (year * 16 + month !== this.month) this.enterMonth(year, month);
    return day >= 1 && day <= this.monthDays ? this.monthStart + day - 1 : NaN;
  }

  private enterMonth(year: number, month: number): void {
    this.month = year * 16 + month;
    this.monthStart = civilDate(year, month, 1);
    const next = month === 12 ? civilDate(year + 1, 1, 1) : civilDate(year, month + 1, 1);
    this.monthDays = next - this.monthStart;
  }

  /** Microseconds after the dot; NaN for more than six digits, which round up. */
  private fraction(): number {
    if (this.at >= this.end || this.bytes[this.at] !== dot) return 0;
    this.at++;
    let micros = 0;
    let unit = 100_000;
    while (this.at < this.end) {
      const digit = (this.bytes[this.at] as number) - zero;
      if (digit < 0 || digit > 9) break;
      if (unit < 1) return NaN;
      micros += digit * unit;
      unit = unit === 1 ? 0 : unit / 10;
      this.at++;
    }
    return unit === 100_000 ? NaN : micros;
  }

  private withOffset(clock: number): Instant {
    if (this.atDelimiter) return clock === clock ? instantOfClock(clock, this.zone) : NaN;
    const sign = this.bytes[this.at++];
    if (sign === letterZ) return this.atDelimiter ? clock : NaN;
    if (sign !== plus && sign !== minus) return NaN;
    const hours = this.twoDigits();
    if (this.bytes[this.at++] !== colon) return NaN;
    const minutes = this.twoDigits();
    if (!(hours <= 14 && minutes < 60) || !this.atDelimiter) return NaN;
    const offset = hours * microsPerHour + minutes * microsPerMinute;
    return sign === plus ? clock - offset : clock + offset;
  }

  private twoDigits(): number {
    const tens = (this.bytes[this.at] as number) - zero;
    const ones = (this.bytes[this.at + 1] as number) - zero;
    this.at += 2;
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 && this.at <= this.end
      ? tens * 10 + ones
      : NaN;
  }
}
