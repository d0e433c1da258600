/** Two thousand storms over the services: every journal comes out as it would have in calm weather. */

import { describe, expect, it } from 'vitest';
import { plantedBugs } from './planted-bugs.js';
import { simulate } from './simulated-network.js';
import { smallWorld } from './small-world.js';

/** One seed to look into: `TAPEFOLD_SIMULATION_SEED=17`. */
const only = process.env['TAPEFOLD_SIMULATION_SEED'];
const seeds = only === undefined ? Array.from({ length: 2000 }, (_, seed) => seed) : [Number(only)];
const worlds = 8;

describe('the services over a simulated network', () => {
  it(`end with the undisturbed journals, over ${seeds.length} seeds`, async () => {
    expect.hasAssertions();
    const made = await Promise.all(Array.from({ length: worlds }, (_, seed) => smallWorld(seed)));
    for (const seed of seeds) {
      const world = made[seed % worlds];
      if (world === undefined) continue;
      const outcome = await simulate(world, seed).catch((error: unknown) => String(error));
      expect({ seed, outcome }).toEqual({ seed, outcome: world.expected });
    }
  });

  it.each(plantedBugs)('finds a bug of the class $name', async ({ bug }) => {
    const world = await smallWorld(1);
    let found = 0;
    for (let seed = 0; seed < 60 && found === 0; seed++) {
      const outcome = await simulate(world, seed, bug).catch(() => undefined);
      const isRight = [...world.expected].every(([run, hash]) => outcome?.get(run) === hash);
      if (!isRight) found++;
    }
    expect(found).toBe(1);
  });
});
