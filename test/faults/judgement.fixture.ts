/** What has to hold once the system is quiet, whatever faults it went through. */

import { expect } from 'vitest';
import type { Scenario } from '#contracts/scenario/scenario';
import { projectedTopics } from '#read-models';
import { undisturbedHashes } from './scenarios.fixture.js';
import type { SeenRun } from './subscriber-view.fixture.js';
import { untilTrue } from './until.fixture.js';
import type { Submitted, World } from './world.fixture.js';

/**
 * Journals and scores are those of an undisturbed run, nothing is missing or twice, and tables
 * equal a rebuild. Gives back how many runs that holds for.
 */
export async function judge(
  world: World,
  replays: readonly (readonly [Scenario, Submitted])[],
  { deadLetters = 0 } = {},
): Promise<number> {
  const { view } = world;
  for (const [scenario, submitted] of replays) {
    await untilTrue(`${scenario.name} is scored`, () => world.isScored(submitted));
    const runs = submitted.runs.map((run) => view.run(run));
    const hashes = (of: (run: SeenRun) => string | undefined): object =>
      Object.fromEntries(runs.map((run) => [run.label, of(run)]));
    const expected = await undisturbedHashes(scenario, world.folder);
    expect(hashes(({ scores }) => scores[0]?.journalHash)).toEqual(expected);
    expect(hashes(({ journalHash }) => journalHash)).toEqual(expected);
  }
  await tablesEqualRebuilt(world);
  expect([...view.runs.values()].filter(({ scores }) => scores.length !== 1)).toEqual([]);
  expect(view.gaps).toEqual([]);
  expect(lettersOf(world)).toHaveLength(deadLetters);
  return replays.reduce((sum, [, { runs }]) => sum + runs.length, 0);
}

/** Each message that could not be read once, by whomever and how often it was reported. */
export function lettersOf({ view }: World): string[] {
  return [
    ...new Set(
      view.deadLetters.map(({ topic, partition, offset }) => `${topic}/${partition}/${offset}`),
    ),
  ];
}

/** Waits until the tables have what the topics have, and compares them with a rebuild. */
export async function tablesEqualRebuilt(world: World): Promise<void> {
  await untilTrue('the tables have all messages', async () => {
    const places = await world.models.checkpoints();
    for (const topic of projectedTopics) {
      const ends = await world.log.endOffsets(topic);
      for (const [partition, end] of ends.entries()) {
        const place = places.find((one) => one.topic === topic && one.partition === partition);
        if ((place?.offset ?? 0) < end) return false;
      }
    }
    return true;
  });
  const tables = await world.models.differences(world.log);
  expect(tables.filter(({ difference }) => difference !== null)).toEqual([]);
  expect(tables.find(({ table }) => table === 'journal')?.rows).toBeGreaterThan(0);
}
