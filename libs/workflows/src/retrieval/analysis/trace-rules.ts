/** What went wrong with an answer, by rules on the tool calls that led to it. */

import { z } from 'zod';
import { requireCivilDate } from '#values';
import type { QuestionTrace } from '../../workflow.js';
import type { ExpectedAnswer, Verdict } from '../score/schemas.js';
import { bareLabel } from '../store/fiscal-period.js';
import type { Point } from '../store/fundamentals-model.js';
import { matchPeriod } from '../tools/asked-period.js';
import { ranked } from '../tools/keyword-match.js';
import type { QuestionFacts } from './question-facts.js';
import type { ScoredAnswer } from './scored-answer.js';

type Calls = QuestionTrace['calls'];

const seriesQuery = z.object({
  company_id: z.string(),
  keywords: z.array(z.string()),
  periods: z.array(z.string()).nullish(),
});
const seriesFound = z.array(z.object({ id: z.string() }));
const valuesFound = z.array(
  z.object({
    ...{ value: z.number(), quarterized_value: z.number().nullable() },
    ...{ period: z.string(), series_name: z.string() },
  }),
);

/** Results may have been erased, or not downloaded: nothing can be concluded from such a call. */
const isErased = ({ result, error }: Calls[number]): boolean =>
  result === undefined && error === null;

/** How the first search for a series came out. */
export function firstQueryOf(
  calls: Calls,
  facts: QuestionFacts,
): Pick<ScoredAnswer, 'firstQueryHit' | 'firstFailure'> {
  const first = calls.find(({ tool }) => tool === 'discover_company_series');
  if (first === undefined || facts.seriesId === null || isErased(first)) {
    return { firstQueryHit: null, firstFailure: null };
  }
  const { data: found = [] } = seriesFound.safeParse(first.result);
  if (found.some(({ id }) => id === facts.seriesId)) {
    return { firstQueryHit: true, firstFailure: null };
  }
  return { firstQueryHit: false, firstFailure: failureOf(first.args, facts) };
}

/** The query once more without its period; where that finds the series, the switch under which its period fits. */
function failureOf(args: unknown, facts: QuestionFacts): ScoredAnswer['firstFailure'] {
  const { data: query } = seriesQuery.safeParse(args);
  if (query === undefined) return 'other';
  const { keywords, periods } = query;
  const named = { keywords, namesOf: () => [facts.series], limit: 1, switches: {} };
  const isOtherCompany = facts.companyId !== null && query.company_id !== facts.companyId;
  if (isOtherCompany || ranked([facts.series], named).length === 0) return 'keyword';
  const point = pointOf(facts);
  if (point === null) return 'other';
  const company = {
    fiscalYearEndMonth: facts.fiscalYearEndMonth ?? 12,
    yearLabel: facts.yearLabel,
  };
  const fits = (name: 'conventions' | 'guidance' | 'granularity'): boolean =>
    (periods ?? []).some(
      (label) => matchPeriod([point], label.toUpperCase(), company, { [name]: true }).length > 0,
    );
  // The year that guidance is about may also be another name of the year in which it was given.
  if (facts.targetPeriod !== null && fits('guidance')) return 'guidance';
  if (fits('conventions')) return 'convention';
  return fits('granularity') ? 'granularity' : 'other';
}

function pointOf(facts: QuestionFacts): Point | null {
  const { storedPeriod: period, targetPeriod, start, end } = facts;
  if (end === null || period === '') return null;
  return {
    ...{ id: '', seriesId: '', period, targetPeriod, value: 0, precision: null, knownAt: 0 },
    ...{ start: start === null ? null : requireCivilDate(start, 'start') },
    ...{ end: requireCivilDate(end, 'end'), accession: null, lineItem: null },
    ...{ isComputed: false, isTagged: false, restates: null },
  };
}

/**
 * The class of a wrong answer. The response itself comes first, then what its value was among the rows that the agent
 * read; `over-calculation` is a number that stands in none of them although the right one does.
 */
export function errorOf(
  verdict: Verdict,
  calls: Calls,
  { facts, value: expected }: ExpectedAnswer & { readonly facts: QuestionFacts },
): string {
  if (verdict.gaveUp) return 'gave-up';
  const { fault } = verdict;
  if (fault === 'period' || fault === 'series' || fault === 'sign') return fault;
  if (calls.some(isErased)) return 'other';
  const rows = calls.flatMap(({ tool, result }) =>
    tool === 'get_company_fundamentals' ? (valuesFound.safeParse(result).data ?? []) : [],
  );
  const right = Number(expected);
  const said = verdict.value === null ? NaN : Number(verdict.value);
  const own = rows.filter((row) => row.series_name === facts.series);
  const asked = own.filter(({ period }) => bareLabel(period) === bareLabel(facts.storedPeriod));
  if (asked.some(({ value }) => value !== right)) return 'data';
  if (asked.some((row) => isSame(row.quarterized_value, said))) return 'field';
  if (isSame(right, -said) && right !== 0) return 'sign';
  if (own.some(({ value }) => isSame(value, said))) return 'period';
  if (rows.some(({ value }) => isSame(value, said))) return 'series';
  const searched = calls.filter(({ tool }) => tool.startsWith('discover_'));
  if (own.length === 0 && searched.length > 0) return 'search';
  return own.some(({ value }) => value === right) ? 'over-calculation' : 'other';
}

/** To the digits that a response keeps. */
const isSame = (value: number | null, said: number): boolean =>
  value !== null && Math.abs(value - said) <= Math.abs(value) * 5e-4;
