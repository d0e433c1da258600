/** Effort: whether attempts with more steps or tool calls score better, across and within tasks and configurations. */

import { correlation, type Correlation } from '#metrics/agreement/correlation';
import { meanOf } from '#metrics/return-sample';
import type { MeanAttempt } from './attempts.js';

export type EffortMeasure = 'steps' | 'calls';

export interface EffortFigures {
  /** Of the means of configurations. */
  readonly across: Correlation;
  /** Of attempts, each without the mean of its task. */
  readonly withinTasks: number | null;
  /** Of attempts, each without the mean of its configuration. */
  readonly withinAgents: number | null;
  /** Pairs of configurations at one task with different effort and score, and in how many the deeper one wins. */
  readonly pairs: number;
  readonly won: number;
}

interface Point {
  readonly agent: string;
  readonly task: string;
  readonly effort: number;
  readonly score: number;
}

const pointsOf = (attempts: readonly MeanAttempt[], measure: EffortMeasure): Point[] =>
  attempts.flatMap(({ solution, values: { score } }) => {
    const { agent, task, [measure]: effort } = solution;
    return effort === null ? [] : [{ agent, task, effort, score }];
  });

export function effortOf(attempts: readonly MeanAttempt[], measure: EffortMeasure): EffortFigures {
  const points = pointsOf(attempts, measure);
  const agents = meansBy(points, ({ agent }) => agent);
  const tasks = [...Map.groupBy(points, ({ task }) => task).values()];
  let [pairs, won] = [0, 0];
  for (const own of tasks) {
    const means = meansBy(own, ({ agent }) => agent);
    for (const [at, one] of means.entries()) {
      for (const other of means.slice(at + 1)) {
        const way = Math.sign(one.effort - other.effort) * Math.sign(one.score - other.score);
        if (way === 0) continue;
        pairs++;
        if (way > 0) won++;
      }
    }
  }
  return {
    across: correlated(agents),
    withinTasks: correlated(tasks.flatMap(centered)).value,
    withinAgents: correlated(
      [...Map.groupBy(points, ({ agent }) => agent).values()].flatMap(centered),
    ).value,
    ...{ pairs, won },
  };
}

type Pair = Pick<Point, 'effort' | 'score'>;

const correlated = (pairs: readonly Pair[]): Correlation =>
  correlation(
    pairs.map(({ effort }) => effort),
    pairs.map(({ score }) => score),
  );

const meanPair = (own: readonly Pair[]): Pair => ({
  effort: meanOf(own.map(({ effort }) => effort)),
  score: meanOf(own.map(({ score }) => score)),
});

const meansBy = (points: readonly Point[], keyOf: (point: Point) => string): Pair[] =>
  [...Map.groupBy(points, keyOf).values()].map(meanPair);

function centered(own: readonly Point[]): Pair[] {
  const mean = meanPair(own);
  return own.map((one) => ({ effort: one.effort - mean.effort, score: one.score - mean.score }));
}

/** Mean scores by number of steps. Source: Hedge-Bench, section 5.3. */
export function binsOf(attempts: readonly MeanAttempt[]) {
  const points = pointsOf(attempts, 'steps');
  const bins: readonly (readonly [string, (steps: number) => boolean])[] = [
    ['under 15', (steps) => steps < 15],
    ['15 to 25', (steps) => steps >= 15 && steps <= 25],
    ['over 25', (steps) => steps > 25],
  ];
  return bins.map(([title, isIn]) => {
    const scores = points.filter(({ effort }) => isIn(effort)).map(({ score }) => score);
    return { title, attempts: scores.length, mean: scores.length === 0 ? null : meanOf(scores) };
  });
}
