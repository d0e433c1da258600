/** Many storms over the services: every journal comes out as it would have in calm weather. */

import { describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { deafToFailure, plantedBugs } from './planted-bugs.js';
import { calmFailure, simulate, simulateFailure, type Rereadings } from './simulated-network.js';
import { liveWorld } from './live-world.js';
import { failingWorld, smallWorld } from './small-world.js';

/** One seed to look into: `TAPEFOLD_SIMULATION_SEED=17`. */
const only = process.env['TAPEFOLD_SIMULATION_SEED'];
const storms = sweepSize(32, 2000);
const seeds =
  only === undefined ? Array.from({ length: storms }, (_, seed) => seed) : [Number(only)];
const worlds = 8;
/** The world whose runs decide at bars. */
const atBars = 5;
/** Seeds of storms over a tape that fails in the middle. */
const failingSeeds = only === undefined ? seeds.slice(0, sweepSize(8, 120)) : seeds;

/** Seeds of storms over a tape that grows meanwhile. */
const liveSeeds = only === undefined ? seeds.slice(0, sweepSize(8, 400)) : seeds;

describe('the services over a simulated network', () => {
  it(`end with the undisturbed journals, over ${seeds.length} seeds`, async () => {
    expect.hasAssertions();
    const made = await Promise.all(
      Array.from({ length: worlds }, (_, seed) => smallWorld(seed, seed === atBars)),
    );
    const journals = [...(made[atBars]?.journals.values() ?? [])].flat();
    expect(journals.filter((event) => event.includes('BarsMarked')).length).toBeGreaterThan(20);
    let withRereadings = 0;
    for (const seed of seeds) {
      const world = made[seed % worlds];
      if (world === undefined) continue;
      const rereadings: Rereadings = { begun: 0, met: 0 };
      const outcome = await simulate(world, seed, {}, rereadings).catch((error: unknown) =>
        String(error),
      );
      expect({ seed, outcome }).toEqual({ seed, outcome: world.expected });
      if (rereadings.met > 0) withRereadings++;
    }
    // A good part of them came to tapes that had been skipped.
    expect(withRereadings).toBeGreaterThan(only === undefined ? seeds.length / 2 : -1);
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

  it(`say of a source that fails what they say of it in calm weather, over ${failingSeeds.length} seeds`, async () => {
    expect.hasAssertions();
    const made = await Promise.all(Array.from({ length: worlds }, (_, seed) => failingWorld(seed)));
    const ends = await Promise.all(made.map((world) => calmFailure(world)));
    for (const seed of failingSeeds) {
      const world = made[seed % worlds];
      if (world === undefined) continue;
      const end = await simulateFailure(world, seed).catch((error: unknown) => String(error));
      expect({ seed, end }).toEqual({ seed, end: ends[seed % worlds] });
      expect(end).toMatchObject({ reason: expect.stringContaining(world.failure as string) });
    }
    expect(new Set(ends.map(({ facts }) => facts)).size).toBeGreaterThan(2);
  });

  it(`make one journal of a live tape, whichever process dies meanwhile, over ${liveSeeds.length} seeds`, async () => {
    expect.hasAssertions();
    let withLateRuns = 0;
    for (const seed of liveSeeds) {
      const world = await liveWorld(seed);
      const rereadings: Rereadings = { begun: 0, met: 0 };
      const outcome = await simulate(world, seed, {}, rereadings).catch((error: unknown) =>
        String(error),
      );
      expect({ seed, outcome }).toEqual({ seed, outcome: world.expected });
      if (rereadings.met > 0) withLateRuns++;
    }
    // A good part of them had runs that came when the tape had been trimmed or skipped.
    expect(withLateRuns).toBeGreaterThan(only === undefined ? liveSeeds.length / 2 : -1);
  });

  it('finds a reader that waits for the end of a tape that has failed', async () => {
    const world = await failingWorld(1);
    await expect(simulateFailure(world, 0, deafToFailure)).rejects.toThrow('still waiting');
  });
});
