/**
 * Agents and admins on clients that others wrote, in Python, against a real broker
 * and all services.
 */

import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { scenarioSchema, type Scenario } from '#contracts/scenario/scenario';
import { parseMessage } from '#contracts/streams/catalogue';
import type { AgentAnswer } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { outgoing, partitionOf } from '#event-log';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { ended, kafkaPackages, type Ended } from '../clients/installed.fixture.js';
import { untilTrue } from '../faults/until.fixture.js';
import { partitions, worldOf, type Submitted, type World } from '../faults/world.fixture.js';
import { storedCodecs } from './stored-codecs.fixture.js';

const caseMs = 900_000;
const codecs = ['none', 'gzip', 'snappy', 'lz4', 'zstd'];
const idsOf = (client: string, partitioner: string): string[] =>
  codecs.map((codec) => `${client}-${codec}-${partitioner}`);
/** Ids of agents, by which the program in Python knows how to send. */
const foreign = {
  confluent: [...idsOf('confluent', 'consistent_random'), ...idsOf('confluent', 'murmur2_random')],
  ng: idsOf('ng', 'murmur2'),
};
const everybody = [...foreign.confluent, ...foreign.ng];
type Client = keyof typeof foreign;
const clients = Object.keys(foreign) as Client[];
/** Topics onto which agents and admins outside write. */
const written: readonly TopicName[] = ['agent.decisions', 'runs'];

const scenarioOf = (year: number, ids: readonly string[]): Scenario =>
  scenarioSchema.parse({
    name: `foreign-${year}`,
    data: 'aapl-2013-2018',
    window: { from: `${year}-01-02`, to: `${year}-02-28` },
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

/** All answers of outside agents so far, each with its partition. */
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
    if (own.length > 0) await python('answer', client, world.kafka.brokers, ...own);
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

/** Waits until each service is ready and has read everything. */
async function untilRead(world: World): Promise<void> {
  const isRead = async (): Promise<boolean> => {
    for (const name of world.services.keys()) {
      const answer = await world.fetch(name, '/health/ready');
      if (answer.status !== 200) throw new Error(`${name}: ${await answer.text()}`);
      const lag = await world.lagsOf(name);
      if (lag !== '') throw new Error(`${name}: ${lag}`);
    }
    return true;
  };
  await untilTrue('everything is read', isRead);
}

/** Waits until the tables have everything, and compares them with a rebuild. */
async function tablesEqualRebuilt(world: World): Promise<void> {
  await untilRead(world);
  const compared = await world.models.differences(world.log);
  expect(compared.filter(({ difference }) => difference !== null)).toEqual([]);
  expect(compared.find(({ table }) => table === 'journal')?.rows).toBeGreaterThan(0);
}

/**
 * Has foreign clients and our own client answer one scenario; returns the hash that all
 * journals share.
 */
async function hashOfAll(world: World, year: number, ids: readonly string[]): Promise<string> {
  const submitted = await world.submit(scenarioOf(year, [...ids, 'ours']));
  const runs = await runsByAgent(world, submitted);
  await answerByForeign(world, runs);
  const [first = ''] = ids;
  await answerByOurs(world, runs.get(first) ?? '', runs.get('ours') ?? '', 'ours');
  await untilTrue('all are scored', () => world.isScored(submitted));
  const found = submitted.runs.map((run) => world.view.run(run).journalHash ?? 'none');
  expect(found).toHaveLength(ids.length + 1);
  expect(new Set(found).size).toBe(1);
  return found[0] ?? 'none';
}

/**
 * Number of answers that agents with this partitioner put into a partition other than their own.
 */
async function strayOf(world: World, partitioner: string): Promise<number> {
  const answers = await answersOf(world);
  return answers.filter(
    ([{ run, agent }, partition]) =>
      agent.endsWith(partitioner) && partition !== partitionOf(run, partitions),
  ).length;
}

/** `tapefold cluster tables …` to its end. */
async function tables(world: World, command: string): Promise<Ended> {
  const program = join(projectRoot, 'dist', 'program', 'tapefold.js');
  const place = ['--brokers', world.kafka.brokers, '--database-url', world.postgres.url];
  return ended('timeout', [
    '120',
    process.execPath,
    program,
    'cluster',
    'tables',
    command,
    ...place,
  ]);
}

/** Creates another database on the same server; its address. */
async function otherDatabase(address: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(address);
  url.pathname = name;
  return url.href;
}

/** Runs as a gateway lists them. */
async function runsOf(world: World, as: string): Promise<readonly object[]> {
  const answer = await world.fetch(as, '/v1/runs?limit=500');
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: object[] }).items;
}

/** Hashes of all journals, by the kind of topics that the answers were on. */
const hashes = new Map<string, string>();

describe('on topics that the services make', () => {
  const world = worldOf('foreign-ours');

  it(
    'each codec and partitioner gives the journal of our own client',
    async () => {
      await world.told(async () => {
        hashes.set('ours', await hashOfAll(world, 2014, everybody));
        expect(storedCodecs(join(world.folder, 'kafka'), 'agent.decisions')).not.toContain('zstd');
        expect(await strayOf(world, 'consistent_random')).toBeGreaterThan(20);
        expect(await strayOf(world, 'murmur2_random')).toBe(0);
        await tablesEqualRebuilt(world);
        expect(world.view.deadLetters).toEqual([]);
      });
    },
    caseMs,
  );
});

describe('on topics that keep the codec of their producer', () => {
  const world = worldOf(
    'foreign-earlier',
    () => Promise.resolve({}),
    async ({ kafka }) => void (await python('create', kafka.brokers, `${partitions}`, ...written)),
  );

  it(
    'each codec and partitioner gives the journal of our own client',
    async () => {
      await world.told(async () => {
        hashes.set('earlier', await hashOfAll(world, 2014, everybody));
        const stored = storedCodecs(join(world.folder, 'kafka'), 'agent.decisions');
        expect([...stored].toSorted()).toEqual(codecs.toSorted());
        expect(hashes.get('earlier')).toBe(hashes.get('ours'));
        await tablesEqualRebuilt(world);
        expect(world.view.deadLetters).toEqual([]);
      });
    },
    caseMs,
  );

  it.each([
    ['commit', 2015],
    ['abort', 2016],
  ])(
    'services continue and tables are rebuilt when partitions end in a transaction: %s',
    async (how, year) => {
      await world.told(async () => {
        await untilRead(world);
        const partitionsUsed = Number(
          await python('transact', world.kafka.brokers, how, ...written),
        );
        expect(partitionsUsed).toBe(partitions * written.length);
        await untilRead(world);
        await Promise.all([...world.services.values()].map((service) => service.restart()));
        await untilRead(world);
        await hashOfAll(world, year, ['confluent-lz4-consistent_random']);
        await python('transact', world.kafka.brokers, how, ...written);
        await untilRead(world);
        const { code, out, err } = await tables(world, 'rebuild');
        expect(code, err).toBe(0);
        expect(out).toMatch(/^rebuilt from \d+ messages\n$/);
        await tablesEqualRebuilt(world);
      });
    },
    caseMs,
  );

  it(
    'a gateway on another database has all runs too',
    async () => {
      await world.told(async () => {
        const url = await otherDatabase(world.postgres.url, 'second');
        await world.add('gateway', 'gateway-2', { TAPEFOLD_DATABASE_URL: url });
        await untilRead(world);
        const [one, other] = await Promise.all(
          ['gateway', 'gateway-2'].map((as) => runsOf(world, as)),
        );
        expect(one).toHaveLength(world.view.runs.size);
        expect(other).toEqual(one);
        await hashOfAll(world, 2017, ['ng-zstd-murmur2']);
        await untilRead(world);
        expect(await runsOf(world, 'gateway-2')).toEqual(await runsOf(world, 'gateway'));
        await world.remove('gateway-2');
      });
    },
    caseMs,
  );

  it(
    'tables are rebuilt when all records of a partition were deleted',
    async () => {
      await world.told(async () => {
        for (const topic of [...written, 'portfolio.events']) {
          const end = (await world.log.endOffsets(topic as TopicName))[0] ?? 0;
          expect(end).toBeGreaterThan(0);
          expect(Number(await python('delete', world.kafka.brokers, topic, '0'))).toBe(end);
        }
        const { code, err } = await tables(world, 'rebuild');
        expect(code, err).toBe(0);
        await untilRead(world);
        await Promise.all([...world.services.values()].map((service) => service.restart()));
        await untilRead(world);
      });
    },
    caseMs,
  );
});
