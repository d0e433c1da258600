/** The comparison of the agents of one scenario: each by itself, against each other, and ranked. */

import {
  type ComparedEntry,
  type ComparedFigure,
  comparedFigures,
  type ModelEffect,
  type ModelTable,
  type RankedBy,
  type TradingComparison,
} from '#contracts/result/comparison';
import { levelDefault, resamplesDefault, returnsMin } from '../bootstrap/intervals.js';
import { percentileInterval } from '../bootstrap/percentile-interval.js';
import { sharedResamples } from '../bootstrap/stationary-bootstrap.js';
import { smallSampleLevel } from '../bootstrap/small-sample-level.js';
import {
  agreementBetween,
  type ComparedAgent,
  countsOf,
  refusalOf,
  repeatsOf,
  withoutReturns,
} from './compared-agent.js';
import { commonDates, figureOfRuns, returnsBetween, type RunFigure } from './entry-figures.js';
import { overRuns } from './over-runs.js';
import { type Difference, type Pair, pairwiseDifferences, roundingOf } from './pairwise.js';

/** With more agents than this the table has only cells. */
const tableAgentsMax = 60;

interface ComparisonOptions {
  /** The scenario's. */
  readonly seed: number | string;
  /**
   * Agent with which the others are compared if there are too many for all pairs; null if
   * there is none.
   */
  readonly baseline: string | null;
  readonly resamples?: number;
  readonly level?: number;
}

/** With more agents than this nothing is compared: the number of pairs grows quadratically. */
export const agentsMax = 200;
/** With more agents than this, differences are those from the baseline. */
const allPairsMax = 20;

/** Null if there is nothing to compare: one agent without repeats, or more than 200 agents. */
export function comparisonOf(
  agents: readonly ComparedAgent[],
  options: ComparisonOptions,
): TradingComparison | null {
  const runs = agents.reduce((sum, agent) => sum + agent.runs.length, 0);
  const isAlone = agents.length < 2 && agents.every((agent) => repeatsOf(agent).length < 2);
  if (isAlone || runs === 0 || agents.length > agentsMax) return null;
  const { level = levelDefault } = options;
  const sound = agents.filter((agent) => withoutReturns(agent) === undefined);
  const dates = commonDates(sound.flatMap((agent) => agent.runs.map((run) => run.performance)));
  const sample = { returns: Math.max(0, dates.length - 1), level };
  const figured = figuredAgents(agents, dates, options);
  const compared = sample.returns < returnsMin ? [] : figured;
  const tested = comparedFigures.map((by) => tableOf(by, compared, { ...options, ...sample }));
  return {
    ...sample,
    entries: figured.map((one) => entryOf(one, sample)),
    rankings: tested.flatMap(({ ranking }) => ranking ?? []),
    differences: tested.flatMap(({ differences }) => differences),
    models: modelsOf(figured, compared, sample),
  };
}

function figuredAgents(
  agents: readonly ComparedAgent[],
  dates: readonly number[],
  { seed, resamples = resamplesDefault }: ComparisonOptions,
): readonly FiguredAgent[] {
  const count = dates.length - 1;
  const none = { return: undefined, sharpe: undefined };
  // A few sessions cannot be annualized: three of them can come to a mean return of -150% a year.
  const drawn = count < returnsMin ? undefined : sharedResamples(count, seed, resamples);
  return agents.map((agent): FiguredAgent => {
    const refused = refusalOf(agent);
    if (drawn === undefined || withoutReturns(agent) !== undefined) {
      return { agent, refused, figures: none };
    }
    const returns = agent.runs.map(({ performance }) => returnsBetween(performance, dates));
    const { sessionsPerYear } = agent.runs[0]!.performance;
    const of = (by: ComparedFigure): RunFigure | undefined =>
      figureOfRuns(by, returns, { sessionsPerYear, resamples: drawn });
    return { agent, refused, figures: { return: of('return'), sharpe: of('sharpe') } };
  });
}

function entryOf(
  { agent, refused, figures }: FiguredAgent,
  { returns, level }: ComparedSample,
): ComparedEntry {
  const counts = countsOf(agent);
  const repeats = repeatsOf(agent);
  const estimate = (figure: RunFigure | undefined): ComparedEntry['return'] => {
    if (figure === undefined) return null;
    const ofRepeats = repeats.map((places) =>
      places.reduce((sum, place) => sum + figure.ofRuns[place]! / places.length, 0),
    );
    const taken = smallSampleLevel(level, returns);
    const overDays = percentileInterval(figure.resampled.slice(), level, taken);
    // If no repeat is complete, the mean of the existing runs is used.
    const spread = overRuns(ofRepeats.length === 0 ? [figure.value] : ofRepeats, level);
    return { ...spread, overDays };
  };
  return {
    agent: agent.agent,
    runs: agent.runs.length,
    missingRuns: agent.missingRuns,
    ...counts,
    failures: counts.due - counts.answered,
    refused,
    return: estimate(figures.return),
    sharpe: estimate(figures.sharpe),
    agreement: agreementBetween(agent),
  };
}

type Ranked = FiguredAgent & { readonly figure: RunFigure };

/** Ranks and differences by one figure, of the agents that have it and are not refused. */
function tableOf(
  by: ComparedFigure,
  figured: readonly FiguredAgent[],
  options: ComparisonOptions & ComparedSample,
) {
  const ranked = figured.flatMap((one): Ranked[] => {
    const figure = one.figures[by];
    return one.refused === null && figure !== undefined ? [{ ...one, figure }] : [];
  });
  if (ranked.length < 2) return { ranking: undefined, differences: [] };
  const pairs = allPairs(ranked.length);
  const figures = ranked.map(({ figure }) => figure);
  const differences = pairwiseDifferences(figures, pairs, options);
  return {
    ranking: rankingOf(by, ranked, { pairs, differences, level: options.level }),
    differences: listed(by, ranked, { ...options, pairs, differences }),
  };
}

interface TestedPairs {
  readonly pairs: readonly Pair[];
  readonly differences: readonly Difference[];
  readonly level: number;
}

function rankingOf(by: ComparedFigure, ranked: readonly Ranked[], tested: TestedPairs): RankedBy {
  const values = ranked.map(({ figure }) => figure.value);
  const ranks = rankIntervals(values, tested.pairs, tested)
    .map((rank, at) => ({ agent: ranked[at]!.agent.agent, value: values[at]!, ...rank }))
    .sort((one, other) => one.rank - other.rank);
  const smallest = tested.differences.map(({ smallestSeen }) => smallestSeen).sort(ascending);
  return {
    by,
    ranks,
    winner: ranks.find(({ worst }) => worst === 1)?.agent ?? null,
    smallestSeen: smallest[smallest.length >> 1] ?? null,
  };
}

const ascending = (one: number, other: number): number => one - other;

/** All pairs if agents are few, otherwise those with the baseline, with the same corrections. */
function listed(
  by: ComparedFigure,
  ranked: readonly Ranked[],
  { baseline, pairs, differences }: TestedPairs & ComparisonOptions,
): TradingComparison['differences'] {
  const isListed = (one: string, other: string): boolean =>
    ranked.length <= allPairsMax || one === baseline || other === baseline;
  return pairs.flatMap(([first, second], at) => {
    const one = ranked[first]!.agent.agent;
    const other = ranked[second]!.agent.agent;
    return isListed(one, other) ? [{ one, other, by, ...differences[at]! }] : [];
  });
}

/**
 * The table of agents that ask models; null without one. Differences are over the sessions that all
 * have, and those of one figure are corrected together for their number; `compared` is empty where
 * there are too few returns for them. Agents that a ranking refuses are included: their missing
 * answers are counted next to their figures, not in them.
 */
function modelsOf(
  figured: readonly FiguredAgent[],
  compared: readonly FiguredAgent[],
  sample: ComparedSample,
): ModelTable | null {
  const asking = figured.filter(({ agent }) => agent.asks !== null);
  if (asking.length === 0) return null;
  const isDrawn = compared.length > 0 && asking.length <= tableAgentsMax;
  const effects = isDrawn ? comparedFigures.flatMap((by) => effectsOn(by, asking, sample)) : [];
  return {
    cells: asking.map(({ agent }) => ({ ...agent.asks!, agent: agent.agent })),
    ofFrameworks: effects.flatMap(({ of, effect }) => (of === 'framework' ? [effect] : [])),
    ofModels: effects.flatMap(({ of, effect }) => (of === 'model' ? [effect] : [])),
  };
}

interface Effect {
  readonly of: 'framework' | 'model';
  readonly effect: ModelEffect;
}

function effectsOn(
  by: ComparedFigure,
  agents: readonly FiguredAgent[],
  sample: ComparedSample,
): readonly Effect[] {
  const able = agents.flatMap(({ agent, figures }) => {
    const figure = figures[by];
    return figure === undefined ? [] : [{ agent: agent.agent, figure, ...agent.asks! }];
  });
  const varying = ([one, other]: Pair): Effect['of'] | undefined => {
    const own = able[one]!;
    const rival = able[other]!;
    const isSameModel = own.model === rival.model;
    if (isSameModel === (own.framework === rival.framework)) return undefined;
    return isSameModel ? 'framework' : 'model';
  };
  const pairs = allPairs(able.length).filter((pair) => varying(pair) !== undefined);
  const figures = able.map(({ figure }) => figure);
  return pairwiseDifferences(figures, pairs, sample).map((difference, at): Effect => {
    const pair = pairs[at]!;
    const own = able[pair[0]]!;
    const rival = able[pair[1]]!;
    const of = varying(pair)!;
    const fixed = of === 'framework' ? own.model : own.framework;
    const agentsOf: [string, string] = [own.agent, rival.agent];
    const effect = { fixed, one: own[of], other: rival[of], agents: agentsOf, by, ...difference };
    return { of, effect };
  });
}

interface RankInterval {
  /**
   * One more than the number of entries with a larger figure; figures that differ only by
   * rounding are equal.
   */
  readonly rank: number;
  /** Best and worst rank that the differences do not rule out. */
  readonly best: number;
  readonly worst: number;
}

/**
 * The rank intervals of entries with these figures: an entry ranks below all that are
 * distinguishably better, and above all that are distinguishably worse. `pairs` are all pairs of
 * entries. With probabilities that are corrected for all of them, all intervals together contain
 * the true ranks in at least a share `level` of the comparisons.
 *
 * Source: Mogstad, Romano, Shaikh and Wilhelm, "Inference for Ranks with Applications to
 * Mobility across Neighbourhoods and Academic Achievement across Countries", Review of Economic
 * Studies 91(1), 2024.
 */
export function rankIntervals(
  values: readonly number[],
  pairs: readonly Pair[],
  { differences, level }: { readonly differences: readonly Difference[]; readonly level: number },
): readonly RankInterval[] {
  const better = values.map(() => 0);
  const worse = values.map(() => 0);
  for (const [at, [one, other]] of pairs.entries()) {
    const { pAdjusted, difference } = differences[at]!;
    if (pAdjusted > 1 - level || difference === 0) continue;
    const [winner, loser] = difference > 0 ? [one, other] : [other, one];
    better[loser]!++;
    worse[winner]!++;
  }
  return values.map((own, at) => ({
    rank: 1 + values.filter((value) => value - own > roundingOf(value, own)).length,
    best: 1 + better[at]!,
    worst: values.length - worse[at]!,
  }));
}

/** Every pair of `count` entries, once. */
export function allPairs(count: number): Pair[] {
  return Array.from({ length: count }, (_, one) => one).flatMap((one) =>
    Array.from({ length: count - one - 1 }, (_, at): Pair => [one, one + 1 + at]),
  );
}

/** A figure is undefined where its returns do not allow it. */
interface FiguredAgent {
  readonly agent: ComparedAgent;
  readonly refused: string | null;
  readonly figures: Readonly<Record<ComparedFigure, RunFigure | undefined>>;
}

/** What all figures of a comparison share. */
interface ComparedSample {
  readonly returns: number;
  readonly level: number;
}
