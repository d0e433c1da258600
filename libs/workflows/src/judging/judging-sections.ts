/**
 * Tables of a judging run: what was judged how, how far judges agree, and what else their scores
 * correlate with.
 */

import type { ReportSection } from '#contracts/result/result';
import { cohenKappa } from '#metrics/agreement/coefficients';
import { rankCorrelation } from '#metrics/agreement/correlation';
import { knownMean, meanOf } from '#metrics/sample/return-sample';
import { checkSections } from '../auditing/checks/checks-by-judges.js';
import { isComparable } from '../workflow/answer-marks.js';
import { halvesSection, leftOutSection } from './answer-marks.js';
import {
  agreementSection,
  byConfiguration,
  judgedScores,
  ratingsOf,
  reliabilityCells,
  spreadOf,
  taskMeans,
} from '../workflow/judged-scores.js';
import { symbolSection } from './symbol-scores.js';
import { radarOf, type Rows, tableSection } from '../workflow/report-section.js';
import type { ReportedTasks } from '../tasks/task-workflow.js';
import {
  type JudgedSolution,
  type JudgingTerms,
  type Judgment,
  scoredBy,
} from '../workflow/judgment.js';

type ReportedJudging = ReportedTasks<Judgment, JudgedSolution, JudgingTerms>;
export type JudgedRuns = ReadonlyMap<string, ReportedJudging>;

const seed = 'judging';
const shownMax = 500;

export function judgingSections(runs: JudgedRuns): ReportSection[] {
  const rows = rowsOf(runs);
  if (rows.length === 0) return [];
  const comparable = rows.filter(({ solution }) => isComparable(solution));
  const [{ terms, solutions }] = [...runs.values()] as [ReportedJudging, ...ReportedJudging[]];
  const { most, of } = terms;
  return [
    ...(comparable.length === 0 ? [] : [scoreSection(comparable, most)]),
    ...(terms.checks ? checkSections(rows, solutions?.values() ?? []) : []),
    ...symbolSection(of, comparable, dimensionsIn(comparable)),
    ...leftOutSection(rows.map(({ solution }) => solution)),
    judgeSection(rows, runs),
    ...halvesSection(rows.map(({ solution }) => solution)),
    agreement(rows),
    ...goldSection(rows),
    ...moneySection(comparable),
    judgmentSection(rows),
  ];
}

/** Judgments with their judge, what was judged, and its position among all, from 1. */
const rowsOf = (runs: JudgedRuns) =>
  [...runs].flatMap(([judge, { answers, solutions, asked }]) =>
    asked.flatMap(({ id }, at) => {
      const judgment = answers.get(id);
      const solution = solutions?.get(id);
      if (judgment === undefined || solution === undefined) return [];
      const scored = scoredBy(judgment, solution);
      const { agent, task } = solution;
      return [{ judge, agent, task, answer: id, place: at + 1, judgment, solution, scored }];
    }),
  );
type Row = ReturnType<typeof rowsOf>[number];

const dimensionsIn = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ scored }) => [...scored.dimensions.keys()])),
];
const scoreOf = ({ scored }: Row, name: string): number | null =>
  name === 'overall' ? scored.overall : (scored.dimensions.get(name) ?? null);

const meansByTask = (rows: readonly Row[], name: string): number[] => [
  ...taskMeans(rows, (row) => scoreOf(row, name)).values(),
];

/** `most`: the highest score of a dimension that a judge gives; those of a rubric go to 10. */
function scoreSection(rows: readonly Row[], most: number): ReportSection {
  const dimensions = dimensionsIn(rows);
  const max = rows.some(({ solution }) => solution.items.length > 0) ? 10 : most;
  // A mean stays on the scale, however few answers there are.
  const within = (end: number | null) => (end === null ? null : Math.min(max, Math.max(0, end)));
  const meansOf = (own: readonly Row[]): (number | null)[] =>
    dimensions.map((name) => knownMean(meansByTask(own, name)));
  const series = byConfiguration(rows).map(([title, all]) => ({ title, values: meansOf(all) }));
  const table = judgedScores(rows).map(({ agent, judge, rows: judged }) => {
    const [mean = null, ...ends] = spreadOf(meansByTask(judged, 'overall'));
    return [agent, judge, judged.length, mean, ...ends.map(within), ...meansOf(judged)];
  });
  const own = new Set(rows.flatMap(({ solution: one }) => (one.isOwnRubric ? one.agent : [])));
  const why = 'which it judges: read its scores with that in mind.';
  const flags = [...own]
    .sort()
    .map((agent) => `The rubric was made from reports of ${agent}, ${why}`);
  const section = tableSection(
    'Scores',
    ['Configuration|Judge|#Judged|#Overall|#Low|#High', ...dimensions].join('|#'),
    table,
    'Means over the answers that were judged; an answer without a judgment is left out, and ' +
      'never zero. The interval is that of the mean over tasks, 95%.',
    ...flags,
  );
  return { ...section, ...radarOf(dimensions, max, series) };
}

/** What each judge did, and whether its scores correlate with what should not matter. */
function judgeSection(rows: readonly Row[], runs: JudgedRuns): ReportSection {
  const table = [...Map.groupBy(rows, ({ judge }) => judge)].map(([judge, judged]) => {
    const { due, traces } = runs.get(judge)!;
    const times = [...traces.values()].flatMap(({ latencyMs }) => latencyMs ?? []);
    const tokens = [...traces.values()].flatMap((trace) => trace.tokens ?? []);
    const controls = [({ place }: Row) => place, ({ solution }: Row) => solution.words].flatMap(
      (measure) => {
        const scores = judged.map(({ scored }) => scored.overall);
        const { value, p } = rankCorrelation(scores, judged.map(measure));
        return [value, p];
      },
    );
    const means = [times, tokens].map(knownMean);
    return [judge, due, judged.length, due - judged.length, ...means, ...controls];
  });
  return tableSection(
    'Judges',
    'Judge|#Asked|#Judged|#Unscored|#Time, ms|#Tokens|#Place, rho|#p|#Length, rho|#p',
    table,
    'Time and tokens are means a judgment; what judgments cost is under Models. Answers come ' +
      'in an order that the seed draws. Place is the rank correlation of the overall score with ' +
      'the place in that order, length that with the number of words: neither should matter, and ' +
      'a small p says that it may.',
  );
}

function agreement(rows: readonly Row[]): ReportSection {
  // As judges gave them: what code scored or capped would make judges look as if they agreed.
  const scoresOf = ({ judgment: { scores }, scored }: Row): ReadonlyMap<string, number> =>
    scores ? new Map(Object.entries(scores)) : scored.dimensions;
  const names = new Set(rows.flatMap((row) => [...scoresOf(row).keys()]));
  const rated = [...names].map((name) => ({
    name,
    scale: 'interval' as const,
    units: ratingsOf(rows, (row) => scoresOf(row).get(name) ?? null),
    seed,
  }));
  return agreementSection(
    rated,
    'Scores are on an interval scale, as they were given, before any cap. Under ten answers, ' +
      'and where resamples do not differ, alpha has no interval.',
  );
}

/**
 * A judge's values beside those of people: the mean score of several people, and the label
 * of each of them.
 */
function goldPairs({ judgment, solution: { gold } }: Row) {
  const people = [gold ?? []].flat();
  const scores = Object.entries(judgment.scores ?? {}).flatMap(([name, given]) => {
    const mean = knownMean(people.map((person) => person.scores?.[name] ?? null));
    return mean === null ? [] : [{ name, pair: [given, mean] as const }];
  });
  const items = Object.entries(judgment.items ?? {}).flatMap(([item, given]) =>
    people.flatMap((person) => {
      const label = person.items?.[item];
      return label === undefined
        ? []
        : [{ name: 'items', pair: [Number(given), Number(label)] as const }];
    }),
  );
  return [...scores, ...items];
}

/**
 * Judges against people: items as labels, scores with squared distance. Empty without a gold set.
 */
function goldSection(rows: readonly Row[]): ReportSection[] {
  const table: Rows = [...Map.groupBy(rows, ({ judge }) => judge)].flatMap(([judge, own]) => {
    const pairs = own.flatMap(goldPairs);
    return [...Map.groupBy(pairs, ({ name }) => name)].map(([name, all]) => {
      const units = all.map(({ pair }) => pair);
      const kappa = cohenKappa(units, name === 'items' ? 'none' : 'quadratic', { seed });
      return [judge, name, ...reliabilityCells(kappa)];
    });
  });
  if (table.length === 0) return [];
  const text = [
    'Cohen’s kappa of each judge against the gold set: of items as labels, of scores with ' +
      'quadratic weights.',
  ];
  const shared = new Map(
    rows.map(({ answer, solution: { gold } }) => [answer, Array.isArray(gold)]),
  );
  const count = [...shared.values()].filter(Boolean).length;
  if (count > 0) {
    text.push(
      `Several people judged ${count} of the answers: scores are compared with their mean, ` +
        'items with each label.',
    );
  }
  return [tableSection('Judges and people', 'Judge|Of|#Pairs|#Kappa|#Low|#High', table, ...text)];
}

/** Whether configurations with better scores earned more; empty if nothing is earned. */
function moneySection(rows: readonly Row[]): ReportSection[] {
  const byRun = [...Map.groupBy(rows, ({ solution }) => solution.run).values()];
  const runs = byRun.flatMap((own): ScoredConfiguration[] => {
    const { agent, money } = own[0]!.solution;
    return money === null ? [] : [[agent, meanOf(meansByTask(own, 'overall')), money]];
  });
  return scoresAndMoney(overRepeats(runs));
}

function judgmentSection(rows: readonly Row[]): ReportSection {
  const dimensions = dimensionsIn(rows);
  const table = rows.slice(0, shownMax).map((row) => {
    const { agent, run, task } = row.solution;
    const scores = dimensions.map((name) => scoreOf(row, name));
    return [agent, run, task, row.judge, row.scored.overall, ...scores];
  });
  return tableSection(
    'Judgments',
    ['Configuration|Run|Task|Judge|#Overall', ...dimensions].join('|#'),
    table,
    `What each judge gave each answer: ${table.length} of ${rows.length} judgments.`,
  );
}

/** A configuration with its mean score, and its mean return as a fraction. */
type ScoredConfiguration = readonly [name: string, score: number, money: number];

/**
 * Runs under the name of their agent, in one: repeats are one configuration with the
 * means of its runs.
 */
export const overRepeats = (runs: readonly ScoredConfiguration[]): ScoredConfiguration[] =>
  [...Map.groupBy(runs, ([agent]) => agent)].map(([agent, own]) => {
    const [score, money] = ([1, 2] as const).map((at) => meanOf(own.map((run) => run[at])));
    return [agent, score!, money!];
  });

/**
 * A table, the best score first, and its interpretation of their rank correlation. Empty without a
 * configuration.
 */
export function scoresAndMoney(configurations: readonly ScoredConfiguration[]): ReportSection[] {
  if (configurations.length === 0) return [];
  const { n, value, p, interval } = rankCorrelation(
    configurations.map(([, score]) => score),
    configurations.map(([, , money]) => money),
  );
  const [low, high] = [interval?.low, interval?.high].map((end) => end?.toFixed(2));
  const text =
    value === null || p === null || interval === null
      ? `Too few configurations (${n}), or too little difference between them, to say whether ` +
        'they go together.'
      : `Spearman’s rho of score and return over ${n} configurations: ${value.toFixed(2)} (95%: ` +
        `${low} to ${high}, p = ${p.toPrecision(2)}).`;
  const rows = configurations.toSorted(([, one], [, other]) => other - one);
  const table = rows.map((row) => [...row]);
  return [tableSection('Scores and money', 'Configuration|#Score|%Return', table, text)];
}
