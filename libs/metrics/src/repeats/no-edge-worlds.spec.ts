/**
 * If agents toss coins, intervals cover zero as often as they claim, and no agent is
 * named a winner.
 */

import { describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { comparedWorld, countWorlds, shareOf } from './no-edge-trial.fixture.js';
import { markets } from './no-edge-world.fixture.js';

/** `npm run soak` has 1,000 of them. */
const edges = sweepSize(6, 10);
const worlds = sweepSize(20, 40);

describe('in worlds without an edge', () => {
  it('intervals hold zero 95 times in 100, and no ranking names a winner by chance', () => {
    const counts = countWorlds(
      Array.from({ length: worlds }, (_, world) =>
        comparedWorld({
          market: markets[world % markets.length]!,
          world,
          sessions: 61,
          agents: 20,
          sell: -1,
          hold: 'keep',
        }),
      ),
    );
    // There are 20 a world, 800 intervals at 95%: three standard errors are 2.3%.
    for (const share of [counts.sharpe, counts.cumulativeReturn]) {
      expect(share.of).toBe(20 * worlds);
      expect(shareOf(share)).toBeGreaterThan(0.927);
      expect(shareOf(share)).toBeLessThan(0.973);
    }
    // More than 7 of 40 worlds at 5% come by chance once in a thousand times.
    expect(counts.winners.either).toBeLessThanOrEqual(7);
    expect(counts.apart.return).toBeLessThanOrEqual(7);
    expect(counts.apart.sharpe).toBeLessThanOrEqual(7);
  });

  it('an edge as large as the smallest that can be seen is found, and luck beside it is not', () => {
    const found = Array.from({ length: edges }, (_, world) => {
      const edge = 0.025;
      const { comparison } = comparedWorld({
        market: 'normal',
        world,
        sessions: 61,
        agents: 20,
        sell: -1,
        hold: 'keep',
        edge,
      });
      return comparison.rankings.map(({ winner }) => winner);
    }).flat();
    expect(new Set(found.filter((winner) => winner !== null))).toEqual(new Set(['coin-1']));
    expect(found.filter((winner) => winner === 'coin-1').length).toBeGreaterThan(edges);
  });
});
