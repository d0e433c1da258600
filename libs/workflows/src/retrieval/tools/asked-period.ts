/** Which stored values a period in an argument stands for. */

import { excerpt, invalidInput } from '#values';
import {
  bareLabel,
  labelledSpan,
  monthCount,
  periodPattern,
  spanOf,
  type MonthSpan,
} from '../store/fiscal-period.js';
import type { Company, Point } from '../store/fundamentals-model.js';
import type { RetrievalSwitches } from './retrieval-switches.js';

type PeriodSwitches = Pick<RetrievalSwitches, 'conventions' | 'guidance' | 'granularity'>;

/** A value found for a period that was asked for. */
export interface PeriodMatch {
  readonly point: Point;
  /** Why it was taken, in words; `as labeled` for the company's own label. */
  readonly reading: string;
}

interface Reading {
  readonly words: string;
  readonly span: MonthSpan;
}

/** Values that stand around or within a period, offered instead of it. */
const offersMax = 4;
const asLabeled = 'as labeled';

/** Throws `InvalidInput` for what is no period; year-to-date is one where conventions are understood. */
export function requirePeriod(text: string, { conventions }: PeriodSwitches): string {
  const label = text.trim().toUpperCase();
  const isPeriod = periodPattern.test(label) && (conventions || bareLabel(label) === label);
  if (isPeriod) return label;
  const expected = `2023Q1, 2022FY or 2023H1${conventions ? ' or 2023Q3YTD' : ''}`;
  throw invalidInput('not a period', { where: 'periods', expected, found: excerpt(text) });
}

/**
 * The values of one series that a label stands for, the company's own label first. Year-to-date values are stored
 * under the label of their last quarter, guidance under the period that it was announced with.
 */
export function matchPeriod(
  points: readonly Point[],
  label: string,
  company: Company,
  switches: PeriodSwitches,
): PeriodMatch[] {
  const readings = switches.conventions ? readingsOf(label, company) : [];
  const found = points.flatMap((point): (PeriodMatch & { rank: number })[] => {
    if (point.period === label) return [{ point, reading: asLabeled, rank: 0 }];
    if (bareLabel(point.period) === label) return [{ point, reading: asLabeled, rank: 1 }];
    const targets = switches.guidance ? targetReadings(point, label, readings, company) : undefined;
    if (targets !== undefined) return [{ point, reading: targets, rank: 2 }];
    const span = spanOf(point.start, point.end);
    const rank = readings.findIndex((one) => isSpan(span, one.span, point.start === null));
    const reading = readings[rank]?.words;
    return reading === undefined ? [] : [{ point, reading, rank: 3 + rank }];
  });
  if (found.length > 0) return found.sort((one, other) => one.rank - other.rank);
  return switches.granularity ? offersFor(points, label, company) : [];
}

/** The label in the company's convention, in that of the other year, and of calendar quarters and years. */
function readingsOf(label: string, company: Company): Reading[] {
  const { fiscalYearEndMonth, yearLabel } = company;
  const other = yearLabel === 'start' ? 'end' : 'start';
  const all = [
    { words: 'same months as labeled', span: labelledSpan(label, company) },
    {
      words: `fiscal year named by the year in which it ${other}s`,
      span: labelledSpan(label, { fiscalYearEndMonth, yearLabel: other }),
    },
    {
      words: 'calendar period',
      span: labelledSpan(label, { fiscalYearEndMonth: 12, yearLabel: 'end' }),
    },
  ];
  return all.flatMap(({ words, span }) => (span === undefined ? [] : [{ words, span }]));
}

/** How guidance fits by the period that it is about; undefined where it does not. */
function targetReadings(
  { targetPeriod }: Point,
  label: string,
  readings: readonly Reading[],
  company: Company,
): string | undefined {
  if (targetPeriod === null) return undefined;
  if (targetPeriod === label) return 'target period';
  const target = labelledSpan(targetPeriod, company);
  const fits = readings.find(({ span }) => target !== undefined && isSpan(target, span, false));
  return fits && `target period, ${fits.words}`;
}

/** What stands at a day belongs to every period that ends with it. */
const isSpan = (stored: MonthSpan, asked: MonthSpan, isDay: boolean): boolean =>
  stored.last === asked.last && (isDay || stored.first === asked.first);

/** The values within or around the months asked for, the nearest in length first, then the latest. */
function offersFor(points: readonly Point[], label: string, company: Company): PeriodMatch[] {
  const asked = labelledSpan(label, company);
  if (asked === undefined) return [];
  const near = points.flatMap((point) => {
    const span = spanOf(point.start, point.end);
    const isWithin = span.first >= asked.first && span.last <= asked.last;
    const isAround = span.first <= asked.first && span.last >= asked.last;
    const gap = Math.abs(monthCount(span) - monthCount(asked));
    return isWithin || isAround ? [{ point, gap }] : [];
  });
  return near
    .sort((one, other) => one.gap - other.gap || other.point.end - one.point.end)
    .slice(0, offersMax)
    .map(({ point }) => ({ point, reading: `nothing is stored for ${label}; offered instead` }));
}
