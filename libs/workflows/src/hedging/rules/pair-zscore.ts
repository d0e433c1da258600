/** Pairs trading by distance: against the spread while it is wide, out once it has closed. */

import { zScore } from '#metrics';
import type { PairAction } from '#contracts';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { AgentContext, PairAgent } from '#agents';
import { commonPrices } from './common-prices.js';
import { pairAgent } from './pair-agent.js';

export type PairZScoreConfig = Extract<AgentConfig, { kind: 'pair-zscore' }>;

/**
 * z is that of log(left / right) over the last `lookback` common bars, this one included, with
 * the sample deviation. The ratio and no hedge ratio, because half the equity is on each leg: the
 * position earns the change of the ratio. SHORT_LONG above `enter`, LONG_SHORT below -`enter`,
 * CLOSE within `exit`, else HOLD; HOLD too before there are `lookback` bars, and if the ratio
 * does not move.
 *
 * Source: Gatev, Goetzmann and Rouwenhorst, "Pairs Trading: Performance of a
 * Relative-Value Arbitrage Rule", Review of Financial Studies 19(3), 2006, who enter at
 * two deviations of the spread.
 */
export function pairZScore(config: PairZScoreConfig, context: AgentContext): PairAgent {
  const { lookback, enter, exit } = config;
  return pairAgent(config, context, ({ left, right }): PairAction => {
    const prices = commonPrices(context.view, left, right, lookback);
    if (prices.left.length < lookback) return 'HOLD';
    const z = zScore(prices.left.map((price, index) => Math.log(price / prices.right[index]!)));
    if (z === null) return 'HOLD';
    if (z > enter) return 'SHORT_LONG';
    if (z < -enter) return 'LONG_SHORT';
    return Math.abs(z) < exit ? 'CLOSE' : 'HOLD';
  });
}
