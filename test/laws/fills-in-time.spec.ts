/**
 * Goal: no fill in the past. Each fill of a drawn world has a price that a bar of its symbol
 * allows, of those that begin at or after the instant from which the order may fill, and is
 * journaled when that bar becomes known; and no cancellation undoes an order that has traded. Only
 * journal and files are read, and instants are those of the reference. A build takes the same 600
 * worlds each time, `npm run soak` draws 20,000 new ones.
 */

import { expect, it } from 'vitest';
import { isDrawing } from '#values/commit-draw.fixture';
import { runWorld } from '../reference/product-outcome.js';
import { startedReference } from '../reference/started-reference.fixture.js';
import { judged } from './judged-fills.js';
import { drawLawWorld } from './law-world.js';

const { env } = process;
const isSoak = env['TAPEFOLD_SWEEP'] === 'full' && !isDrawing;
const worlds = Number(env['TAPEFOLD_LAW_WORLDS'] ?? (isSoak ? '20000' : '600'));
/** A world has the name of its draw and its number: `TAPEFOLD_LAW_DRAW` repeats one. */
const draw = env['TAPEFOLD_LAW_DRAW'] ?? (isSoak ? String(Date.now()) : 'law');
/** More than these say little. */
const faultsShown = 20;

const { folder, reference } = startedReference();

it(`fills nothing in the past, in ${worlds} worlds`, async () => {
  const faults: string[] = [];
  let fills = 0;
  let canceled = 0;
  for (let number = 0; number < worlds; number++) {
    const name = `${draw}/${number}`;
    const world = drawLawWorld(name);
    const [times, { events }] = await Promise.all([
      reference().bars(world),
      runWorld(world, folder),
    ]);
    const found = judged(world, times, events);
    fills += found.fills;
    canceled += found.canceledUnderWay;
    faults.push(...found.wrong.map((fault) => `${name}, ${fault}`));
  }
  const count = `${faults.length} faults`;
  console.log(`draw ${draw}: ${fills} fills, ${canceled} canceled under way, ${count}`);
  expect(faults.slice(0, faultsShown)).toEqual([]);
  // A law over nothing shows nothing.
  expect(fills).toBeGreaterThan(5 * worlds);
  expect(canceled).toBeGreaterThan(worlds / 20);
});
