/**
 * Goal: brokers, databases and workers that die, hang, come and go in the middle of a replay
 * change nothing.
 */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '#contracts/scenario/scenario';
import type { ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { judge } from './judgement.fixture.js';
import {
  dailyScenario,
  dayScenario,
  quarterMinuteADay,
  runsOfADay,
  undisturbedHashes,
} from './scenarios.fixture.js';
import { untilTrue } from './until.fixture.js';
import { hashesIn, submitAndWait, tapefold, type Waiting } from './waiting-commands.fixture.js';
import { partitions, worldOf, type Submitted } from './world.fixture.js';

const world = worldOf('outages');
/** Times real time. */
const eightSecondsAYear = 4_000_000;

/** Facts of a tape when it is about so far, of a day of 1,440 bars. */
const reaches = (replay: Submitted, facts: number): Promise<void> =>
  untilTrue(
    `the tape has ${facts} facts`,
    () => world.view.reached('market.tape', replay.tape) >= facts,
  );

const scores = (): number => world.view.messages.get('scores') ?? 0;

describe('an outage of', () => {
  it.each<[string, () => ManagedProcess]>([
    ['Kafka', () => world.kafka],
    ['Postgres', () => world.postgres],
  ])('%s in the middle of a replay', async (name, process) => {
    const judged = await world.told(async () => {
      const scenario = dayScenario(name.toLowerCase(), name === 'Kafka' ? 0 : 1);
      const replay = await world.submit(scenario, quarterMinuteADay);
      await reaches(replay, 200 + world.random.below(400));
      await process().kill();
      await sleep(world.random.below(2_000));
      await world.revive(process());
      return judge(world, [[scenario, replay]]);
    });
    expect(judged).toBe(runsOfADay);
  });
});

describe('commands that wait for results', () => {
  const scenarioOf = (seed: number): Scenario => ({ ...dayScenario(`waited-${seed}`, 4), seed });
  const start = (seed: number): Waiting =>
    submitAndWait(world, scenarioOf(seed), quarterMinuteADay);
  const allSay = async (commands: readonly Waiting[], words: RegExp): Promise<void> => {
    await untilTrue(`all say ${words}, or end`, () =>
      commands.every((command) => words.test(command.said()) || command.isOver()),
    );
    for (const { said } of commands) expect(said()).toMatch(words);
  };

  it('outlast a SIGKILL of Postgres, begun before it and after it', async () => {
    await world.told(async () => {
      const before = [1, 2, 3].map(start);
      await allSay(before, /^submission /m);
      await world.postgres.kill();
      const after = [4, 5].map(start);
      await allSay([...before, ...after], /; trying again until \d\d:\d\d:\d\d$/m);
      await world.revive(world.postgres);
      for (const [index, { ended, said }] of [...before, ...after].entries()) {
        const { code, out } = await ended;
        expect(code, said()).toBe(0);
        expect(said()).toMatch(/^the gateway is back$/m);
        const expected = await undisturbedHashes(scenarioOf(index + 1), world.folder);
        expect(hashesIn(out)).toEqual(expected);
      }
    });
  });

  it('outlast a Postgres that is shut down until all runs are scored, and their results verify', async () => {
    await world.told(async () => {
      const before = scores();
      const commands = [2014, 2015, 2016, 2017].map((year) => {
        const scenario = dailyScenario(`shut-down-${year}`, year);
        const out = join(world.folder, scenario.name);
        return { out, ...submitAndWait(world, scenario, eightSecondsAYear, '--out', out) };
      });
      await allSay(commands, /^submission /m);
      await world.postgres.stop();
      await allSay(commands, /^the database is not available.*; trying again until /m);
      await untilTrue('all runs are scored', () => scores() - before >= 3 * commands.length);
      await world.revive(world.postgres);
      for (const { ended, said, out } of commands) {
        expect((await ended).code, said()).toBe(0);
        const verified = await tapefold(world, 'verify', out).ended;
        expect(verified).toMatchObject({
          code: 0,
          out: expect.stringMatching(/^verified: 3 runs/),
        });
      }
    });
  });
});

describe('workers', () => {
  it('that stand still for longer than their session wake up as zombies and do no harm', async () => {
    const judged = await world.told(async () => {
      const names = ['agent-adapter', 'portfolio', 'scoring'] as const;
      await Promise.all(names.map((name) => world.add(name, `${name}-2`)));
      const scenario = dayScenario('zombies', 2);
      const replay = await world.submit(scenario, quarterMinuteADay);
      await reaches(replay, 200 + world.random.below(200));
      for (const name of names) world.service(name).pause();
      for (const name of names) {
        await untilTrue(
          `${name}-2 has all partitions`,
          async () => (await world.metric(`${name}-2`, 'tapefold_owned_partitions')) === partitions,
        );
      }
      const before = world.view.messages.get('portfolio.events') ?? 0;
      await untilTrue(
        'the others go on',
        () => (world.view.messages.get('portfolio.events') ?? 0) > before || scores() > 0,
      );
      for (const name of names) world.service(name).resume();
      const runs = await judge(world, [[scenario, replay]]);
      await Promise.all(names.map((name) => world.remove(`${name}-2`)));
      return runs;
    });
    expect(judged).toBe(runsOfADay);
  });

  it('come and go during a replay', async () => {
    const judged = await world.told(async () => {
      const scenario = dayScenario('rebalances', 3);
      const replay = await world.submit(scenario, quarterMinuteADay);
      for (const round of [1, 2]) {
        const workers = ['agent-adapter', 'portfolio', 'scoring'] as const;
        const order = workers.toSorted(() => world.random.next() - 0.5);
        for (const name of order) await world.add(name, `${name}-${round}-more`);
        await sleep(world.random.below(1_000));
        for (const name of order) await world.remove(`${name}-${round}-more`);
      }
      return judge(world, [[scenario, replay]]);
    });
    expect(judged).toBe(runsOfADay);
  });
});
