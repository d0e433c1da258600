/** Agents and admins on clients that others wrote, in Python, against a real broker and all services. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarioSchema, type Scenario } from '#contracts/scenario';
import { parseMessage } from '#contracts/streams/catalogue';
import type { AgentAnswer } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { partitionOf } from '#event-log';
import { outgoing } from '#gateway/submissions/plan-submission';
import { ended, kafkaPackages } from '../clients/installed.fixture.js';
import { tablesEqualRebuilt } from '../faults/judgement.fixture.js';
import { untilTrue } from '../faults/until.fixture.js';
import { partitions, worldOf, type Submitted, type World } from '../faults/world.fixture.js';
import { storedCodecs } from './stored-codecs.fixture.js';

const codecs = ['none', 'gzip', 'snappy', 'lz4', 'zstd'];
const idsOf = (client: string, partitioner: string): string[] =>
  codecs.map((codec) => `${client}-${codec}-${partitioner}`);
/** Ids of agents, by which the program in Python knows how to send. */
const foreign = {
  confluent: [...idsOf('confluent', 'consistent_random'), ...idsOf('confluent', 'murmur2_random')],
  ng: idsOf('ng', 'murmur2'),
};
type Client = keyof typeof foreign;
const clients = Object.keys(foreign) as Client[];
/** Topics onto which agents and admins outside write. */
const written: readonly TopicName[] = ['agent.decisions', 'runs'];

const scenarioOf = (name: string, ids: readonly string[]): Scenario =>
  scenarioSchema.parse({
    name,
    data: 'aapl-2013-2018',
    window: { from: '2014-01-02', to: '2014-02-28' },
    symbols: ['AAPL'],
    execution: 'close',
    agents: ids.map((id) => ({ id, kind: 'external' })),
  });

/** Runs a command of the program in Python to its end; what it printed. */
async function python(...words: readonly string[]): Promise<string> {
  const env = { PYTHONPATH: await kafkaPackages() };
  const program = join('test', 'cluster', 'foreign_clients.py');
  const { code, out, err } = await ended('python3', [program, ...words], { env });
  expect(code, err).toBe(0);
  return out;
}

/** The run of each agent, by the agent's id. */
async function runsByAgent(world: World, submitted: Submitted): Promise<Map<string, string>> {
  const isSeen = (run: string): boolean => world.view.run(run).label !== '';
  await untilTrue('runs are on their topic', () => submitted.runs.every(isSeen));
  return new Map(
    submitted.runs.map((run) => [world.view.run(run).label.replace('-AAPL', ''), run]),
  );
}

/** All answers of outside agents so far, each with the partition that it lies in. */
async function answersOf(world: World): Promise<(readonly [AgentAnswer, number])[]> {
  const missing = new Map((await world.log.endOffsets('agent.decisions')).entries());
  for (const [partition, end] of missing) if (end === 0) missing.delete(partition);
  const answers: (readonly [AgentAnswer, number])[] = [];
  const done = Promise.withResolvers<void>();
  const tail = await world.log.tail({
    topics: ['agent.decisions'],
    from: 'start',
    onBatch({ messages, partition, nextOffset }) {
      for (const { value } of messages) {
        const message = parseMessage('agent.decisions', value);
        if (message.type === 'AgentAnswer') answers.push([message, partition]);
      }
      if (nextOffset >= (missing.get(partition) ?? 0)) missing.delete(partition);
      if (missing.size === 0) done.resolve();
    },
  });
  await done.promise;
  await tail.stop();
  return answers;
}

/** Has each foreign client answer its runs. */
async function answerByForeign(world: World, runs: ReadonlyMap<string, string>): Promise<void> {
  for (const client of clients) {
    const own = foreign[client].flatMap((id) => runs.get(id) ?? []);
    await python('answer', client, world.kafka.brokers, ...own);
  }
}

/** Gives the answers of one run to another, by our own client. */
async function answerByOurs(world: World, from: string, run: string, agent: string) {
  const answers = (await answersOf(world)).map(([answer]) => answer);
  const once = new Map(answers.filter((one) => one.run === from).map((one) => [one.asOf, one]));
  const messages = [...once.values()].map((answer) =>
    outgoing('agent.decisions', { ...answer, run, agent }),
  );
  expect(messages.length).toBeGreaterThan(20);
  await world.log.append(messages);
}

/** One scenario, answered by everybody; the one hash of all journals. */
async function hashOfAll(world: World): Promise<string> {
  const scenario = scenarioOf('foreign', [...foreign.confluent, ...foreign.ng, 'ours']);
  const submitted = await world.submit(scenario);
  const runs = await runsByAgent(world, submitted);
  await answerByForeign(world, runs);
  const [first = ''] = foreign.confluent;
  await answerByOurs(world, runs.get(first) ?? '', runs.get('ours') ?? '', 'ours');
  await untilTrue('all are scored', () => world.isScored(submitted));
  const hashes = submitted.runs.map((run) => world.view.run(run).journalHash);
  expect(hashes).toHaveLength(scenario.agents.length);
  expect(new Set(hashes).size).toBe(1);
  return hashes[0] ?? '';
}

/** Partitions that answers of agents with this partitioner lie in without being at home there. */
async function strayOf(world: World, partitioner: string): Promise<number> {
  const answers = await answersOf(world);
  return answers.filter(
    ([{ run, agent }, partition]) =>
      agent.endsWith(partitioner) && partition !== partitionOf(run, partitions),
  ).length;
}

/** Hashes of all journals, by the kind of topics that the answers were on. */
const hashes = new Map<string, string>();

describe('on topics that the services make', () => {
  const world = worldOf('foreign-ours');

  it('each codec and partitioner gives the journal of our own client', async () => {
    await world.told(async () => {
      hashes.set('ours', await hashOfAll(world));
      expect(storedCodecs(join(world.folder, 'kafka'), 'agent.decisions')).not.toContain('zstd');
      expect(await strayOf(world, 'consistent_random')).toBeGreaterThan(20);
      expect(await strayOf(world, 'murmur2_random')).toBe(0);
      await tablesEqualRebuilt(world);
      expect(world.view.deadLetters).toEqual([]);
    });
  });
});

describe('on topics that keep the codec of their producer', () => {
  const world = worldOf(
    'foreign-earlier',
    () => Promise.resolve({}),
    async ({ kafka }) => void (await python('create', kafka.brokers, `${partitions}`, ...written)),
  );

  it('each codec and partitioner gives the journal of our own client', async () => {
    await world.told(async () => {
      hashes.set('earlier', await hashOfAll(world));
      const stored = storedCodecs(join(world.folder, 'kafka'), 'agent.decisions');
      expect([...stored].toSorted()).toEqual(codecs.toSorted());
      expect(hashes.get('earlier')).toBe(hashes.get('ours'));
      await tablesEqualRebuilt(world);
      expect(world.view.deadLetters).toEqual([]);
    });
  });
});
