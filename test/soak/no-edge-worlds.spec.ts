/**
 * Goal: in 1,000 worlds without an edge, of 61 sessions and 20 agents that toss coins, intervals of
 * the Sharpe ratio and of the return hold the truth, zero, in 93 to 97 of 100, and a ranking names
 * a winner in at most 6.8 of 100: 5 by its level, the rest by chance once in 200 trials.
 * docs/concepts/repeats-and-rankings.md has the figures.
 */

import { expect, it } from 'vitest';
import { intervalOf } from '#contracts/result/figures';
import type { Result } from '#contracts/result/result';
import {
  comparedWorld,
  countWorld,
  countWorlds,
  shareOf,
  type ComparedWorld,
  type NoEdgeCounts,
} from '#metrics/repeats/no-edge-trial.fixture';
import { markets } from '#metrics/repeats/no-edge-world.fixture';
import { folder } from '../e2e/command-line.fixture.js';
import { tossCoins } from './coin-tossers.fixture.js';

const worlds = Number(process.env['TAPEFOLD_SOAK_WORLDS'] ?? '1000');
const sessions = 61;
const agents = 20;

it(`names no winner in ${worlds} worlds that the engine runs`, async () => {
  const above = folder();
  const counts = countWorlds([]);
  for (let world = 0; world < worlds; world++) {
    const market = markets[world % markets.length]!;
    countWorld(counts, worldOf(await tossCoins(above, { market, world, sessions, agents })));
  }
  expect(findings('engine', counts)).toEqual([]);
});

/**
 * Positions that a coin leads to: long and short, long and flat, and short or long for
 * one session only.
 */
const tosses = [
  { sell: -1, hold: 'keep' },
  { sell: 0, hold: 'keep' },
  { sell: -1, hold: 'flat' },
] as const;

it.each(markets)(`names no winner in ${worlds} markets of kind: %s`, (market) => {
  const counts = countWorlds([]);
  for (let world = 0; world < worlds; world++) {
    const toss = tosses[world % tosses.length]!;
    countWorld(counts, comparedWorld({ market, world, sessions, agents, ...toss }));
  }
  expect(findings(market, counts)).toEqual([]);
});

/** How often an edge is found shows what a ranking without a winner is worth. */
it('finds an edge when there is one', () => {
  const rows = [0.005, 0.01, 0.015, 0.02, 0.025].flatMap((edge) =>
    [61, 251].map((length) => {
      const tried = Math.min(worlds, 100);
      const own = { market: 'normal', sell: -1, hold: 'keep', agents, sessions: length } as const;
      const counts = countWorlds(
        Array.from({ length: tried }, (_, world) => comparedWorld({ ...own, world, edge })),
      );
      console.log(`edge ${edge} a session, ${length} sessions: ${JSON.stringify(counts)}`);
      return { edge, length, share: counts.winners.return / tried };
    }),
  );
  const largest = rows.filter(({ edge }) => edge === 0.025);
  for (const { share } of largest) expect(share).toBeGreaterThan(0.8);
});

function worldOf({ runs, comparison }: Result): ComparedWorld {
  if (comparison === undefined) throw new Error('a result of 20 agents has a comparison');
  return {
    sharpe: runs.map(({ figures }) => intervalOf(figures, 'sharpe')),
    cumulativeReturn: runs.map(({ figures }) => intervalOf(figures, 'cumulativeReturn')),
    comparison,
  };
}

/** Figures outside of their promised range; prints all counts. */
function findings(name: string, counts: NoEdgeCounts): readonly string[] {
  const shares = {
    sharpe: shareOf(counts.sharpe),
    cumulativeReturn: shareOf(counts.cumulativeReturn),
    overDays: shareOf(counts.overDays),
  };
  console.log(`${name}: ${JSON.stringify({ ...shares, ...counts })}`);
  const winners = counts.winners.either / counts.worlds;
  return [
    ...Object.entries(shares).flatMap(([interval, share]) =>
      share >= 0.93 && share <= 0.97 ? [] : [`${interval}: ${share} hold zero`],
    ),
    ...(winners <= 0.068 ? [] : [`${winners} of the worlds have a winner`]),
  ];
}
