/**
 * Drawn worlds: a market, a policy, and decisions at some of the instants at which they are due.
 */

import type { ExecutionPolicyInput, Size } from '#contracts/scenario/execution-policy';
import { drawDecision } from './drawn-decision.js';
import { drawMarket, type DrawnMarket } from './drawn-market.js';
import { Dice } from './drawing.js';
import { drawKinds, type Kinds } from './kinds.js';
import type { World } from './world.js';

/** The world of a seed, of some of the kinds. */
export function drawWorld(seed: string, allowed: readonly string[]): World {
  const dice = new Dice(seed);
  const kinds = drawKinds(dice, allowed);
  const market = drawMarket(dice, kinds);
  const policy = drawPolicy(dice, kinds);
  const symbols = Object.keys(market.data);
  const decide = market.frequency === 'intraday' && kinds.has('bars') ? 'bar' : 'session';
  const due = decide === 'bar' ? market.instants : market.closes;
  const wanted = dice.one(2, 4, 8);
  const decisions = due
    .filter(() => dice.chance(wanted / due.length))
    .map((at) => ({ at, decision: drawDecision(dice, kinds, priceAt(market, at)) }));
  return {
    calendar: market.calendar,
    data: market.data,
    window: { from: market.dates[0]!, to: market.dates.at(-1)! },
    decide,
    capital: dice.one(1000, 10_000, 100_000),
    portfolio: symbols.length > 1 || dice.chance(0.2),
    policy,
    decisions,
  };
}

/** A price of each symbol near an instant, around which levels are drawn. */
export function priceAt({ data }: DrawnMarket, at: string): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(data).map(([symbol, { bars }]) => {
      const before = bars.filter(([stamp]) => stamp < at).at(-1) ?? bars[0]!;
      return [symbol, before[4]];
    }),
  );
}

/** Splits leave shares that fill no lot, so both are drawn only where that is wanted. */
const hasLots = (kinds: Kinds): boolean =>
  kinds.has('lots') && (kinds.has('split-lots') || !kinds.has('splits'));

/** Costs, sizes and fills. */
export function drawPolicy(dice: Dice, kinds: Kinds): ExecutionPolicyInput {
  const fills = [
    'next-open',
    ...['next-close', 'decision-close'].filter((fill) => kinds.has(fill)),
  ];
  const fill = dice.one(...fills) as 'next-open';
  const bps = (most: number): number => (dice.chance(0.3) ? 0 : dice.number(0, most, 2));
  const costBps = (): number => (kinds.has('costs') ? bps(40) : 0);
  const isNext = (fill as string) !== 'decision-close';
  const participation = kinds.has('participation') && isNext;
  return {
    name: 'drawn',
    fill,
    hold: kinds.has('hold-flat') ? 'flat' : 'keep',
    short: kinds.has('short'),
    size: kinds.has('sizes') ? drawSize(dice) : 'all-in',
    lotSize: hasLots(kinds) ? dice.one(1, 10, 0.5) : 0,
    feeBps: costBps(),
    slippageBps: costBps(),
    borrowBpsPerYear: kinds.has('borrow') ? bps(500) : 0,
    dividends: kinds.has('dividends') ? dice.one('ignore', 'cash', 'reinvest') : 'ignore',
    liquidate: kinds.has('liquidate') && !participation,
    basis: kinds.has('first-mark') ? 'first-mark' : 'capital',
    ...(kinds.has('latency') && isNext && { latencyMs: dice.one(1, 250, 60_000) }),
    ...(participation && { participation: dice.number(0.01, 0.5, 3) }),
  };
}

const drawSize = (dice: Dice) =>
  dice.one<Size>(
    'all-in',
    'weights',
    { fraction: dice.number(0.05, 1, 2) },
    { shares: dice.number(1, 50, 2) },
  );
