/** Which stored values a period in an argument stands for. */

import { excerpt, invalidInput } from '#values';
import type { RetrievalSwitches } from '../retrieval-terms.js';
import {
  bareLabel,
  labeledMonths,
  monthsOf,
  periodPattern,
  type FiscalYear,
  type Months,
} from '../store/fiscal-period.js';
import type { Point } from '../store/fundamentals-model.js';

/** A period that a value is of, or about. */
type Named = Months & { readonly name: string; readonly isDay: boolean };
export type PeriodMatch = Readonly<{ point: Point; /** Why, in words. */ taken: string }>;

/** Throws `InvalidInput` for what is no period; year-to-date is one where conventions are understood. */
export function requirePeriod(text: string, { conventions }: RetrievalSwitches): string {
  const label = text.trim().toUpperCase();
  if (periodPattern.test(label) && (conventions || bareLabel(label) === label)) return label;
  const expected = `2023Q1, 2022FY or 2023H1${conventions ? ' or 2023Q3YTD' : ''}`;
  throw invalidInput('not a period', { where: 'periods', expected, found: excerpt(text) });
}

/**
 * The values of a series that a label stands for, the best reading first; a value may fit in several. Year-to-date
 * values are stored under the label of their last quarter, guidance under the period that it was announced with.
 */
export function matchPeriod(
  points: readonly Point[],
  label: string,
  company: FiscalYear,
  switches: RetrievalSwitches,
): PeriodMatch[] {
  const own = points.map((point) => ({
    ...{ point, name: point.period, isDay: point.start === null, about: '' },
    ...monthsOf(point.start, point.end),
  }));
  const targets = points.flatMap((point) => {
    const name = point.targetPeriod ?? '';
    const months = switches.guidance && labeledMonths(name, company);
    const about = ', period that it is about';
    return months ? [{ point, name, isDay: false, about, ...months }] : [];
  });
  const found = Object.entries(readingsOf(label, company, switches)).flatMap(([words, fits]) =>
    [...own, ...targets].filter(fits).map(({ point, about }) => ({ point, taken: words + about })),
  );
  const asked = labeledMonths(label, company);
  if (found.length > 0 || !switches.granularity || asked === undefined) return found;
  const isIn = (inner: Months, outer: Months): boolean =>
    inner.first >= outer.first && inner.last <= outer.last;
  const gap = ({ first, last }: Months): number =>
    Math.abs(last - first - asked.last + asked.first);
  return own
    .filter((months) => isIn(months, asked) || isIn(asked, months))
    .sort((one, other) => gap(one) - gap(other) || other.point.end - one.point.end)
    .slice(0, 4)
    .map(({ point }) => ({ point, taken: `offered, nothing is stored for ${label}` }));
}

/** As it stands; with `conventions` also in the company's calendar, named by the other year, and in that of all. */
function readingsOf(label: string, company: FiscalYear, { conventions }: RetrievalSwitches) {
  const isOf = (calendar: FiscalYear) => {
    const months = labeledMonths(label, calendar);
    return ({ first, last, isDay }: Named): boolean =>
      last === months?.last && (isDay || first === months.first);
  };
  const other = company.yearLabel === 'start' ? 'end' : 'start';
  return {
    'as labeled': ({ name }: Named) => name === label,
    'year to date': ({ name }: Named) => bareLabel(name) === label,
    ...(conventions && {
      'same months': isOf(company),
      [`fiscal year named by its ${other}`]: isOf({ ...company, yearLabel: other }),
      'calendar period': isOf({ ...company, fiscalYearEndMonth: 12 }),
    }),
  };
}
