/**
 * Whether a stated period is the one that was asked for: yes, no, or only by some company's
 * calendar.
 */

import type { Part, Period } from './periods.js';

export type Agreement = 'yes' | 'no' | 'maybe';

/** `Q3` of a year, as a label has it. */
type Labeled = Pick<Period, 'part' | 'year'>;

/** The month that ends a part of a year that ends in December. */
const lastMonths: Readonly<Record<string, number>> = {
  Q1: 3,
  Q2: 6,
  Q3: 9,
  Q4: 12,
  H1: 6,
  H2: 12,
  '9M': 9,
  FY: 12,
};
const lengthOf = (part: Part): string | undefined => part?.[0];

/** Two labels, each with at least a part of a year. */
function ofLabels(stated: Period, asked: Labeled, dates: readonly Period[]): Agreement {
  if (stated.part !== asked.part) return 'no';
  // The later year of a pair is that in which it ends.
  const end = stated.isPair ? dates.find(({ part }) => part === 'FY')?.year : undefined;
  if (end) return end === stated.year ? 'yes' : 'no';
  if (stated.year === null || asked.year === null || stated.year === asked.year) return 'yes';
  // A pair of years may be called by the first of them.
  return stated.isPair === true && stated.year - 1 === asked.year ? 'maybe' : 'no';
}

/** Months from the end of a period of the calendar to another date. */
const monthsBetween = (date: Labeled & { month: number }, label: Labeled): number => {
  const end = lastMonths[label.part ?? ''] ?? 12;
  return 12 * (date.year! - label.year!) + date.month - end;
};

/** A date against a label: a company's year may end in any month, and be named by its start. */
function ofDateAndLabel(stated: Period & { month: number }, asked: Labeled): Agreement {
  const isLike = stated.part === null || lengthOf(stated.part) === lengthOf(asked.part);
  if (!isLike || lastMonths[asked.part ?? ''] === undefined) return 'no';
  if (stated.year === null || asked.year === null) return 'maybe';
  const months = monthsBetween(stated as Labeled & { month: number }, asked);
  if (months === 0) return 'yes';
  // A day alone may end a quarter of another company's year.
  if (asked.part === 'FY' && stated.part !== null) return ofYearEnd(months);
  return Math.abs(months) < 12 ? 'maybe' : 'no';
}

/**
 * A year that ends in its own calendar year has its name; one that ends in the next may be named by
 * its start.
 */
function ofYearEnd(months: number): Agreement {
  if (months < 0 && months > -12) return 'yes';
  return months > 0 && months < 12 ? 'maybe' : 'no';
}

function ofDates(stated: Period & { month: number }, asked: Period & { month: number }): Agreement {
  const parts = [stated.part, asked.part];
  const isLike = parts.includes(null) || lengthOf(stated.part) === lengthOf(asked.part);
  const isSameYear = stated.year === null || asked.year === null || stated.year === asked.year;
  return isLike && isSameYear && stated.month === asked.month ? 'yes' : 'no';
}

const isDated = (period: Period): period is Period & { month: number } =>
  period.month !== undefined;

/**
 * Whether a period is one of those that were asked for: dates are compared with dates where the
 * question has one, labels with labels, and a date with a label by the calendar year. `maybe` where
 * only another calendar agrees. `isNamed`: the question has the label itself, so that a year by
 * another name is another one.
 */
export function agreement(stated: Period, asked: readonly Period[], isNamed = true): Agreement {
  if (stated.part === 'other' || stated.part === 'TTM') return 'no';
  const dates = asked.filter(isDated);
  const labels = asked.filter((period) => !isDated(period));
  const found = isDated(stated) ? ofDated(stated, dates, labels) : ofLabeled(stated, dates, labels);
  if (found.length === 0) return 'maybe';
  if (found.includes('yes')) return 'yes';
  const isByDate =
    !isNamed && !isDated(stated) && dates.some((one) => fromLabel(stated, one) !== 'no');
  return isByDate || found.includes('maybe') ? 'maybe' : 'no';
}

/** A label against a date is the same comparison from the other side. */
const fromLabel = (stated: Period, asked: Period & { month: number }): Agreement =>
  ofDateAndLabel(asked, stated);

/** A date, against the dates of a question, or else its labels. */
function ofDated(
  stated: Period & { month: number },
  dates: readonly (Period & { month: number })[],
  labels: readonly Period[],
): readonly Agreement[] {
  if (dates.length > 0) return dates.map((one) => ofDates(stated, one));
  return labels.map((one) => ofDateAndLabel(stated, one));
}

/** A label, against the labels of a question, or else its dates. */
function ofLabeled(
  stated: Period,
  dates: readonly (Period & { month: number })[],
  labels: readonly Period[],
): readonly Agreement[] {
  if (labels.length > 0) return labels.map((one) => ofLabels(stated, one, dates));
  return dates.map((one) => fromLabel(stated, one));
}
