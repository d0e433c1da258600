/** Counts how often intervals and rankings find something in worlds without an effect. */

import type { RankedBy, TradingComparison } from '#contracts/result/comparison';
import type { Interval } from '#contracts/result/interval';
import { intervals } from '../bootstrap/intervals.js';
import type { ComparedAgent } from './compared-agent.js';
import { comparisonOf } from './comparison.js';
import { noEdgeWorld, type NoEdgeWorld } from './no-edge-world.fixture.js';

export interface ComparedWorld {
  /** The interval of each run; null if a run has none. */
  readonly sharpe: readonly (Interval | null)[];
  readonly cumulativeReturn: readonly (Interval | null)[];
  readonly comparison: TradingComparison;
}

export interface NoEdgeCounts {
  worlds: number;
  /** Runs without an interval: they traded too little. */
  without: number;
  /** Intervals of one run, and those of them that hold zero. */
  readonly sharpe: Share;
  readonly cumulativeReturn: Share;
  /** Intervals over days of an entry of the comparison, by figure. */
  readonly overDays: Share;
  /** Worlds in which one agent is distinguished from all others, by return or by Sharpe ratio. */
  readonly winners: { return: number; sharpe: number; either: number };
  /** Worlds in which any two agents are distinguished. */
  readonly apart: { return: number; sharpe: number };
}

interface Share {
  of: number;
  holding: number;
}

export const shareOf = ({ of, holding }: Share): number => holding / of;

export function countWorlds(worlds: Iterable<ComparedWorld>): NoEdgeCounts {
  const counts: NoEdgeCounts = {
    worlds: 0,
    without: 0,
    sharpe: { of: 0, holding: 0 },
    cumulativeReturn: { of: 0, holding: 0 },
    overDays: { of: 0, holding: 0 },
    winners: { return: 0, sharpe: 0, either: 0 },
    apart: { return: 0, sharpe: 0 },
  };
  for (const world of worlds) countWorld(counts, world);
  return counts;
}

export function countWorld(counts: NoEdgeCounts, world: ComparedWorld): void {
  const { rankings, entries } = world.comparison;
  counts.worlds++;
  counts.without += world.sharpe.filter((one) => one === null).length;
  world.sharpe.forEach((one) => count(counts.sharpe, one));
  world.cumulativeReturn.forEach((one) => count(counts.cumulativeReturn, one));
  for (const entry of entries) {
    count(counts.overDays, entry.return?.overDays ?? null);
    count(counts.overDays, entry.sharpe?.overDays ?? null);
  }
  for (const ranking of rankings) {
    if (ranking.winner !== null) counts.winners[ranking.by]++;
    if (tellsApart(ranking)) counts.apart[ranking.by]++;
  }
  if (rankings.some(({ winner }) => winner !== null)) counts.winners.either++;
}

const tellsApart = ({ ranks }: RankedBy): boolean =>
  ranks.some(({ best, worst }) => best > 1 || worst < ranks.length);

function count(share: Share, interval: Interval | null): void {
  if (interval === null) return;
  share.of++;
  if (interval.low <= 0 && interval.high >= 0) share.holding++;
}

/** The intervals and the comparison of a world, as a result would have them. */
export function comparedWorld(world: NoEdgeWorld): ComparedWorld {
  const runs = noEdgeWorld(world);
  const due = world.sessions;
  const agents = runs.map((performance, agent): ComparedAgent => {
    const answers = { labels: Uint32Array.of(0), counts: Uint32Array.of(due) };
    const run = { repeat: 0, market: 'AA', performance, due, answered: due, answers };
    return { agent: `coin-${agent + 1}`, runs: [run], missingRuns: 0, asks: null };
  });
  const seed = world.world;
  const found = runs.map((performance) => intervals(performance, { seed }));
  return {
    sharpe: found.map(({ sharpe }) => sharpe),
    cumulativeReturn: found.map(({ cumulativeReturn }) => cumulativeReturn),
    comparison: comparisonOf(agents, { seed, baseline: null })!,
  };
}
