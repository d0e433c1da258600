/** A value as `get_company_fundamentals` shows it. */

import { z } from 'zod';
import { formatCivilDate } from '#values';
import { bareLabel, monthCount, monthsOf } from '../store/fiscal-period.js';
import {
  isAdditive,
  levelSeparator,
  type Company,
  type Point,
  type Series,
} from '../store/fundamentals-model.js';
import type { PeriodMatch } from './asked-period.js';
import { fiscalYearEndOf, type RetrievalSwitches } from './retrieval-switches.js';

export const valueRowSchema = z.strictObject({
  value: z.number(),
  quarterized_value: z.number().nullable(),
  period: z.string(),
  context: z.string(),
  series_name: z.string(),
  fundamental_id: z.string(),
  fiscal_year_end: z.string().optional(),
});

interface RowContext {
  readonly company: Company;
  readonly series: Series;
  /** All known values of the series. */
  readonly points: readonly Point[];
  readonly switches: RetrievalSwitches;
}

/** `context` is the top level of the series, then parts as `name: text`, all separated by `; `. */
export function valueRow(
  { point, taken }: PeriodMatch,
  { company, series, points, switches }: RowContext,
): z.input<typeof valueRowSchema> {
  const { conventions, guidance, granularity, fiscalYearEnds } = switches;
  const { start, end, period, targetPeriod } = point;
  const days = [start, end].flatMap((day) => (day === null ? [] : formatCivilDate(day)));
  const parts = [
    series.path.split(levelSeparator)[0],
    `unit: ${series.unit}`,
    point.isComputed && 'source: computed',
    point.isTagged && 'source: tagged by a machine',
    guidance && targetPeriod !== null && `announced with: ${period}; about: ${targetPeriod}`,
    (conventions || fiscalYearEnds) && `days: ${days.join(' to ')}`,
    (conventions || guidance || granularity) && `taken: ${taken}`,
  ];
  return {
    value: point.value,
    quarterized_value: quarterizedValue(point, points, series.unit),
    period: conventions ? period : bareLabel(period),
    context: parts.filter((part) => typeof part === 'string').join('; '),
    series_name: series.path,
    fundamental_id: point.id,
    ...fiscalYearEndOf(company, switches),
  };
}

/**
 * The last quarter of a value: the value itself where it is of a quarter or of a day, else less what the series had
 * three months earlier since the same first day. Null for guidance, where that is not known, and for longer periods of
 * ratios and averages, which have no difference.
 */
function quarterizedValue(point: Point, points: readonly Point[], unit: string): number | null {
  const { first, last } = monthsOf(point.start, point.end);
  if (point.targetPeriod !== null) return null;
  if (point.start === null || monthCount({ first, last }) === 3) return point.value;
  const before = points.find(({ start, end }) => {
    const months = monthsOf(start, end);
    return start !== null && months.first === first && months.last === last - 3;
  });
  if (!isAdditive(unit) || before === undefined) return null;
  // Without the digits that binary fractions leave behind.
  return Number((point.value - before.value).toPrecision(12)) + 0;
}
