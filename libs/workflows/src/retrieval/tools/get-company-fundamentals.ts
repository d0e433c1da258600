/** `get_company_fundamentals`: the values of series for periods. */

import { z } from 'zod';
import { excerpt, formatCivilDate, invalidInput } from '#values';
import { tool, type Tool } from '#tools';
import { bareLabel, monthCount, spanOf } from '../store/fiscal-period.js';
import {
  isAdditive,
  levelSeparator,
  type Company,
  type Point,
  type Series,
} from '../store/fundamentals-model.js';
import type { FundamentalsStore } from '../store/fundamentals-store.js';
import { matchPeriod, requirePeriod, type PeriodMatch } from './asked-period.js';
import type { RetrievalSwitches } from './retrieval-switches.js';
import {
  companyIdField,
  fiscalYearEndMember,
  fiscalYearEndOf,
  periodsField,
  periodWords,
  requireCompany,
  type RetrievalDesk,
} from './tool-fields.js';

const [seriesMax, rowsMax] = [100, 200];

export const getCompanyFundamentals = ({ storeOf, switches }: RetrievalDesk): Tool =>
  tool({
    name: 'get_company_fundamentals',
    title: 'Values of series',
    description:
      'Values of one company for periods: of the series named, or of all. value is as reported (in ones, a ratio as a ' +
      'fraction) and may be year-to-date; quarterized_value is the last quarter of it alone, null where that cannot be ' +
      'derived. context has the statement and the unit. Of a restated value the newest known counts. Rows follow the ' +
      `order of series_ids and periods, at most ${rowsMax}.${periodWords(switches)}`,
    input: z.strictObject({
      company_id: companyIdField,
      periods: periodsField.min(1),
      series_ids: z
        .array(z.string().max(300))
        .max(seriesMax)
        .nullish()
        .describe('As discover_company_series gives them; all series without.'),
    }),
    output: z.array(
      z.strictObject({
        value: z.number(),
        quarterized_value: z.number().nullable(),
        period: z.string(),
        context: z.string(),
        series_name: z.string(),
        fundamental_id: z.string(),
        ...fiscalYearEndMember,
      }),
    ),
    call: ({ company_id: companyId, periods, series_ids: seriesIds }, context) => {
      const store = storeOf(context);
      const company = requireCompany(store, companyId);
      const labels = periods.map((period) => requirePeriod(period, switches));
      const rows = seriesAsked(store, companyId, seriesIds ?? []).flatMap((series) => {
        const points = store.points(series.id);
        const matches = labels.flatMap((label) => matchPeriod(points, label, company, switches));
        // The first reason counts for a value that several periods stand for.
        const distinct = matches.filter(
          (match, at) => matches.findIndex(({ point }) => point === match.point) === at,
        );
        return distinct.map((match) => rowOf(match, { series, points, company, switches }));
      });
      return rows.slice(0, rowsMax);
    },
  });

function seriesAsked(
  store: FundamentalsStore,
  companyId: string,
  ids: readonly string[],
): readonly Series[] {
  const all = store.series(companyId);
  if (ids.length === 0) return all;
  return [...new Set(ids)].map((id) => {
    const series = all.find((one) => one.id === id);
    if (series !== undefined) return series;
    const expected = 'an id from discover_company_series for this company';
    throw invalidInput('unknown series', { where: 'series_ids', expected, found: excerpt(id) });
  });
}

interface RowContext {
  readonly series: Series;
  readonly points: readonly Point[];
  readonly company: Company;
  readonly switches: RetrievalSwitches;
}

function rowOf(match: PeriodMatch, context: RowContext): object {
  const { point } = match;
  const { series, points, company, switches } = context;
  return {
    value: point.value,
    quarterized_value: quarterizedValue(point, points, series.unit),
    period: switches.conventions ? point.period : bareLabel(point.period),
    context: contextOf(match, context),
    series_name: series.path,
    fundamental_id: point.id,
    ...fiscalYearEndOf(company, switches),
  };
}

/** Parts as `name: text`, separated by `; `; the first is the top level of the series. */
function contextOf({ point, reading }: PeriodMatch, { series, switches }: RowContext): string {
  const { start, end, period, targetPeriod, isComputed, isTagged } = point;
  const days = `${start === null ? 'on' : `${formatCivilDate(start)} to`} ${formatCivilDate(end)}`;
  const isGuidance = targetPeriod !== null;
  const parts = [
    series.path.split(levelSeparator)[0],
    `unit: ${series.unit}`,
    isComputed && 'source: computed from other values',
    isTagged && 'source: tagged by a machine',
    isGuidance && switches.guidance && `announced with: ${period}; about: ${targetPeriod}`,
    (switches.conventions || switches.fiscalYearEnds) && `days: ${days}`,
    (switches.conventions || switches.guidance || switches.granularity) && `taken: ${reading}`,
  ];
  return parts.filter((part) => part !== false).join('; ');
}

/**
 * The last quarter of a value: the value itself where it is of one quarter or one day, else less what the series had
 * three months earlier since the same day. Null for guidance, where that is not stored, and for longer periods of
 * ratios and averages, which have no difference.
 */
export function quarterizedValue(
  { start, end, value, targetPeriod }: Point,
  points: readonly Point[],
  unit: string,
): number | null {
  if (targetPeriod !== null) return null;
  const span = spanOf(start, end);
  if (start === null || monthCount(span) === 3) return value;
  if (!isAdditive(unit)) return null;
  const before = points.find((point) => {
    const earlier = spanOf(point.start, point.end);
    return point.start !== null && earlier.first === span.first && earlier.last === span.last - 3;
  });
  // Without the digits that binary fractions leave behind.
  return before === undefined ? null : Number((value - before.value).toPrecision(12)) + 0;
}
