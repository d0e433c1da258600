/** A measured number, or the reason why it is undefined: no metric ever returns NaN or Infinity. */

/** A figure that exists; finite. */
interface Defined {
  readonly value: number;
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

/** Figures as values, and the reasons of those without one, by their names. */
export function separated<Name extends string>(
  figures: Readonly<Record<Name, Figure>>,
): { values: Record<Name, number | null>; undefinedBecause: Record<string, string> } {
  const values: Partial<Record<Name, number | null>> = {};
  const undefinedBecause: Record<string, string> = {};
  for (const name of Object.keys(figures) as Name[]) {
    const figure = figures[name];
    values[name] = figure.value;
    if (figure.value === null) undefinedBecause[name] = figure.reason;
  }
  return { values: values as Record<Name, number | null>, undefinedBecause };
}
