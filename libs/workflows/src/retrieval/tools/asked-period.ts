/** Which stored values a period in an argument stands for. */

import { excerpt, invalidInput } from '#values';
import {
  bareLabel,
  labeledMonths,
  monthsOf,
  periodPattern,
  type FiscalYear,
  type Months,
} from '../store/fiscal-period.js';
import type { Point } from '../store/fundamentals-model.js';
import type { RetrievalSwitches } from './retrieval-switches.js';

export interface PeriodMatch {
  readonly point: Point;
  /** Why it was taken, in words. */
  readonly taken: string;
}

/** Values offered instead of one that is not stored. */
const offersMax = 4;

/** Throws `InvalidInput` for what is no period; year-to-date is one where conventions are understood. */
export function requirePeriod(text: string, { conventions }: RetrievalSwitches): string {
  const label = text.trim().toUpperCase();
  if (periodPattern.test(label) && (conventions || bareLabel(label) === label)) return label;
  const expected = `2023Q1, 2022FY or 2023H1${conventions ? ' or 2023Q3YTD' : ''}`;
  throw invalidInput('not a period', { where: 'periods', expected, found: excerpt(text) });
}

/**
 * The values of a series that a label stands for, those under the company's own label first. Year-to-date values are
 * stored under the label of their last quarter, guidance under the period that it was announced with.
 */
export function matchPeriod(
  points: readonly Point[],
  label: string,
  company: FiscalYear,
  { conventions, guidance, granularity }: RetrievalSwitches,
): PeriodMatch[] {
  const readings = conventions ? readingsOf(label, company) : [];
  const fit = (own: string, months: Months, isDay: boolean): number => {
    if (own === label) return 0;
    if (bareLabel(own) === label) return 1;
    const at = readings.findIndex(
      ({ first, last }) => last === months.last && (isDay || first === months.first),
    );
    return at < 0 ? Infinity : at + 2;
  };
  const found = points.flatMap((point) => {
    const { period, targetPeriod, start, end } = point;
    const own = fit(period, monthsOf(start, end), start === null);
    const target = guidance && targetPeriod !== null ? labeledMonths(targetPeriod, company) : null;
    // Behind what was announced with the period itself.
    const about = target ? fit(targetPeriod ?? '', target, false) + 0.5 : Infinity;
    const rank = Math.min(own, about);
    const words = ['as labeled', 'year to date', ...readings.map((one) => one.words)];
    const taken =
      (words[Math.floor(rank)] ?? '') + (about < own ? ', period that it is about' : '');
    return rank === Infinity ? [] : [{ point, taken, rank }];
  });
  if (found.length > 0 || !granularity) return found.sort((one, other) => one.rank - other.rank);
  return offersFor(points, label, labeledMonths(label, company));
}

/** In the company's convention, in that of the other year, and of the calendar. */
function readingsOf(label: string, { fiscalYearEndMonth, yearLabel }: FiscalYear) {
  const other = yearLabel === 'start' ? 'end' : 'start';
  const calendars: Record<string, FiscalYear> = {
    'same months': { fiscalYearEndMonth, yearLabel },
    [`fiscal year named by its ${other}`]: { fiscalYearEndMonth, yearLabel: other },
    'calendar period': { fiscalYearEndMonth: 12, yearLabel },
  };
  return Object.entries(calendars).flatMap(([words, calendar]) => {
    const months = labeledMonths(label, calendar);
    return months === undefined ? [] : [{ words, ...months }];
  });
}

/** What stands within or around the months asked for, the nearest in length first, then the latest. */
function offersFor(points: readonly Point[], label: string, asked?: Months): PeriodMatch[] {
  if (asked === undefined) return [];
  const taken = `offered, nothing is stored for ${label}`;
  const near = points.flatMap((point) => {
    const { first, last } = monthsOf(point.start, point.end);
    const isWithin = first >= asked.first && last <= asked.last;
    const isAround = first <= asked.first && last >= asked.last;
    const gap = Math.abs(last - first - asked.last + asked.first);
    return isWithin || isAround ? [{ point, taken, gap }] : [];
  });
  return near
    .sort((one, other) => one.gap - other.gap || other.point.end - one.point.end)
    .slice(0, offersMax);
}
