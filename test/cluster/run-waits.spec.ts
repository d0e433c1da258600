/**
 * A stalled run of a real cluster reports why, within seconds: in `cluster status` and
 * in the metrics.
 */

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioSchema } from '#contracts/scenario/scenario';
import type { MessageLog } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import {
  outgoingWithinLimit as outgoing,
  planSubmission,
} from '#gateway/submissions/plan-submission';
import { sha256Hex } from '#values';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { startProcess, type ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { servicePlan, type ServiceName } from '../../scripts/cluster/services.ts';
import { ownDatabase } from './servers-once.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const folder = temporaryFolder('run-waits');
const names = ['ingest', 'clock', 'agent-adapter', 'portfolio', 'scoring', 'gateway'] as const;
const services = new Map<ServiceName, ManagedProcess>();
const ports = new Map<ServiceName, number>();
const token = 'token-of-the-run-waits';
const tokenFile = join(folder, 'token');
let metricsPort = 0;
let kafka: RunningKafka;
let databaseUrl: string;
let log: MessageLog;

/** What a file of the folder has; the gateway knows a data set more than ingest does. */
const files = {
  token,
  'gateway.json': JSON.stringify({ known: 'aapl-2013-2018', unknown: 'aapl-2013-2018' }),
  'ingest.json': JSON.stringify({ known: 'aapl-2013-2018' }),
  'agents.yaml': 'thinker: { kind: llm, model: openai/nobody, stream: false }\n',
};

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  [kafka, databaseUrl] = await Promise.all([
    startKafka({ dataDir: join(folder, 'kafka') }),
    ownDatabase(),
  ]);
  log = await openKafkaLog({ brokers: [kafka.brokers] });
  const [last = 0, ...free] = await freePorts(names.length + 1);
  metricsPort = last;
  await Promise.all(names.map((name, index) => start(name, free[index] ?? 0)));
});
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.kill()));
  await log?.close();
  await kafka?.kill();
});

async function start(name: ServiceName, port: number): Promise<void> {
  const environment = {
    TAPEFOLD_BROKERS: kafka.brokers,
    TAPEFOLD_PARTITIONS: '2',
    TAPEFOLD_HTTP_PORT: `${port}`,
    TAPEFOLD_SESSION_TIMEOUT_MS: '3000',
    TAPEFOLD_DATASETS: join(folder, name === 'gateway' ? 'gateway.json' : 'ingest.json'),
    TAPEFOLD_AGENTS: join(folder, 'agents.yaml'),
    TAPEFOLD_DATABASE_URL: databaseUrl,
    TAPEFOLD_ADMIN_TOKEN_HASH: sha256Hex(token),
    ...(name === 'gateway' ? { TAPEFOLD_METRICS_PORT: `${metricsPort}` } : {}),
  };
  const plan = servicePlan(name, environment, { log: join(folder, `${name}.log`) });
  services.set(name, await startProcess(plan));
  ports.set(name, port);
}

const scenarioOf = (name: string, year: number, agents: readonly object[], data = 'known') => ({
  name,
  data,
  symbols: ['AAPL'],
  execution: 'close',
  agents,
  window: { from: `${year}-01-02`, to: `${year}-01-31` },
});

const gatewayUrl = (): string => `http://127.0.0.1:${ports.get('gateway')}`;

async function submit(scenario: object): Promise<void> {
  const answer = await fetch(`${gatewayUrl()}/v1/submissions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(scenario),
  });
  expect(answer.status, await answer.text()).toBe(201);
}

/** What `tapefold cluster status` prints. */
async function status(...args: readonly string[]): Promise<string> {
  const main = join(projectRoot, 'dist', 'program', 'tapefold.js');
  const to = ['--url', gatewayUrl(), '--token-file', tokenFile];
  const child = spawn(process.execPath, [main, 'cluster', 'status', ...to, ...args]);
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (out += bytes.toString()));
  await new Promise((settle) => child.once('close', settle));
  return out;
}

interface ShownRun {
  readonly label: string;
  readonly status: string;
  readonly failure: string | null;
  readonly wait?: { readonly reason: string; readonly since: number; readonly detail: string };
}

/**
 * The runs of `cluster status --json` by label; none has a reason that is younger
 * than five seconds.
 */
async function runs(): Promise<Record<string, ShownRun>> {
  const shown = JSON.parse(await status('--json')) as { submissions: { runs: ShownRun[] }[] };
  const all = shown.submissions.flatMap((one) => one.runs);
  for (const { wait } of all) {
    if (wait !== undefined) expect(Date.now() - wait.since / 1_000).toBeGreaterThan(5_000);
  }
  return Object.fromEntries(all.map((run) => [run.label, run]));
}

const figures = async (): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

const patience = { timeout: 240_000, interval: 500 };
const begun = Date.now();

describe('a stuck run', () => {
  it('for its agent, a tape or a model reports it with the time, after a delay', async () => {
    const scenario = scenarioOf('agents', 2014, [
      { id: 'outside', kind: 'external' },
      { id: 'tools', kind: 'mcp' },
      { id: 'models', kind: 'registered', agent: 'thinker' },
      { id: 'hold', kind: 'buy-and-hold' },
    ]);
    await submit(scenario);
    await expect.poll(async () => (await runs())['hold-AAPL']?.status, patience).toBe('finished');
    const reasons = async () =>
      Object.fromEntries(Object.entries(await runs()).map(([name, run]) => [name, run.wait]));
    await expect.poll(reasons, patience).toEqual({
      'outside-AAPL': {
        reason: 'outside-agent',
        since: expect.any(Number) as number,
        detail: 'no answer of agent outside has been seen',
      },
      'tools-AAPL': {
        reason: 'agent',
        since: expect.any(Number) as number,
        detail: 'agent tools was asked and has not answered',
      },
      'models-AAPL': {
        reason: 'stuck',
        since: expect.any(Number) as number,
        detail: expect.stringMatching(/model/) as string,
      },
      'hold-AAPL': undefined,
    });
    for (const wait of Object.values(await reasons())) {
      if (wait !== undefined) expect(wait.since / 1_000).toBeGreaterThan(begun);
    }
  });

  it('is a line of the status, and a figure by reason', async () => {
    const since = String.raw`waiting since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
    const line = `outside-AAPL .* running, ${since}: no answer of agent outside has been seen`;
    expect(await status()).toMatch(new RegExp(`^ +${line}$`, 'm'));
    const text = await figures();
    expect(text).toMatch(/^tapefold_waiting_runs\{reason="outside-agent",service="gateway"\} 1$/m);
    expect(text).toMatch(/^tapefold_waiting_runs\{reason="no-worker",service="gateway"\} 0$/m);
    expect(text).toMatch(/^tapefold_longest_wait_seconds\{reason="stuck",service="gateway"\} \d/m);
  });

  it('fails if ingest does not know its data set, and waits for a tape that was not requested', async () => {
    await submit(scenarioOf('unknown', 2015, [{ id: 'unknown', kind: 'buy-and-hold' }], 'unknown'));
    const unasked = scenarioSchema.parse(
      scenarioOf('unasked', 2016, [{ id: 'unasked', kind: 'buy-and-hold' }]),
    );
    const datasets = new Map([['known', 'aapl-2013-2018']]);
    const plan = await planSubmission(unasked, { datasets, runsMax: 1, speed: 'max' });
    const messages = [plan.submission, ...plan.runs].map((one) => outgoing('runs', one));
    await log.append(messages);
    await expect
      .poll(async () => (await runs())['unasked-AAPL']?.wait, patience)
      .toMatchObject({ reason: 'tape', detail: `tape ${plan.tape.tape} is not loaded` });
    expect((await runs())['unknown-AAPL']).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('unknown') as string,
    });
    await log.append([outgoing('tapes', plan.tape)]);
    await expect
      .poll(async () => (await runs())['unasked-AAPL']?.status, patience)
      .toBe('finished');
    expect((await runs())['unasked-AAPL']?.wait).toBeUndefined();
  });

  it('for a partition without an owner names the service, also before it has begun', async () => {
    await services.get('agent-adapter')?.stop();
    await submit(scenarioOf('late', 2017, [{ id: 'late', kind: 'buy-and-hold' }]));
    const detail = 'its partition has no owner: no agent-adapter is running';
    await expect
      .poll(async () => (await runs())['late-AAPL'], patience)
      .toMatchObject({ status: 'submitted', wait: { reason: 'no-worker', detail } });
    expect((await runs())['tools-AAPL']?.wait?.reason).toBe('no-worker');
    expect(await figures()).toMatch(
      /^tapefold_waiting_runs\{reason="no-worker",service="gateway"\} 4$/m,
    );
    await services.get('agent-adapter')?.restart();
    await expect.poll(async () => (await runs())['late-AAPL']?.status, patience).toBe('finished');
    // The gateway asks now and then who owns what; the run may be over before it asks again.
    await expect
      .poll(async () => (await runs())['outside-AAPL']?.wait, patience)
      .toMatchObject({ reason: 'outside-agent' });
  });

  it('keeps its reason when the gateway is started again', async () => {
    const before = (await runs())['outside-AAPL']?.wait;
    await services.get('gateway')?.stop();
    await services.get('gateway')?.restart();
    expect((await runs())['outside-AAPL']?.wait).toEqual(before);
  });
});
