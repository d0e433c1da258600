/**
 * Round trips by hand: what each made, fees and dividends included, however often a
 * fill crosses zero.
 */

import { describe, expect, it } from 'vitest';
import { RoundTrips } from './round-trips.js';

type Step = readonly [shares: number, price: number, fee: number] | { readonly dividend: number };

/** Lets the fills of one symbol pass, each from the shares that the ones before it left. */
function tripsOf(...steps: readonly Step[]): RoundTrips {
  const trips = new RoundTrips(1);
  let held = 0;
  for (const step of steps) {
    if ('dividend' in step) {
      trips.addCash(0, step.dividend);
      continue;
    }
    const [shares, price, fee] = step;
    trips.takeFill(0, { shares, price, fee }, held);
    held += shares;
  }
  return trips;
}

const table: { name: string; steps: Step[]; profits: number[]; opened: number }[] = [
  { name: 'nothing', steps: [], profits: [], opened: 0 },
  { name: 'a trip that stays open', steps: [[10, 100, 1]], profits: [], opened: 1 },
  // 10 × (110 − 100) − 1 − 2
  {
    name: 'a long with fees',
    steps: [
      [10, 100, 1],
      [-10, 110, 2],
    ],
    profits: [97],
    opened: 1,
  },
  // 10 × (100 − 110) − 1 − 2
  {
    name: 'a short that loses',
    steps: [
      [-10, 100, 1],
      [10, 110, 2],
    ],
    profits: [-103],
    opened: 1,
  },
  // −1000 − 600 + 1650, in two steps in and one out
  {
    name: 'a position built in steps',
    steps: [
      [10, 100, 0],
      [5, 120, 0],
      [-15, 110, 0],
    ],
    profits: [50],
    opened: 1,
  },
  {
    name: 'a part sold first',
    steps: [
      [10, 100, 0],
      [-4, 105, 0],
      [-6, 95, 0],
    ],
    profits: [4 * 5 - 6 * 5],
    opened: 1,
  },
  // Two thirds of the fill of 15 close: 10 × 10 − 1 − 3 × 2/3. The rest is short 5 at 110,
  // covered at 100.
  {
    name: 'a fill that crosses zero',
    steps: [
      [10, 100, 1],
      [-15, 110, 3],
      [5, 100, 1],
    ],
    profits: [97, 48],
    opened: 2,
  },
  {
    name: 'a flip in two fills',
    steps: [
      [10, 100, 1],
      [-10, 110, 1],
      [-10, 110, 1],
      [10, 120, 1],
    ],
    profits: [98, -102],
    opened: 2,
  },
  {
    name: 'dividends of the open trip',
    steps: [
      [10, 100, 0],
      { dividend: 5 },
      [-10, 100, 0],
      [-10, 100, 0],
      { dividend: -5 },
      [10, 100, 0],
    ],
    profits: [5, -5],
    opened: 2,
  },
  {
    name: 'a leftover of rounding',
    steps: [
      [0.3, 100, 0],
      [-(0.1 + 0.2), 110, 0],
      [1, 100, 0],
    ],
    profits: [3],
    opened: 2,
  },
];

describe('RoundTrips', () => {
  it.each(table)('$name', ({ steps, profits, opened }) => {
    const trips = tripsOf(...steps);
    const found = [...trips.profits.toArray()];
    expect(found).toHaveLength(profits.length);
    for (const [trip, profit] of profits.entries()) expect(found[trip]).toBeCloseTo(profit, 9);
    expect(trips.opened).toBe(opened);
  });

  it('keeps symbols apart', () => {
    const trips = new RoundTrips(2);
    trips.takeFill(0, { shares: 1, price: 100, fee: 0 }, 0);
    trips.takeFill(1, { shares: 1, price: 50, fee: 0 }, 0);
    trips.takeFill(1, { shares: -1, price: 60, fee: 0 }, 1);
    trips.takeFill(0, { shares: -1, price: 90, fee: 0 }, 1);
    expect([...trips.profits.toArray()]).toEqual([10, -10]);
    expect(trips.opened).toBe(2);
  });
});
