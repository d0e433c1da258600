/** Marks of an axis: round values, and the beginnings of months, years, days or hours. */

import { invariant } from '#values';

/** Below this share of the values, rounding to twelve digits loses the steps. */
const stepMin = 1e-10;

/**
 * At most `countMax` (at least 2) ticks at multiples of a round step (1, 2, 2.5 or 5 times a power
 * of ten) inside [low, high], for any two finite ends. One tick, at `low`, if no round step lies
 * between them: ends that are equal, a few roundings apart, or at the limits of a double.
 */
export function valueTicks(low: number, high: number, countMax: number) {
  invariant(Number.isFinite(low) && Number.isFinite(high), 'an axis has finite ends');
  let step = roundStep(high / countMax - low / countMax);
  // A range whose both ends are multiples holds one tick more than it holds steps.
  if (countInside(low, high, step) > countMax) step = roundStep(step * 1.01);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const least = stepMin * Math.max(Math.abs(low), Math.abs(high));
  if (!(step > least && step < Infinity && last - first < countMax)) {
    const reach = Math.min(high - low, Number.MAX_VALUE);
    return { step: reach || Math.abs(low) || 1, values: [low] };
  }
  const values: number[] = [];
  // A multiple, not a sum: sums drift off the round value. Adding 0 turns -0 into 0.
  for (let multiple = first; multiple <= last; multiple++) {
    values.push(Number((multiple * step).toPrecision(12)) + 0);
  }
  return { step, values };
}

/**
 * Round values for a logarithmic axis between two positive ends: of decades, or linear within
 * a few octaves.
 */
export function logTicks(low: number, high: number, countMax: number): readonly number[] {
  if (high < low * 8) return valueTicks(low, high, countMax).values;
  const first = Math.floor(Math.log10(low));
  const count = Math.ceil(Math.log10(high)) - first;
  const steps = 3 * count <= countMax ? [1, 2, 5] : [1];
  const every = Math.ceil((count + 1) / countMax);
  return Array.from({ length: count + 1 }, (_, at) => first + at * every)
    .flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)))
    .filter((value) => value >= low && value <= high);
}

function countInside(low: number, high: number, step: number): number {
  return Math.floor(high / step + 1e-9) - Math.ceil(low / step - 1e-9) + 1;
}

/** The least of 1, 2, 2.5, 5 or 10 times a power of ten that is not below `step`. */
export function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9));
  return Number(((factor ?? 10) * power).toPrecision(12));
}

export const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Calendar units from the finest, as the length of the ISO text that names one, and the
 * allowed intervals.
 */
const units: readonly { readonly length: number; readonly every: readonly number[] }[] = [
  { length: 13, every: [1, 4] },
  { length: 10, every: [1, 5, 10] },
  { length: 7, every: [1, 3] },
  { length: 4, every: [1, 5, 10] },
];

/**
 * Ticks at the first mark of each hour, day, month, quarter or year, in the finest unit that has no
 * more than `countMax` of them. `dates` ascend, `YYYY-MM-DD` or ISO instants.
 */
export function dateTicks(dates: readonly string[], countMax: number) {
  const candidates = units.flatMap(({ length, every }) => every.map((each) => [length, each]));
  for (const [length = 4, every = 1] of candidates) {
    const starts = apart(startsOf(dates, length, every), (0.75 * dates.length) / countMax);
    if (starts.length > countMax || starts.length === 0) continue;
    return starts.map((index, at) => {
      const before = at === 0 ? '' : dates[starts[at - 1]!]!;
      return { index, label: labelOf(dates[index]!, length, before) };
    });
  }
  return dates.length === 0 ? [] : [{ index: 0, label: dates[0] as string }];
}

/** Without the first start if it is so close to the second that their labels would touch. */
function apart(starts: readonly number[], gapMin: number): readonly number[] {
  const [first, second] = starts;
  if (first === undefined || second === undefined) return starts;
  return second - first < gapMin ? starts.slice(1) : starts;
}

function startsOf(dates: readonly string[], length: number, every: number): readonly number[] {
  const starts: number[] = [];
  let seen = '';
  let counted = -1;
  dates.forEach((date, index) => {
    const unit = date.slice(0, length);
    if (unit === seen || date.length < length) return;
    seen = unit;
    counted++;
    if (isDue(unit, every, counted)) starts.push(index);
  });
  return starts;
}

/**
 * Years, quarters and hours by their number; days by count, because months have no round
 * number of them.
 */
function isDue(unit: string, every: number, counted: number): boolean {
  if (every === 1) return true;
  if (unit.length === 10) return counted % every === 0;
  if (unit.length === 7) return (Number(unit.slice(5)) - 1) % every === 0;
  return Number(unit.length === 13 ? unit.slice(11) : unit) % every === 0;
}

/** A date down to its unit, without the year, or the day, that the label before it has. */
function labelOf(date: string, length: number, previous: string): string {
  const year = date.slice(0, 4);
  if (length === 4) return year;
  const month = months[Number(date.slice(5, 7)) - 1] ?? '';
  const ofYear = previous.slice(0, 4) === year ? month : `${month} ${year}`;
  if (length === 7) return ofYear;
  const isSameDay = length === 13 && previous.slice(0, 10) === date.slice(0, 10);
  return isSameDay ? `${date.slice(11, 13)}:00` : `${Number(date.slice(8, 10))} ${ofYear}`;
}
