/** Markets without a drift, in which agents toss coins: all their earnings are luck. */

import { seededRandom, type SeededRandom } from '#values';
import { performanceOf } from '../../test/performance-of.js';
import type { Performance } from '../sample/performance.js';

/**
 * Normal returns, returns with fat tails (Student's with 4 degrees of freedom), and volatility
 * that clusters.
 */
export const markets = ['normal', 'fat tails', 'clustered volatility'] as const;
export type Market = (typeof markets)[number];

export interface NoEdgeWorld {
  readonly market: Market;
  readonly world: number;
  readonly sessions: number;
  readonly agents: number;
  /** The position after a coin that shows SELL, and after one that shows HOLD. */
  readonly sell: 0 | -1;
  readonly hold: 'keep' | 'flat';
  /** Mean return per session that the first agent has on top of its luck. */
  readonly edge?: number;
}

/** The deviation of a session's return. */
export const deviation = 0.015;

/** Marks of each agent. All trade the same market, at the close that they saw and without costs. */
export function noEdgeWorld(world: NoEdgeWorld): readonly Performance[] {
  const random = seededRandom(`${world.market}/${world.world}`);
  const market = marketReturns(world.market, random, world.sessions - 1);
  return Array.from({ length: world.agents }, (_, agent) => {
    const edge = agent === 0 ? (world.edge ?? 0) : 0;
    return performanceOfReturns(tossed(market, random, world).map((change) => change + edge));
  });
}

function tossed(
  market: readonly number[],
  random: SeededRandom,
  { sell, hold }: NoEdgeWorld,
): number[] {
  let position: number = 0;
  return market.map((change) => {
    const side = random.below(3);
    if (side === 0) position = 1;
    else if (side === 1) position = sell;
    else if (hold === 'flat') position = 0;
    return position * change;
  });
}

/** GARCH(1,1) with coefficients as of daily returns of stocks, of mean variance 1. */
const garch = { constant: 0.05, shock: 0.1, memory: 0.85 };

export function marketReturns(market: Market, random: SeededRandom, count: number): number[] {
  let variance = 1;
  return Array.from({ length: count }, () => {
    let shock = market === 'fat tails' ? fatTailed(random) : random.normal();
    if (market === 'clustered volatility') {
      shock *= Math.sqrt(variance);
      variance = garch.constant + garch.shock * shock * shock + garch.memory * variance;
    }
    return Math.max(-0.9, deviation * shock);
  });
}

/** Student's with 4 degrees of freedom, of variance 1. */
function fatTailed(random: SeededRandom): number {
  let squares = 0;
  for (let freedom = 0; freedom < 4; freedom++) squares += random.normal() ** 2;
  return random.normal() / Math.sqrt(squares / 4) / Math.SQRT2;
}

function performanceOfReturns(returns: readonly number[]): Performance {
  const equity = new Float64Array(returns.length + 1).fill(100_000);
  for (const [at, change] of returns.entries()) equity[at + 1] = equity[at]! * (1 + change);
  return performanceOf([...equity], { dates: [...equity.keys()], startingCapital: 100_000 });
}
