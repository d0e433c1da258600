/** A measured number, or the reason why it is undefined: no metric ever returns NaN or Infinity. */

import type { Interval } from '#contracts/result/interval';

/** A figure that exists; finite. */
interface Defined {
  readonly value: number;
  readonly interval?: Interval | undefined;
}

/** A figure that does not, with a reason that a reader of a report understands. */
export interface Undefined {
  readonly value: null;
  readonly reason: string;
}

export type Figure = Defined | Undefined;

/**
 * A number as a figure; one that is not finite becomes undefined, because it exceeds the
 * range of a double.
 */
export function figureOf(value: number): Figure {
  return Number.isFinite(value) ? { value } : undefinedFigure('beyond the range of a double');
}

export function undefinedFigure(reason: string): Undefined {
  return { value: null, reason };
}

/** Reasons that several metrics share. */
export const noMark = undefinedFigure('there is no mark');
export const noVariation = undefinedFigure('the returns do not vary');
export const noRoundTrip = undefinedFigure('no round trip was closed');
export const firstMarkNotPositive = undefinedFigure('equity at the first mark was not positive');

/** A share of a whole; undefined for this reason where the whole is 0. */
export const shareFigure = (part: number, whole: number, none: string): Figure =>
  whole === 0 ? undefinedFigure(none) : figureOf(part / whole);

/** `undefinedFigure` for a sample that is too short. */
export function tooFewReturns(found: number, needed: number): Undefined {
  const noun = needed === 1 ? 'return' : 'returns';
  return undefinedFigure(`needs at least ${needed} ${noun}, found ${found}`);
}

/** The figure with an interval; unchanged if it is undefined, or there is none. */
export const withInterval = (figure: Figure, interval: Interval | null): Figure =>
  figure.value === null || interval === null ? figure : { ...figure, interval };
