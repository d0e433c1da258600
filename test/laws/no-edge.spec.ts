/**
 * Goal: no edge out of nothing. One random walk stands behind six symbols whose bars differ in
 * length, phase, stamp and zone, so that one symbol can show another's future if a time is wrong,
 * and nothing costs. No drawn function of what agents see earns: for all functions together, one
 * that does is found by chance once in a million. `edge-test.ts` has the test and its power; a
 * market in which bars of 15 minutes are known one bar too early shows that it finds them.
 *
 * Left out: trailing stops, whose fills inside of coarse bars can be better than any price on the
 * way of the worse path that counts (docs/concepts/execution-and-fills.md, "Trailing stops").
 */

import { expect, it } from 'vitest';
import { isDrawing } from '#values/commit-draw.fixture';
import { startedReference } from '../reference/started-reference.fixture.js';
import { drawFunctions } from './drawn-functions.js';
import { drawDriftless, walked } from './driftless-market.js';
import { earnedIn } from './driftless-run.js';
import { criticalZ, movesFor } from './edge-test.js';

const isSoak = process.env['TAPEFOLD_SWEEP'] === 'full' && !isDrawing;
/** The third one fills at the close that a decision has seen, which is a price of now. */
const markets = isSoak ? 10 : 3;
const functionsOfMarket = 100;
const functions = markets * functionsOfMarket;
const critical = criticalZ(functions, 1e-6);
/** Enough to find 15 minutes that are known once in two hours. */
const moves = movesFor(critical, 15, 120);

const { folder, reference } = startedReference();

interface Found {
  readonly name: string;
  readonly z: number;
  readonly fills: number;
  /** Whether no position was larger than the test takes it to be. */
  readonly isWithin: boolean;
  /** Whether each of its orders would fill at a close of before. */
  readonly isStale: boolean;
}

/** The functions of a market, over as many walks as the moves need; `early` as in `walked`. */
async function found(number: number, early: number): Promise<Found[]> {
  const market = await drawDriftless(number, reference());
  const walks = Math.ceil(moves / market.ticks);
  const draw = () => drawFunctions(market.name, market.symbols, functionsOfMarket);
  const sums = draw().map(() => ({ profit: 0, fills: 0, positionMax: 0 }));
  for (let walk = 0; walk < walks; walk++) {
    const world = walked(market, `${market.name}, walk ${walk}`, early);
    for (const [at, earned] of (await earnedIn(world, draw(), folder)).entries()) {
      const sum = sums[at]!;
      sum.profit += earned.profit;
      sum.fills += earned.fills;
      sum.positionMax = Math.max(sum.positionMax, earned.positionMax);
    }
  }
  const isAtOnce = market.policy.fill === 'decision-close';
  return draw().map(({ name, positionMax, isBetween, trading }, at) => {
    const { profit, fills, positionMax: most } = sums[at]!;
    const z = profit / (positionMax * Math.sqrt(walks * market.ticks));
    const isStale = isAtOnce && isBetween && trading !== 'brackets';
    return { name: `${market.name}: ${name}`, z, fills, isWithin: most <= positionMax, isStale };
  });
}

const words = ({ name, z, fills }: Found): string => `${name}: z ${z.toFixed(2)}, ${fills} fills`;
const byEdge = (some: readonly Found[]): Found[] => some.toSorted((one, other) => other.z - one.z);

it(`lets none of ${functions} functions earn`, async () => {
  const all: Found[] = [];
  for (let number = 0; number < markets; number++) all.push(...(await found(number, 0)));
  const best = byEdge(all);
  console.log(['best of all:', ...best.slice(0, 3).map(words)].join('\n'));
  expect(best.filter(({ z }) => z >= critical).map(words)).toEqual([]);
  expect(all.filter(({ isWithin }) => !isWithin).map(words)).toEqual([]);
  expect(all.filter(({ isStale, fills }) => isStale && fills > 0).map(words)).toEqual([]);
  // A law over functions that do not trade shows nothing.
  const trading = all.filter(({ isStale }) => !isStale);
  expect(trading.length).toBeGreaterThan(functions * 0.9);
  expect(trading.filter(({ fills }) => fills > 100).length).toBeGreaterThan(trading.length * 0.8);
});

it('finds bars of 15 minutes that are known one bar too early', async () => {
  const best = byEdge(await found(0, 15));
  console.log(['best of a leak:', ...best.slice(0, 3).map(words)].join('\n'));
  expect(best[0]!.z).toBeGreaterThan(critical);
});
