/** Whether configurations with better scores earned more. */

import type { ReportSection } from '#contracts/result';
import { rankCorrelation } from '#metrics/agreement/correlation';
import { meanOf } from '#metrics/return-sample';
import { tableSection } from './report-section.js';

/** A configuration with its mean score, and its mean return as a fraction. */
export type ScoredConfiguration = readonly [name: string, score: number, money: number];

/** Runs under the name of their agent, in one: repeats are one configuration with the means of its runs. */
export const overRepeats = (runs: readonly ScoredConfiguration[]): ScoredConfiguration[] =>
  [...Map.groupBy(runs, ([agent]) => agent)].map(([agent, own]) => {
    const [score, money] = ([1, 2] as const).map((at) => meanOf(own.map((run) => run[at])));
    return [agent, score!, money!];
  });

/** A table, the best score first, and what their rank correlation says. Nothing without a configuration. */
export function scoresAndMoney(configurations: readonly ScoredConfiguration[]): ReportSection[] {
  if (configurations.length === 0) return [];
  const { n, value, p, interval } = rankCorrelation(
    configurations.map(([, score]) => score),
    configurations.map(([, , money]) => money),
  );
  const [low, high] = [interval?.low, interval?.high].map((end) => end?.toFixed(2));
  const text =
    value === null || p === null || interval === null
      ? `Too few configurations (${n}), or too little difference between them, to say whether they go together.`
      : `Spearman’s rho of score and return over ${n} configurations: ${value.toFixed(2)} (95 %: ${low} to ` +
        `${high}, p = ${p.toPrecision(2)}).`;
  const rows = configurations.toSorted(([, one], [, other]) => other - one);
  const table = rows.map((row) => [...row]);
  return [tableSection('Scores and money', 'Configuration|#Score|%Return', table, text)];
}
