/**
 * Goal: every figure of a drawn world is that of an independent reference in Python: knowledge
 * times of bars, fills, ends of orders, cash, positions and equity at each mark, and the metrics. A
 * build takes 300 worlds that its commit draws, `npm run soak` draws 20,000 new ones; `kinds.ts`
 * lists what is left out, and why.
 */

import { expect, it } from 'vitest';
import { drawnNumber, isDrawing } from '#values/commit-draw.fixture';
import { firstDifference } from './compared-outcomes.js';
import { drawWorld } from './drawn-world.js';
import { drawnKinds } from './kinds.js';
import { productOutcome } from './product-outcome.js';
import { shrunk } from './shrunk-world.js';
import { startedReference } from './started-reference.fixture.js';
import type { World } from './world.js';

const isSoak = process.env['TAPEFOLD_SWEEP'] === 'full' && !isDrawing;
const worlds = Number(process.env['TAPEFOLD_REFERENCE_WORLDS'] ?? (isSoak ? '20000' : '300'));
/**
 * A world has the name of its draw and its number: `TAPEFOLD_REFERENCE_DRAW` repeats a draw, or one
 * of its worlds.
 */
const draw = drawName();
const names = draw.includes('/')
  ? [draw]
  : Array.from({ length: worlds }, (_, number) => `${draw}/${number}`);
const kinds = process.env['TAPEFOLD_REFERENCE_KINDS']?.split(',') ?? drawnKinds;
/** After so many worlds that differ, more say little. */
const failuresMax = 5;

function drawName(): string {
  const { env } = process;
  const ofCommit = isDrawing ? `build-${drawnNumber('worlds', 2 ** 32)}` : 'fixed';
  return env['TAPEFOLD_REFERENCE_DRAW'] ?? (isSoak ? String(Date.now()) : ofCommit);
}

const { folder, reference } = startedReference();

interface Compared {
  readonly difference: string | null;
  readonly fills: number;
}

async function compared(world: World): Promise<Compared> {
  const [theirs, ours] = await Promise.allSettled([
    reference().ask(world),
    productOutcome(world, folder),
  ]);
  if (theirs.status === 'rejected') return { difference: String(theirs.reason), fills: 0 };
  if (ours.status === 'rejected') return { difference: `the product: ${ours.reason}`, fills: 0 };
  const difference = firstDifference(world, ours.value, theirs.value);
  return { difference, fills: ours.value.fills.length };
}

/** A smaller world that differs in the same kind of figure, as JSON, and how it differs. */
async function smallest(world: World, difference: string): Promise<string> {
  const kindOf = (text: string | null): string => (text ?? '').slice(0, 12);
  const isSame = async (one: World): Promise<boolean> =>
    kindOf((await compared(one)).difference) === kindOf(difference);
  const least = await shrunk(world, isSame);
  return `${JSON.stringify(least)}\n${(await compared(least)).difference}`;
}

it(`is what the reference says, in ${names.length} worlds`, async () => {
  const failures: string[] = [];
  let fills = 0;
  for (const name of names) {
    const world = drawWorld(name, kinds);
    const found = await compared(world);
    fills += found.fills;
    if (found.difference === null) continue;
    failures.push(`${name}: ${await smallest(world, found.difference)}`);
    if (failures.length === failuresMax) break;
  }
  console.log([`draw ${draw}: ${fills} fills`, ...failures].join('\n'));
  expect(failures).toEqual([]);
  expect(fills).toBeGreaterThan(names.length > 1 ? names.length : -1);
});
