/**
 * Attempts at tasks as judges graded them, and the figures that follow: within a task first,
 * then over tasks.
 */

import { seededRandom } from '#values';
import type { Interval } from '#contracts/result/interval';
import { levelDefault, resamplesDefault } from '#metrics/bootstrap/intervals';
import { percentileInterval } from '#metrics/bootstrap/percentile-interval';
import { knownMean, meanOf } from '#metrics/sample/return-sample';
import { taskMeans, type JudgedRow } from '../../workflow/judged-scores.js';
import type { AnsweredTasks } from '../../tasks/task-workflow.js';
import { gradedBy, type GradedSolution, type GradingJudgment } from '../judgments/grading.js';
import type { GradingTerms } from '../rubric/rubric.js';

export type GradingRun = AnsweredTasks<GradingJudgment, GradedSolution, GradingTerms>;

/** The values averaged over judges, over the attempts at a task, and over tasks. */
export type AttemptValues = Readonly<Record<(typeof valueNames)[number], number>>;

export const valueNames = [
  'score',
  'passed',
  'themeCoverage',
  'rawMoveCoverage',
  'validMoveCoverage',
  'taint',
  'hallucinated',
  'claims',
  'flagged',
  'uncited',
] as const;

const valuesBy = (valueOf: (name: keyof AttemptValues) => number): AttemptValues =>
  Object.fromEntries(valueNames.map((name) => [name, valueOf(name)])) as AttemptValues;

/** A graded attempt; values are means where several judges graded it. */
export interface MeanAttempt extends JudgedRow {
  readonly solution: GradedSolution;
  readonly values: AttemptValues;
}

/** As one judge graded it. */
export type Attempt = ReturnType<typeof attemptsOf>[number];

/** Attempts with both judgments of one judge: the others are unscored. */
export function attemptsOf(judge: string, { answers, solutions, terms }: GradingRun) {
  const all = [...(solutions ?? [])];
  const synthesisOf = new Map(
    all.flatMap(([id, { answer }]) => {
      const judgment = answers.get(id);
      return judgment && 'synthesis' in judgment ? [[answer, judgment.synthesis]] : [];
    }),
  );
  return all.flatMap(([id, solution]) => {
    const judgment = answers.get(id);
    const synthesis = synthesisOf.get(solution.answer);
    if (judgment === undefined || !('hits' in judgment) || synthesis === undefined) return [];
    const mustCite = terms.claims === 'cited';
    const graded = gradedBy(judgment, synthesis, { solution, mustCite });
    const { claims, flagged } = solution.grounded!;
    const values = {
      ...graded,
      passed: Number(graded.score === 4),
      taint: graded.rawMoveCoverage - graded.validMoveCoverage,
      hallucinated: Number(flagged.length > 0),
      claims,
      flagged: flagged.length,
    };
    const { agent, task, answer } = solution;
    const means = valuesBy((name) => values[name]);
    return [{ judge, agent, task, answer, solution, graded, values: means }];
  });
}

/** Means over the judges of each answer. */
export function overJudges(attempts: readonly MeanAttempt[]): MeanAttempt[] {
  const byAnswer = Map.groupBy(attempts, ({ answer }) => answer);
  return [...byAnswer].map(([answer, judged]) => {
    const { agent, task, solution } = judged[0]!;
    const values = valuesBy((name) => meanOf(judged.map((one) => one.values[name])));
    return { judge: 'all judges', agent, task, answer, solution, values };
  });
}

/** A mean for each task that has attempts. */
export const meansByTask = (
  attempts: readonly MeanAttempt[],
  name: keyof AttemptValues,
): number[] => [...taskMeans(attempts, ({ values }) => values[name]).values()];

const valuesByTask = (attempts: readonly MeanAttempt[], name: keyof AttemptValues): number[][] => {
  const byTask = Map.groupBy(attempts, ({ task }) => task);
  return [...byTask.values()].map((own) => own.map(({ values }) => values[name]));
};

export type Summary = ReturnType<typeof summaryOf>;

/**
 * Summarizes one configuration; null if nothing counts. `tasks`: how many the graded result has. An
 * unanswered task counts 0; one whose answers could not be graded is left out. Sources:
 * Hedge-Bench, sections 4.3 and 5.
 */
export function summaryOf(attempts: readonly MeanAttempt[], tasks: number, seed: string) {
  const scores = meansByTask(attempts, 'score');
  const zeros = Math.max(0, tasks - (attempts[0]?.solution.answered.tasks ?? 0));
  const count = scores.length + zeros;
  const total = (name: keyof AttemptValues) => sum(attempts.map(({ values }) => values[name]));
  const intervalOf = (name: 'score' | 'passed') =>
    clusterInterval(valuesByTask(attempts, name), count, `${seed} ${name}`);
  return {
    attempts: attempts.length,
    /** Tasks with a graded attempt. */
    present: scores.length,
    /** Averaged over the attempts at a task, then over tasks. */
    means: count === 0 ? null : valuesBy((name) => sum(meansByTask(attempts, name)) / count),
    /** The mean score over only the tasks with a graded attempt. */
    presentMean: knownMean(scores),
    /** The half width of `passed`. */
    halfWidth: halfWidthOf([...meansByTask(attempts, 'passed'), ...Array<number>(zeros).fill(0)]),
    intervals: { score: intervalOf('score'), passed: intervalOf('passed') },
    /** Flagged claims ÷ claims. */
    flaggedShare: total('claims') === 0 ? null : total('flagged') / total('claims'),
    /** Share of attempts with a flagged claim. */
    hallucinationRate: knownMean(attempts.map(({ values }) => values.hallucinated)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** 1.96 s / √n, s with divisor n - 1; null under two values. */
export function halfWidthOf(values: readonly number[]): number | null {
  const n = values.length;
  if (n < 2) return null;
  const mean = meanOf(values);
  return 1.96 * Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (n - 1) / n);
}

/**
 * Percentiles of the mean of means over `count` tasks drawn again, and within each over
 * attempts drawn again.
 */
function clusterInterval(
  tasks: readonly (readonly number[])[],
  count: number,
  seed: string,
): Interval | null {
  if (count < 2) return null;
  const random = seededRandom(seed);
  const means = Float64Array.from({ length: resamplesDefault }, () => {
    let total = 0;
    for (let drawn = 0; drawn < count; drawn++) {
      // Indexes past the last task are the unanswered ones.
      const own = tasks[random.below(count)] ?? [];
      let inTask = 0;
      for (let each = 0; each < own.length; each++) inTask += own[random.below(own.length)]!;
      total += inTask / Math.max(1, own.length);
    }
    return total / count;
  });
  return percentileInterval(means, levelDefault);
}
