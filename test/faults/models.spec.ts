/**
 * Goal: a cluster whose processes die amid decisions asks its models once, and decides as one
 * undisturbed process does. Ten seeded SIGKILLs are here: two of the broker, one of the database,
 * two of the model gateway, five of the agent adapter. Twenty more, of `tapefold run`, are in
 * test/models/killed-run.spec.ts: thirty in each run of CI.
 */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { askedOnce, differingJournals } from '../models/killed-run.fixture.js';
import { runsOf, succeed } from '../models/model-runs.fixture.js';
import type { ScriptedModel } from '../models/scripted-model.fixture.js';
import { followMean } from '../models/trading-scripts.fixture.js';
import { tablesEqualRebuilt } from './judgement.fixture.js';
import { ModelOfWorld } from './model-agents.fixture.js';
import { until, untilTrue } from './until.fixture.js';
import { worldOf } from './world.fixture.js';

const models = new ModelOfWorld();
const world = worldOf('models', models.prepare);

const kills = { kafka: 2, postgres: 1, 'model-gateway': 2, 'agent-adapter': 5 } as const;
type Victim = keyof typeof kills;

const scenario = {
  name: 'asked-once',
  data: 'synthetic-market',
  execution: 'close',
  window: { from: '2022-02-01', to: '2022-02-14' },
  symbols: ['ALDR', 'BRKW'],
};
/** Two symbols, four agents, ten sessions, and in each a look and a submission. */
const asks = 2 * 4 * 10 * 2;
/** Long enough for a process to die while a model thinks. */
const thinkingMs = 40;

function script(model: ScriptedModel): void {
  model.script(
    () => true,
    async (turn) => {
      await sleep(thinkingMs);
      return followMean(turn);
    },
  );
}

/** All of them, in an order of the seed. */
function victims(): Victim[] {
  const names = (Object.keys(kills) as Victim[]).flatMap((name) =>
    Array.from({ length: kills[name] }, () => name),
  );
  return names
    .map((name) => ({ name, place: world.random.below(1_000_000) }))
    .sort((left, right) => left.place - right.place)
    .map(({ name }) => name);
}

const processOf = (name: Victim): ManagedProcess => {
  if (name === 'kafka') return world.kafka;
  if (name === 'postgres') return world.postgres;
  return world.service(name);
};

/**
 * Kills it milliseconds after the model was asked so many more times: while it thinks, or while its
 * answer travels.
 */
async function killAmidAsks(victim: ManagedProcess, count: number, delayMs: number): Promise<void> {
  const { watchers } = models.model;
  const reached = Promise.withResolvers<void>();
  let left = count;
  watchers.asked = () => {
    left -= 1;
    if (left === 0) reached.resolve();
  };
  await until(`the model is asked ${count} times more`, () =>
    Promise.race([reached.promise.then(() => true), sleep(1_000).then(() => undefined)]),
  );
  delete watchers.asked;
  if (delayMs > 0) await sleep(delayMs);
  await victim.kill();
}

describe('SIGKILL amid decisions of models', () => {
  it('of broker, database, model gateway and adapter makes no call twice and changes nothing', async () => {
    await world.told(async () => {
      script(models.model);
      const whole = await models.plainRun(world, scenario, script);
      const order = victims();
      // As many asks from kill to kill as leave a quarter of them for the end.
      const most = Math.floor((asks * 3) / 4 / order.length);
      const revivals: Promise<void>[] = [];
      const submitted = await models.submit(world, scenario);
      for (const name of order) {
        const victim = processOf(name);
        await untilTrue(`${name} can be killed`, () => victim.isRunning());
        await killAmidAsks(victim, 1 + world.random.below(most), world.random.below(60));
        revivals.push(world.revive(victim));
      }
      await Promise.all(revivals);
      await untilTrue('all runs are scored', () => world.isScored(submitted));

      const out = join(world.folder, 'killed');
      const { submission } = submitted;
      const words = ['cluster', 'results', submission, '--out', out, ...world.reachOptions()];
      await until('the result is there', () => succeed(...words));
      await succeed('verify', out);
      expect(runsOf(out)).toEqual(runsOf(whole));
      expect(differingJournals(out, whole)).toEqual([]);
      const found = askedOnce(models.model, out);
      console.log(`${order.join(', ')}: ${JSON.stringify(found)}`);
      expect(found).toMatchObject({ calls: asks, undeclared: [] });
      expect(found.uncertain).toBe(found.declared);
      // Only what was under way when the model gateway died can be of unknown end.
      expect(found.declared).toBeLessThanOrEqual(kills['model-gateway'] * runsOf(out).length);
      expect(world.view.gaps).toEqual([]);
      await tablesEqualRebuilt(world);
    });
  });
});
