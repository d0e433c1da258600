/**
 * Five services on a real Kafka bring a scenario to the hashes of a plain run, and end when
 * they are asked to.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScenario } from '#backtest';
import { scenarioSchema, type Scenario } from '#contracts/scenario/scenario';
import { parseMessage } from '#contracts/streams/catalogue';
import type { MessageLog } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import {
  outgoingWithinLimit as outgoing,
  planSubmission,
} from '#gateway/submissions/plan-submission';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { startProcess, type ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { servicePlan, type ServiceName } from '../../scripts/cluster/services.ts';
import { temporaryFolder } from './temporary-folder.fixture.js';

const folder = temporaryFolder('service-host');
const names = ['ingest', 'clock', 'agent-adapter', 'portfolio', 'scoring'] as const;
const services = new Map<ServiceName, ManagedProcess>();
const ports = new Map<ServiceName, number>();
/** How services ended. */
const ends: string[] = [];
let kafka: RunningKafka;
let log: MessageLog;

const scenarioOf = (year: number): Scenario =>
  scenarioSchema.parse({
    name: `services-${year}`,
    data: 'aapl-2013-2018',
    window: { from: `${year}-01-02`, to: `${year}-06-30` },
    symbols: ['AAPL'],
    execution: 'close',
    agents: [
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
    ],
  });

beforeAll(async () => {
  kafka = await startKafka({ dataDir: join(folder, 'kafka') });
  log = await openKafkaLog({ brokers: [kafka.brokers] });
  const free = await freePorts(names.length);
  await Promise.all(names.map((name, index) => start(name, free[index] ?? 0)));
});
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.stop()));
  await log.close();
  await kafka.stop();
});

async function start(name: ServiceName, port: number, env = {}): Promise<void> {
  const environment = {
    TAPEFOLD_BROKERS: kafka.brokers,
    TAPEFOLD_PARTITIONS: '2',
    TAPEFOLD_HTTP_PORT: `${port}`,
    TAPEFOLD_DATASETS: join(projectRoot, 'docker', 'datasets.json'),
    ...env,
  };
  const plan = servicePlan(name, environment, { log: join(folder, `${name}.log`) });
  const onExit = (how: string): void => void ends.push(`${name}: ${how}`);
  services.set(name, await startProcess(plan, { onExit }));
  ports.set(name, port);
}

/** Asks for the scenario's tape and runs; labels of its runs by their ids. */
async function submit(scenario: Scenario): Promise<ReadonlyMap<string, string>> {
  const datasets = new Map([['aapl-2013-2018', 'aapl-2013-2018']]);
  const plan = await planSubmission(scenario, { datasets, runsMax: 10, speed: 'max' });
  await log.append([
    outgoing('tapes', plan.tape),
    outgoing('runs', plan.submission),
    ...plan.runs.map((run) => outgoing('runs', run)),
  ]);
  return new Map(plan.runs.map(({ run, label }) => [run, label]));
}

/** The hash of each run by its label, once all of them have figures. */
async function scored(labels: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const all = Promise.withResolvers<void>();
  const tail = await log.tail({
    topics: ['scores'],
    from: 'start',
    onBatch({ messages }) {
      for (const { value } of messages) {
        const { run, journalHash } = parseMessage('scores', value);
        const label = labels.get(run);
        if (label !== undefined) hashes[label] = journalHash;
      }
      if ([...labels.values()].every((label) => label in hashes)) all.resolve();
    },
  });
  await all.promise;
  await tail.stop();
  return hashes;
}

/** The hashes that `tapefold run` gives for the same scenario. */
async function plainHashes(scenario: Scenario): Promise<Record<string, string>> {
  const options = { out: join(folder, scenario.name), codeVersion: 'test', jobs: 1, fresh: false };
  const plain = await runScenario({ scenario, directory: folder }, options);
  if (plain.kind !== 'finished') throw new Error(`the plain run was ${plain.kind}`);
  return Object.fromEntries(plain.result.runs.map(({ run, journalHash }) => [run, journalHash]));
}

describe('services', () => {
  it('carry a scenario to the hashes of a plain run', async () => {
    const scenario = scenarioOf(2014);
    expect(await scored(await submit(scenario))).toEqual(await plainHashes(scenario));
  });

  it('show what they did as metrics', async () => {
    const response = await fetch(`http://127.0.0.1:${ports.get('portfolio')}/metrics`);
    const text = await response.text();
    expect(text).toMatch(/^tapefold_lag\{topic="runs",partition="0",service="portfolio"\} 0$/m);
    expect(text).toMatch(/^tapefold_tape_facts\{service="portfolio"\} [1-9]\d*$/m);
    expect(text).toMatch(
      /^tapefold_items_total\{topic="portfolio.events",direction="out",service="portfolio"\} [1-9]/m,
    );
  });

  it('quarantine what they cannot read, and continue', async () => {
    await log.append([{ topic: 'runs', key: 'somebody', value: '{"type":"Nonsense"}' }]);
    const found = Promise.withResolvers<object>();
    const tail = await log.tail({
      topics: ['dead-letters'],
      from: 'start',
      onBatch: ({ messages }) => {
        for (const { value } of messages) found.resolve(parseMessage('dead-letters', value));
      },
    });
    expect(await found.promise).toMatchObject({ topic: 'runs', key: 'somebody' });
    await tail.stop();
  });

  it('carry on through the deaths of a worker and of the broker', async () => {
    const scenario = { ...scenarioOf(2013), window: { from: '2013-06-03', to: '2017-12-29' } };
    const portfolio = services.get('portfolio');
    const labels = await submit(scenario);
    await portfolio?.kill();
    await kafka.kill();
    await kafka.restart();
    await portfolio?.restart();
    expect(await scored(labels)).toEqual(await plainHashes(scenario));
    expect(ends.splice(0)).toEqual(['portfolio: SIGKILL']);
  });

  it('finish and exit with 0 when they are asked to end', async () => {
    await Promise.all([...services.values()].map((service) => service.stop()));
    expect(ends.toSorted()).toEqual(names.map((name) => `${name}: exit code 0`).toSorted());
  });

  it('continue when they are started again, even when nothing of their output comes back', async () => {
    await Promise.all([...services.values()].map((service) => service.restart()));
    const scenario = scenarioOf(2015);
    expect(await scored(await submit(scenario))).toEqual(await plainHashes(scenario));
    await Promise.all([...services.values()].map((service) => service.stop()));
  });

  it('read a skipped tape again for runs that come late', async () => {
    await Promise.all([...services.values()].map((service) => service.restart()));
    const agents = [{ id: 'late', kind: 'sma-cross', fast: 3, slow: 10 }];
    const scenario = scenarioSchema.parse({ ...scenarioOf(2015), name: 'late', agents });
    expect(await scored(await submit(scenario))).toEqual(await plainHashes(scenario));
    await Promise.all([...services.values()].map((service) => service.stop()));
  });

  it('exit with 1 and say why when they cannot start', async () => {
    ends.length = 0;
    await expect(start('scoring', 1, { TAPEFOLD_PARTITIONS: '3' })).rejects.toMatchObject({
      code: 'Unavailable',
    });
    expect(ends).toEqual(['scoring: exit code 1']);
    const last = readFileSync(join(folder, 'scoring.log'), 'utf8').trim().split('\n').at(-1);
    expect(JSON.parse(last ?? '')).toMatchObject({
      level: 'fatal',
      service: 'scoring',
      err: { code: 'Conflict', expected: '3', found: '2' },
    });
  });
});
