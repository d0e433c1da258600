/**
 * A served run that is killed anywhere, again and again, ends with the journal of an
 * undisturbed run.
 */

import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { z } from 'zod';
import { file, folder, hashesOf, tapefold } from '../e2e/command-line.fixture.js';
import { serve, type Served } from '../e2e/served.fixture.js';
import { waveData, waveScenario } from '../e2e/wave-data.fixture.js';

const bars = 30_000;
const lastDay = '01-20';
const killsMin = 2;
const killsMax = sweepSize(2, 4);
const attemptsMax = 10;

const runsSchema = z.object({
  items: z.array(z.object({ status: z.string(), records: z.int() })),
});

/** Records of all runs so far, and whether all of them have ended. */
async function standOf(served: Served): Promise<{ records: number; isOver: boolean }> {
  const answer = await served.ask('/v1/runs');
  const { items } = runsSchema.parse(await answer.json());
  const records = items.reduce((sum, run) => sum + run.records, 0);
  return { records, isOver: items.length > 0 && items.every((run) => run.status === 'finished') };
}

/**
 * Waits until there is more than before, then a random while, and kills: the records there were
 * then, or undefined if all was over before.
 */
async function recordsWhenKilled(served: Served, before: number): Promise<number | undefined> {
  let stand = await standOf(served);
  for (let wait = 0; wait < 2000 && stand.records <= before && !stand.isOver; wait++) {
    await sleep(10);
    stand = await standOf(served);
  }
  if (stand.isOver) return undefined;
  await sleep(randomInt(0, 60));
  expect(await served.end('SIGKILL')).toBeNull();
  return stand.records;
}

it('has the hashes of a plain run after being killed on its way', async () => {
  const directory = folder();
  const wave = waveData(directory, bars);
  const plainFile = file(directory, 'plain.yaml', waveScenario(wave, lastDay));
  const plain = await tapefold('run', plainFile, '--out', join(directory, 'plain'), '--json');
  expect(plain.code, plain.err).toBe(0);
  const scenario = file(directory, 'served.yaml', waveScenario('wave', lastDay));
  // A run on a busy machine may end before it was seen on its way: then another is killed.
  let kills = 0;
  for (let attempt = 0; attempt < attemptsMax && kills < killsMin; attempt++) {
    const data = join(directory, `data-${attempt}`);
    let served = await serve(data, '--dataset', `wave=${wave}`);
    expect((await served.cluster('submit', scenario)).code).toBe(0);
    let records = await recordsWhenKilled(served, 0);
    for (let killsOfRun = 0; records !== undefined && killsOfRun < killsMax; killsOfRun++) {
      kills++;
      // What was registered at the first start stays known: an unfinished run needs it.
      served = await serve(data);
      records = await recordsWhenKilled(served, records);
    }
    if (records !== undefined) served = await serve(data);
    const ended = await served.cluster('submit', scenario, '--wait', '--json');
    expect(ended.code, ended.err).toBe(0);
    expect(hashesOf(ended.out)).toEqual(hashesOf(plain.out));
    expect(ended.out).toBe(plain.out);
  }
  expect(kills).toBeGreaterThanOrEqual(killsMin);
});
