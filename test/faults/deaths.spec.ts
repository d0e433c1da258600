/**
 * Goal: services that are killed at any instant, again and again, leave journals and tables as
 * if nothing was.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serviceNames } from '../../scripts/cluster/services.ts';
import { judge } from './judgement.fixture.js';
import {
  dailyScenario,
  dayScenario,
  quarterMinuteADay,
  wideScenario,
} from './scenarios.fixture.js';
import { untilTrue } from './until.fixture.js';
import { worldOf } from './world.fixture.js';

const world = worldOf('deaths');
const killsOfEach = 5;

/** Every service equally often, in an order of the seed. */
function victims(): string[] {
  const names: string[] = serviceNames.flatMap((name) =>
    Array.from({ length: killsOfEach }, () => name),
  );
  for (let last = names.length - 1; last > 0; last--) {
    const other = world.random.below(last + 1);
    [names[last], names[other]] = [names[other] as string, names[last] as string];
  }
  return names;
}

describe('SIGKILL', () => {
  it('of every service at random instants of a replay changes nothing', async () => {
    await world.told(async () => {
      const paced = dayScenario('paced', 0);
      const wide = wideScenario('wide');
      const daily = dailyScenario('daily', 2014);
      const first = await world.submit(paced, quarterMinuteADay / 2);
      const second = await world.submit(wide);
      const revivals: Promise<void>[] = [];
      let kills = 0;
      for (const name of victims()) {
        await sleep(200 + world.random.below(1_000));
        const victim = world.service(name);
        await untilTrue(`${name} can be killed`, () => victim.isRunning());
        await victim.kill();
        kills++;
        revivals.push(world.revive(victim));
      }
      const third = await world.submit(daily);
      await Promise.all(revivals);
      expect(kills).toBeGreaterThanOrEqual(30);
      await judge(world, [
        [paced, first],
        [wide, second],
        [daily, third],
      ]);
    });
  });
});
