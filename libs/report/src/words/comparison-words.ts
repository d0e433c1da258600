/** The outcome of a comparison, in sentences: the same on a page and in a terminal. */

import type {
  ComparedEntry,
  ComparedFigure,
  RankedBy,
  TradingComparison,
} from '#contracts/result/comparison';
import type { Result } from '#contracts/result/result';
import { formatFigure, formatShare, listed, undefinedSign } from './figure-format.js';

export const figureWords: Readonly<Record<ComparedFigure, string>> = {
  return: 'mean return a year',
  sharpe: 'Sharpe ratio',
};

/** A figure of a comparison, or a difference of two. */
export function comparedText(value: number, by: ComparedFigure, signed = true): string {
  if (by === 'sharpe') return formatFigure(value, 'ratio');
  return formatFigure(value, signed ? 'signed-percent' : 'percent');
}

/** An agent's mean over all its runs. */
export function meanText(entry: ComparedEntry, by: ComparedFigure): string {
  const estimate = entry[by];
  return estimate === null ? undefinedSign : comparedText(estimate.mean, by);
}

/** The share of its decisions that were equal in all repeats. */
export function equalText({ agreement }: ComparedEntry): string {
  const equal = agreement?.equal ?? null;
  return equal === null ? undefinedSign : formatShare(equal);
}

/** `[-3.10, 4.20]`, in the unit of the figure; null if there is none. */
export function intervalText(
  interval: { readonly low: number; readonly high: number } | null,
  by: ComparedFigure,
): string | null {
  if (interval === null) return null;
  return `[${comparedText(interval.low, by)}, ${comparedText(interval.high, by)}]`;
}

/** `3 of 1\u20139`: the rank, and the ranks that are not ruled out. */
export function rankText(ranking: RankedBy | undefined, agent: string): string {
  const found = ranking?.ranks.find((one) => one.agent === agent);
  if (found === undefined) return undefinedSign;
  const { rank, best, worst } = found;
  return `${rank}, ${best === worst ? `only ${best}` : `${best}\u2013${worst}`}`;
}

/**
 * Why an interval that excludes zero and a ranking that tells no agents apart are both right, if
 * that is so.
 */
export function intervalSentences({ runs, comparison }: Result): readonly string[] {
  const { rankings = [], differences = [], entries = [], level = 1 } = comparison ?? {};
  const isOfRun = (names: readonly string[]): boolean =>
    runs.some(
      ({ agent, againstBaseline: above }) =>
        !!above &&
        excludesZero(above.interval) &&
        names.includes(agent) &&
        names.includes(above.baseline),
    );
  return rankings.flatMap(({ by, ranks }) => {
    const uncertain = new Set(
      ranks.filter(({ best, worst }) => best < worst).map(({ agent }) => agent),
    );
    const pairs = differences
      .filter((pair) => pair.by === by && pair.pAdjusted > 1 - level)
      .filter(
        (pair) =>
          excludesZero(pair.interval) || (by === 'return' && isOfRun([pair.one, pair.other])),
      )
      .map(({ one, other }) => `${one} and ${other}`);
    const own = entries
      .filter((entry) => excludesZero(entry[by]?.overDays ?? null) && uncertain.has(entry.agent))
      .map(({ agent }) => agent);
    return [
      ...(pairs.length > 0 ? [ofPairs(figureWords[by], listed(pairs, '; '))] : []),
      ...(own.length > 0 ? [ofAgents(figureWords[by], listed(own))] : []),
    ];
  });
}

const excludesZero = (interval: { low: number; high: number } | null): boolean =>
  interval !== null && (interval.low > 0 || interval.high < 0);
const ofPairs = (figure: string, pairs: string): string =>
  `In ${figure}, these differences have intervals that exclude zero, yet the two agents cannot be told apart: \
${pairs}. Both are right: the interval is about one difference chosen beforehand, the ranking about all pairs, \
which takes stronger evidence.`;
const ofAgents = (figure: string, agents: string): string =>
  `In ${figure}, these agents have intervals that exclude zero, yet their ranks are uncertain: ${agents}. Both are \
right: the interval compares one agent with zero, the ranking compares agents with each other.`;

/**
 * One sentence for each ranking, one on agents without a ranking, and one on what could
 * not be detected.
 */
export function comparisonSentences(comparison: TradingComparison): readonly string[] {
  const { rankings, entries } = comparison;
  const refused = entries.filter((one) => one.refused !== null);
  return [
    ...rankings.map(verdict),
    ...rankings.flatMap(seenFrom),
    ...refused.map(({ agent, refused: why }) => `${agent} is not ranked: ${why}.`),
    ...(rankings.length === 0 ? [whyUnranked(comparison)] : []),
  ];
}

function verdict({ by, winner, ranks }: RankedBy): string {
  const words = `By ${figureWords[by]},`;
  if (winner !== null) return `${words} ${winner} is significantly better than every other agent.`;
  return ranks.some(({ best, worst }) => best > 1 || worst < ranks.length)
    ? `${words} some agents can be told apart, but none is significantly better than all others.`
    : `${words} no two of the ${ranks.length} agents can be told apart: their order may be luck.`;
}

function seenFrom({ by, smallestSeen }: RankedBy): string[] {
  if (smallestSeen === null || smallestSeen === 0) return [];
  const least = `${figureWords[by]} below ${comparedText(smallestSeen, by, false)}`;
  return [`A true difference in ${least} would be missed more than one time in five.`];
}

function whyUnranked({ entries, returns }: TradingComparison): string {
  const able = entries.filter(({ refused }) => refused === null).length;
  if (able < 2) return 'There is no ranking: fewer than two agents can be ranked.';
  const common = `${returns} daily return${returns === 1 ? '' : 's'}`;
  return `There is no ranking: the runs have ${common} in common, which is too few.`;
}
