/** Attempts at tasks as judges graded them, and the figures that follow: within a task first, then over tasks. */

import { seededRandom } from '#values';
import type { Interval } from '#contracts/result';
import { levelDefault, resamplesDefault } from '#metrics/intervals';
import { percentileInterval } from '#metrics/percentile-interval';
import { meanOf } from '#metrics/return-sample';
import type { AnsweredTasks } from '../../tasks/task-workflow.js';
import {
  gradedBy,
  type GradedAnswer,
  type GradedSolution,
  type GradingJudgment,
} from '../judgments/grading.js';
import type { GradingTerms } from '../rubric.js';

export type GradingRun = Pick<
  AnsweredTasks<GradingJudgment, GradedSolution, GradingTerms>,
  'answers' | 'solutions' | 'terms'
>;

/** A graded attempt; figures are means where several judges graded it. */
export interface Attempt {
  readonly judge: string;
  readonly solution: GradedSolution;
  readonly graded: GradedAnswer;
  readonly values: AttemptValues;
}

/** What is averaged: over judges, over the attempts at a task, and over tasks. */
export type AttemptValues = Readonly<Record<(typeof valueNames)[number], number>>;

export const valueNames = [
  ...(['score', 'passed', 'themeCoverage', 'rawMoveCoverage', 'validMoveCoverage'] as const),
  ...(['taint', 'hallucinated', 'claims', 'flagged', 'uncited'] as const),
] as const;

/** Attempts of which one judge gave both judgments: the others are unscored. */
export function attemptsOf(judge: string, { answers, solutions, terms }: GradingRun): Attempt[] {
  const byAnswer = new Map<string, { [asks in GradedSolution['asks']]?: string }>();
  for (const [id, { answer, asks }] of solutions ?? []) {
    byAnswer.set(answer, { ...byAnswer.get(answer), [asks]: id });
  }
  const mustCite = terms.claims === 'cited';
  return [...byAnswer.values()].flatMap(({ coverage = '', synthesis = '' }): Attempt[] => {
    const [hits, reconciles] = [answers.get(coverage), answers.get(synthesis)];
    if (hits === undefined || !('hits' in hits)) return [];
    if (reconciles === undefined || !('synthesis' in reconciles)) return [];
    const solution = solutions!.get(coverage)!;
    const graded = gradedBy(hits, reconciles.synthesis, { solution, mustCite });
    return [{ judge, solution, graded, values: valuesOf(graded, solution) }];
  });
}

function valuesOf(graded: GradedAnswer, { grounded }: GradedSolution): AttemptValues {
  const { score, themeCoverage, rawMoveCoverage, validMoveCoverage, uncited } = graded;
  const { claims, flagged } = { claims: grounded!.claims, flagged: grounded!.flagged.length };
  return {
    ...{ score, themeCoverage, rawMoveCoverage, validMoveCoverage, uncited, claims, flagged },
    passed: Number(score === 4),
    taint: rawMoveCoverage - validMoveCoverage,
    hallucinated: Number(flagged > 0),
  };
}

/** An attempt with the means of all judges that graded it. */
export interface MeanAttempt {
  readonly solution: GradedSolution;
  readonly values: AttemptValues;
}

export function overJudges(attempts: readonly Attempt[]): MeanAttempt[] {
  const byAnswer = Map.groupBy(attempts, ({ solution }) => solution.answer);
  return [...byAnswer.values()].map((own) => ({
    solution: own[0]!.solution,
    values: Object.fromEntries(
      valueNames.map((name) => [name, meanOf(own.map(({ values }) => values[name]))]),
    ) as AttemptValues,
  }));
}

/** Figures of one configuration. */
export interface Summary {
  readonly attempts: number;
  /** Tasks with a graded attempt. */
  readonly present: number;
  /** Means of the attempts at a task, then over tasks; a task that was not answered counts 0. Null without tasks. */
  readonly means: AttemptValues | null;
  /** The mean score over the tasks with a graded attempt alone. */
  readonly presentMean: number | null;
  /** Half the width of the interval of `passed`: 1.96 s / √n over tasks; null under two. */
  readonly halfWidth: number | null;
  /** Of tasks, and of attempts within each, drawn again. */
  readonly intervals: { readonly score: Interval | null; readonly passed: Interval | null };
  /** Flagged claims ÷ claims; null without claims. */
  readonly flaggedShare: number | null;
  /** Share of attempts with a flagged claim; null without attempts. */
  readonly hallucinationRate: number | null;
}

/**
 * Of one configuration. `tasks`: how many the graded result has. A task that it did not answer counts 0; one whose
 * answers nobody could grade is left out. Sources: Hedge-Bench, sections 4.3 and 5.
 */
export function summaryOf(attempts: readonly MeanAttempt[], tasks: number, seed: string): Summary {
  const byTask = [...Map.groupBy(attempts, ({ solution }) => solution.task).values()];
  const answered = attempts[0]?.solution.answered.tasks ?? 0;
  const zeros = Math.max(0, tasks - answered);
  const count = byTask.length + zeros;
  const taskMeans = (name: keyof AttemptValues): number[] =>
    byTask.map((own) => meanOf(own.map(({ values }) => values[name])));
  const overTasks = (name: keyof AttemptValues): number => sum(taskMeans(name)) / count;
  const [claims, flagged] = (['claims', 'flagged'] as const).map((name) =>
    sum(attempts.map(({ values }) => values[name])),
  );
  const of = (name: 'score' | 'passed') =>
    clusterInterval(
      byTask.map((own) => own.map(({ values }) => values[name])),
      zeros,
      `${seed} ${name}`,
    );
  return {
    attempts: attempts.length,
    present: byTask.length,
    means:
      count === 0
        ? null
        : (Object.fromEntries(valueNames.map((name) => [name, overTasks(name)])) as AttemptValues),
    presentMean: byTask.length === 0 ? null : meanOf(taskMeans('score')),
    halfWidth: halfWidthOf([...taskMeans('passed'), ...Array<number>(zeros).fill(0)]),
    intervals: { score: of('score'), passed: of('passed') },
    flaggedShare: claims! > 0 ? flagged! / claims! : null,
    hallucinationRate:
      attempts.length === 0 ? null : meanOf(attempts.map(({ values }) => values.hallucinated)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** 1.96 s / √n, s with divisor n - 1; null under two values. */
export function halfWidthOf(values: readonly number[]): number | null {
  const n = values.length;
  if (n < 2) return null;
  const mean = meanOf(values);
  const squares = sum(values.map((value) => (value - mean) ** 2));
  return (1.96 * Math.sqrt(squares / (n - 1))) / Math.sqrt(n);
}

/** Percentiles of the mean of means over tasks drawn again, and within each over attempts drawn again. */
function clusterInterval(
  tasks: readonly (readonly number[])[],
  zeros: number,
  seed: string,
): Interval | null {
  const count = tasks.length + zeros;
  if (count < 2) return null;
  const random = seededRandom(seed);
  const means = Float64Array.from({ length: resamplesDefault }, () => {
    let total = 0;
    for (let drawn = 0; drawn < count; drawn++) {
      const own = tasks[random.below(count)];
      if (own === undefined) continue;
      let inTask = 0;
      for (let each = 0; each < own.length; each++) inTask += own[random.below(own.length)]!;
      total += inTask / own.length;
    }
    return total / count;
  });
  return percentileInterval(means, levelDefault);
}
