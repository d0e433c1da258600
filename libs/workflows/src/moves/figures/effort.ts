/**
 * Effort: whether attempts with more steps or tool calls score better, across and within tasks and
 * configurations.
 */

import { correlation } from '#metrics/agreement/correlation';
import { knownMean, meanOf } from '#metrics/sample/return-sample';
import type { MeanAttempt } from './attempts.js';

type Point = ReturnType<typeof pointsOf>[number];
type Pair = Pick<Point, 'effort' | 'score'>;

const pointsOf = (attempts: readonly MeanAttempt[], measure: 'steps' | 'calls') =>
  attempts.flatMap(({ solution, values: { score } }) => {
    const { agent, task, [measure]: effort } = solution;
    return effort === null ? [] : [{ agent, task, effort, score }];
  });

/**
 * `across`: of the means of configurations. `withinTasks`, `withinAgents`: of attempts, each
 * without the mean of its task, or of its configuration. `pairs`: of configurations at one task
 * with different effort and score; `won`: those in which the deeper one wins.
 */
export function effortOf(attempts: readonly MeanAttempt[], measure: 'steps' | 'calls') {
  const points = pointsOf(attempts, measure);
  const agents = groupsBy(points, 'agent');
  const tasks = groupsBy(points, 'task');
  const ways = tasks.flatMap((own) => {
    const means = groupsBy(own, 'agent').map(meanPair);
    return means.flatMap((one, at) =>
      means.slice(at + 1).map((other) => (one.effort - other.effort) * (one.score - other.score)),
    );
  });
  return {
    across: correlated(agents.map(meanPair)),
    withinTasks: correlated(tasks.flatMap(centered)).value,
    withinAgents: correlated(agents.flatMap(centered)).value,
    pairs: ways.filter((way) => way !== 0).length,
    won: ways.filter((way) => way > 0).length,
  };
}

const groupsBy = (points: readonly Point[], key: 'agent' | 'task'): Point[][] => [
  ...Map.groupBy(points, (point) => point[key]).values(),
];

const correlated = (pairs: readonly Pair[]) =>
  correlation(
    pairs.map(({ effort }) => effort),
    pairs.map(({ score }) => score),
  );

const meanPair = (own: readonly Pair[]): Pair => ({
  effort: meanOf(own.map(({ effort }) => effort)),
  score: meanOf(own.map(({ score }) => score)),
});

function centered(own: readonly Pair[]): Pair[] {
  const mean = meanPair(own);
  return own.map((one) => ({ effort: one.effort - mean.effort, score: one.score - mean.score }));
}

/** Mean scores by number of steps. Source: Hedge-Bench, section 5.3. */
export function binsOf(attempts: readonly MeanAttempt[]) {
  const points = pointsOf(attempts, 'steps');
  const bins = [
    ['under 15', 0, 14],
    ['15 to 25', 15, 25],
    ['over 25', 26, Infinity],
  ] as const;
  return bins.map(([title, least, most]) => {
    const own = points.filter(({ effort }) => effort >= least && effort <= most);
    return { title, attempts: own.length, mean: knownMean(own.map(({ score }) => score)) };
  });
}
