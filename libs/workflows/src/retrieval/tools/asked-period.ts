/** The stored values that match a period in an argument. */

import type { RetrievalSwitches } from '../store/retrieval-terms.js';
import { bareLabel, labeledMonths, monthsOf, type FiscalYear } from '../store/fiscal-period.js';
import { isAdditive, type Point } from '../store/fundamentals-model.js';

/** A period that a value is of, or about. */
type Named = ReturnType<typeof monthsOf> & { readonly name: string; readonly isDay: boolean };

/**
 * The values of a series that match a label, and why; the best reading first, and a value once for
 * each that fits. Year-to-date values are under their last quarter, guidance under the period that
 * it was announced with.
 */
export function matchPeriod(
  points: readonly Point[],
  label: string,
  company: FiscalYear,
  { conventions, guidance, granularity }: RetrievalSwitches,
): { readonly point: Point; readonly taken: string }[] {
  const reported = points.map((point) => ({
    point,
    name: point.period,
    isDay: point.start === null,
    about: '',
    ...monthsOf(point.start, point.end),
  }));
  const targets = points.flatMap((point) => {
    const name = point.targetPeriod ?? '';
    const months = guidance && labeledMonths(name, company);
    const about = ', period that it is about';
    return months ? [{ point, name, isDay: false, about, ...months }] : [];
  });
  const isOf = (calendar: FiscalYear) => {
    const months = labeledMonths(label, calendar);
    return ({ first, last, isDay }: Named): boolean =>
      last === months?.last && (isDay || first === months.first);
  };
  const other = company.yearLabel === 'start' ? 'end' : 'start';
  const readings = {
    'as labeled': ({ name }: Named) => name === label,
    'year to date': ({ name }: Named) => bareLabel(name) === label,
    ...(conventions && {
      'same months': isOf(company),
      [`fiscal year named by its ${other}`]: isOf({ ...company, yearLabel: other }),
      'calendar period': isOf({ ...company, fiscalYearEndMonth: 12 }),
    }),
  };
  const found = Object.entries(readings).flatMap(([words, fits]) =>
    [...reported, ...targets]
      .filter(fits)
      .map(({ point, about }) => ({ point, taken: words + about })),
  );
  const asked = labeledMonths(label, company);
  if (found.length > 0 || !granularity || asked === undefined) return found;
  const gap = ({ first, last }: Named): number => Math.abs(last - first - asked.last + asked.first);
  return (
    reported
      // Within or around the months asked for, the nearest in length first, then the latest.
      .filter(({ first, last }) => (first - asked.first) * (last - asked.last) <= 0)
      .sort((one, other) => gap(one) - gap(other) || other.point.end - one.point.end)
      .slice(0, 4)
      .map(({ point }) => ({ point, taken: `offered, nothing is stored for ${label}` }))
  );
}

/**
 * The last quarter of a value: the value itself if it is of a quarter or of a day, else less what
 * the series had three months earlier since the same first day. Null for guidance, where that is
 * not known, and for longer periods of ratios and averages, which have no difference.
 */
export function quarterizedValue(point: Point, points: readonly Point[], unit: string) {
  const { first, last } = monthsOf(point.start, point.end);
  if (point.targetPeriod !== null) return null;
  if (point.start === null || last - first === 2) return point.value;
  const before = points.find(({ start, end }) => {
    const months = monthsOf(start, end);
    return start !== null && months.first === first && months.last === last - 3;
  });
  if (!isAdditive(unit) || before === undefined) return null;
  // Without the rounding errors of binary fractions.
  return Number((point.value - before.value).toPrecision(12)) + 0;
}
