/**
 * Runs of retrieval as scored answers, and what went wrong with each, by rules on the tool calls
 * that led to it.
 */

import { z } from 'zod';
import { canonicalJson, requireCivilDate } from '#values';
import type { ReportedTasks } from '../../tasks/task-workflow.js';
import type { QuestionTrace } from '../../workflow/workflow.js';
import type { RetrievalTerms } from '../store/retrieval-terms.js';
import { expectedAnswerSchema, type Verdict } from '../score/schemas.js';
import { scoreAnswer } from '../score/score-answer.js';
import type { RetrievalAnswer } from '../score/structured-answer.js';
import { bareLabel } from '../store/fiscal-period.js';
import type { Point } from '../store/fundamentals-model.js';
import { matchPeriod } from '../tools/asked-period.js';
import { ranked } from '../tools/keyword-match.js';

const day = z.iso.date().transform((text) => requireCivilDate(text, 'day'));
/**
 * The members of a solution besides the answer, as `makeQuestions` writes them. All are optional.
 */
export const questionFactsSchema = z.object({
  category: z.string().default('unknown'),
  region: z.enum(['US', 'non-US', 'unknown']).default('unknown'),
  fiscalYearEndMonth: z.int().min(1).max(12).nullable().default(null),
  yearLabel: z.enum(['start', 'end']).default('end'),
  data: z.enum(['real', 'synthetic']).default('real'),
  periodType: z.string().default('unknown'),
  companyId: z.string().nullable().default(null),
  seriesId: z.string().nullable().default(null),
  /** The full name of the series. */
  series: z.string().default(''),
  /** The labels and days under which the value is stored. */
  storedPeriod: z.string().default(''),
  targetPeriod: z.string().nullable().default(null),
  fiscalPeriod: z.string().nullish(),
  calendarPeriod: z.string().nullish(),
  start: day.nullable().default(null),
  end: day.nullable().default(null),
});
type QuestionFacts = z.infer<typeof questionFactsSchema>;

/** What scoring knows about a question, whose words tell a scale, and what the figure is called. */
export const solutionSchema = expectedAnswerSchema.extend({
  question: z.string().default(''),
  facts: questionFactsSchema.prefault({}),
});
export type Solution = z.infer<typeof solutionSchema>;
type Calls = QuestionTrace['calls'];
type RetrievalRun = ReportedTasks<RetrievalAnswer, Solution, RetrievalTerms>;
/** One question put to one configuration, and what the agent did for it. */
export type ScoredAnswer = Readonly<ReturnType<typeof answersOfRuns>[number]>;
export type Answers = readonly ScoredAnswer[];

const verdicts = new WeakMap<Solution, Map<string, Verdict>>();

/**
 * The verdict on an answer, kept by solution and answer: figures, tables and analyses ask for
 * the same ones.
 */
export function verdictOn(id: string, answer: RetrievalAnswer, solution: Solution): Verdict {
  const known = verdicts.get(solution) ?? new Map<string, Verdict>();
  const { question, facts } = solution;
  // The labels of guidance are those of its announcement.
  const labels = facts.targetPeriod === null && facts.storedPeriod !== '' ? facts : {};
  const key = canonicalJson(answer);
  const verdict =
    known.get(key) ?? scoreAnswer({ ...labels, id, question, expected: solution }, answer);
  verdicts.set(solution, known.set(key, verdict));
  return verdict;
}

/** Questions without a solution are left out. */
export function answersOfRuns(runs: ReadonlyMap<string, RetrievalRun>) {
  const ids = [...runs.values()].map(({ plan }) => plan.agent.id);
  return [...runs].flatMap(([label, run]) => {
    const { id: agent } = run.plan.agent;
    const isAlone = ids.indexOf(agent) === ids.lastIndexOf(agent);
    const configuration = configurationOf(run, isAlone ? agent : label);
    return run.asked.flatMap(({ asOf, id, class: ended }) => {
      const solution = run.solutions?.get(id);
      const answer = run.answers.get(id);
      if (solution === undefined) return [];
      const { facts } = solution;
      const trace = run.traces.get(asOf) ?? { calls: [], latencyMs: null, tokens: null };
      const verdict = answer !== undefined ? verdictOn(id, answer, solution) : null;
      // What kept an answer away was the system or the agent.
      const unanswered = /^(late|provider error|tool error)$/.test(ended) ? 'system' : 'other';
      return {
        ...trace,
        configuration,
        question: { ...facts, id },
        right: verdict?.right === true,
        isUndecided: verdict?.right === null,
        answerClass: verdict?.gaveUp ? ('gave up' as const) : ended,
        error: verdict ? errorOf(verdict, trace.calls, solution) : unanswered,
        firstQuery: firstQueryOf(trace.calls, facts),
      };
    });
  });
}

/**
 * Effort low counts as without reasoning: some models cannot do without, and the paper compares
 * high with low.
 */
function configurationOf({ plan, terms }: RetrievalRun, name: string) {
  const { id: _, terms: __, ...settings } = plan.agent;
  const { effort, preset } = settings.kind === 'llm' ? settings : {};
  const level = effort ?? (preset && 'medium');
  const model = 'model' in settings ? settings.model : undefined;
  return {
    name,
    arm: terms.arm,
    repeat: plan.repeat,
    model: model ?? settings.kind,
    hasModel: model !== undefined,
    reasoning: level === 'medium' || level === 'high',
    /** Extensions of the tools that are on; empty for the tools as published. */
    switches: terms.switches.toSorted().join(', '),
    /** All else of the agent; only its equals are compared for a switch. */
    settings: canonicalJson(settings),
  };
}

const texts = z.array(z.string());
const seriesQuery = z.object({ company_id: z.string(), keywords: texts, periods: texts.nullish() });
const seriesFound = z.array(z.object({ id: z.string() })).catch([]);
const value = { value: z.number(), quarterized_value: z.number().nullable() };
const valueFound = z.object({ ...value, period: z.string(), series_name: z.string() });
const valuesFound = z.array(valueFound).catch([]);

/** Results may have been erased, or not downloaded: such a call proves nothing. */
const isErased = ({ result, error }: Calls[number]) => result === undefined && error === null;

/**
 * The first search for a series: `hit` if it found the one asked for; otherwise `keyword` if it
 * misses without its period too, else what is wrong with the period. Null without a search, or if
 * its result is unknown.
 */
export function firstQueryOf(calls: Calls, facts: QuestionFacts) {
  const first = calls.find(({ tool }) => tool === 'discover_company_series');
  if (first === undefined || facts.seriesId === null || isErased(first)) return null;
  if (seriesFound.parse(first.result).some(({ id }) => id === facts.seriesId)) return 'hit';
  const { data: query } = seriesQuery.safeParse(first.args);
  if (query === undefined) return 'other';
  return isForSeries(query, facts) ? periodFaultOf(query.periods ?? [], facts) : 'keyword';
}

/** Whether a search without its periods finds the series. */
function isForSeries(query: z.infer<typeof seriesQuery>, facts: QuestionFacts): boolean {
  const named = { keywords: query.keywords, namesOf: () => [facts.series], limit: 1, switches: {} };
  const isOtherCompany = facts.companyId !== null && query.company_id !== facts.companyId;
  return !isOtherCompany && ranked([facts.series], named).length > 0;
}

/** The extension of the tools that would have matched the periods; `other` if none would. */
function periodFaultOf(periods: readonly string[], facts: QuestionFacts) {
  const { storedPeriod: period, targetPeriod, start, end } = facts;
  if (end === null || period === '') return 'other';
  // Matching reads only these members of a value.
  const point = { period, targetPeriod, start, end } as Point;
  const company = { ...facts, fiscalYearEndMonth: facts.fiscalYearEndMonth ?? 12 };
  const labels = periods.map((label) => label.toUpperCase());
  const fits = (name: 'conventions' | 'guidance' | 'granularity'): boolean =>
    labels.some((label) => matchPeriod([point], label, company, { [name]: true }).length > 0);
  // The year that guidance is about may also be another name of the year in which it was given.
  if (targetPeriod !== null && fits('guidance')) return 'guidance';
  if (fits('conventions')) return 'convention';
  return fits('granularity') ? 'granularity' : 'other';
}

/**
 * The class of an answer that is not right, null for a right one; `undecided` where code cannot
 * tell. The response comes first, then what its value was among the rows that the agent read;
 * `over-calculation`: it read the right value but gave another. `data` is not the agent's fault.
 */
export function errorOf(verdict: Verdict, calls: Calls, solution: Solution) {
  const { right, gaveUp, fault } = verdict;
  if (right === true) return null;
  if (right === null) return 'undecided';
  if (gaveUp) return 'gave-up';
  if (fault === 'period' || fault === 'series' || fault === 'sign') return fault;
  return calls.some(isErased) ? 'other' : errorByRows(verdict, calls, solution);
}

/** By the rows of the series, and those of its period among them. */
function errorByRows(verdict: Verdict, calls: Calls, { facts, value: expected }: Solution) {
  const reads = calls.filter(({ tool }) => tool === 'get_company_fundamentals');
  const rows = reads.flatMap(({ result }) => valuesFound.parse(result));
  const right = Number(expected);
  const answered = Number(verdict.value ?? NaN);
  const ofSeries = rows.filter((row) => row.series_name === facts.series);
  const storedLabel = bareLabel(facts.storedPeriod);
  const ofPeriod = ofSeries.filter(({ period }) => bareLabel(period) === storedLabel);
  if (ofPeriod.some(({ value }) => value !== right)) return 'data';
  if (ofPeriod.some((row) => isSame(row.quarterized_value, answered))) return 'field';
  if (isSame(right, -answered) && right !== 0) return 'sign';
  if (ofSeries.some(({ value }) => isSame(value, answered))) return 'period';
  if (rows.some(({ value }) => isSame(value, answered))) return 'series';
  const hasSearched = calls.some(({ tool }) => tool.startsWith('discover_'));
  if (ofSeries.length === 0 && hasSearched) return 'search';
  return ofSeries.some(({ value }) => value === right) ? 'over-calculation' : 'other';
}

/** To the digits that a response keeps. */
const isSame = (value: number | null, answered: number): boolean =>
  value !== null && Math.abs(value - answered) <= Math.abs(value) * 5e-4;
