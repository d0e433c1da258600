/**
 * Goal: agents that ask models decide in a cluster as in one process, through a recording gateway
 * on a real Kafka and a real Postgres: each call leaves once, also when gateway and adapter die
 * in the middle.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScenario } from '#backtest';
import { agentConfigSchema, scenarioSchema, type Scenario } from '#contracts/scenario/scenario';
import { parseMessage, type MessagesByTopic } from '#contracts/streams/catalogue';
import type { MessageLog } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import {
  outgoingWithinLimit as outgoing,
  planSubmission,
} from '#gateway/submissions/plan-submission';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { loadModels } from '#llm/provider/models';
import { PostgresRecordingReader } from '#llm/postgres/postgres-recording';
import { sha256Hex } from '#values';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { startProcess, type ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { servicePlan, type ServiceName } from '../../scripts/cluster/services.ts';
import { ownDatabase } from './servers-once.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const folder = temporaryFolder('model-gateway');
const names = [
  'ingest',
  'clock',
  'model-gateway',
  'agent-adapter',
  'portfolio',
  'scoring',
] as const;
const services = new Map<ServiceName, ManagedProcess>();
const token = 'token-of-the-model-gateway';
const modelsFile = join(folder, 'models.yaml');
const key = 'key-that-nobody-shows';
let kafka: RunningKafka;
let databaseUrl: string;
let log: MessageLog;
let model: Server;
/** Bodies of requests, as the model got them. */
const asked: string[] = [];
/** Awaited before the model answers. */
let before: (count: number) => Promise<void> = () => Promise.resolve();

const thinker = agentConfigSchema.parse({
  id: 'registered',
  kind: 'llm',
  model: 'local/scripted',
  stream: false,
  memory: { last: 3 },
  attempts: 2,
});
const scenarioOf = (year: number): Scenario =>
  scenarioSchema.parse({
    name: `models-${year}`,
    data: 'aapl-2013-2018',
    symbols: ['AAPL'],
    execution: 'close',
    window: { from: `${year}-01-02`, to: `${year}-01-17` },
    agents: [{ id: 'mine', kind: 'registered', agent: 'thinker' }],
  });

beforeAll(async () => {
  model = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString();
      const count = asked.push(body);
      await before(count);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answerTo(body)));
    });
  });
  await new Promise<void>((settle) => model.listen(0, '127.0.0.1', settle));
  const { port } = model.address() as AddressInfo;
  const provider =
    '{ api: openai-chat, baseUrl: ' + `"http://127.0.0.1:${port}", key: { env: LOCAL_KEY } }`;
  const prices = '{ version: test-1, models: { local/scripted: { input: 1, output: 2 } } }';
  writeFileSync(modelsFile, `providers:\n  local: ${provider}\nprices: ${prices}\n`);
  [kafka, databaseUrl] = await Promise.all([
    startKafka({ dataDir: join(folder, 'kafka') }),
    ownDatabase(),
  ]);
  log = await openKafkaLog({ brokers: [kafka.brokers] });
  const free = await freePorts(names.length);
  const ports = new Map(names.map((name, index) => [name, free[index] ?? 0]));
  await Promise.all(names.map((name) => start(name, ports)));
});
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.kill()));
  await log?.close();
  await kafka?.kill();
  model.closeAllConnections();
  model.close();
});

async function start(name: ServiceName, ports: ReadonlyMap<ServiceName, number>): Promise<void> {
  const environment = {
    TAPEFOLD_BROKERS: kafka.brokers,
    TAPEFOLD_PARTITIONS: '2',
    TAPEFOLD_HTTP_PORT: `${ports.get(name)}`,
    TAPEFOLD_SESSION_TIMEOUT_MS: '3000',
    TAPEFOLD_DATASETS: join(projectRoot, 'docker', 'datasets.json'),
    TAPEFOLD_DATABASE_URL: databaseUrl,
    TAPEFOLD_MODELS: modelsFile,
    TAPEFOLD_MODEL_GATEWAY_URL: `http://127.0.0.1:${ports.get('model-gateway')}`,
    TAPEFOLD_MODEL_GATEWAY_TOKEN: token,
    LOCAL_KEY: key,
  };
  const plan = servicePlan(name, environment, { log: join(folder, `${name}.log`) });
  services.set(name, await startProcess(plan));
}

/** Reads the account first, then decides by the length of the conversation. */
function answerTo(body: string): object {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  const isFirst = !messages.some(({ role }) => role === 'tool');
  const text = JSON.stringify(messages);
  const session = /Session: ([0-9-]{10})/.exec(text)?.[1];
  const action = text.length % 2 === 0 ? 'BUY' : 'SELL';
  const call = isFirst
    ? { name: 'get_account', arguments: '{}' }
    : {
        name: 'submit_decision',
        arguments: JSON.stringify({ symbol: 'AAPL', target_date: session, price: 1, action }),
      };
  const toolCalls = [{ id: `call_${messages.length}`, type: 'function', function: call }];
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'I think.', tool_calls: toolCalls },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}

async function submit(submitted: Scenario) {
  const datasets = new Map([['aapl-2013-2018', 'aapl-2013-2018']]);
  const register = { agents: new Map([['thinker', thinker]]), directory: '/', file: null };
  const plan = await planSubmission(submitted, { datasets, register, runsMax: 10, speed: 'max' });
  await log.append([
    outgoing('tapes', plan.tape),
    outgoing('runs', plan.submission),
    ...plan.runs.map((run) => outgoing('runs', run)),
  ]);
  return plan;
}

async function scored(run: string): Promise<string> {
  const found = Promise.withResolvers<string>();
  const tail = await log.tail({
    topics: ['scores'],
    from: 'start',
    onBatch({ messages }) {
      for (const { value } of messages) {
        const score = parseMessage('scores', value);
        if (score.run === run) found.resolve(score.journalHash);
      }
    },
  });
  const hash = await found.promise;
  await tail.stop();
  return hash;
}

async function plainHash(scenario: Scenario): Promise<string> {
  const out = join(folder, scenario.name);
  const models = await loadModels(modelsFile, { LOCAL_KEY: key });
  const plain = await runScenario(
    { scenario, directory: folder },
    {
      out,
      codeVersion: 'test',
      jobs: 1,
      fresh: false,
      openModels: ({ store }) => new ModelGateway({ mode: 'record', models, store }),
    },
  );
  if (plain.kind !== 'finished') throw new Error(`the plain run was ${plain.kind}`);
  return plain.result.runs[0]?.journalHash ?? '';
}

type CallMessage = MessagesByTopic['agent.calls'];

async function messagesOf(run: string): Promise<CallMessage[]> {
  const ends = await log.endOffsets('agent.calls');
  let missing = ends.reduce((sum, end) => sum + end, 0);
  const whole = Promise.withResolvers<void>();
  const found: CallMessage[] = [];
  const tail = await log.tail({
    topics: ['agent.calls'],
    from: 'start',
    onBatch({ messages }) {
      for (const { value } of messages) found.push(parseMessage('agent.calls', value));
      missing -= messages.length;
      if (missing <= 0) whole.resolve();
    },
  });
  await whole.promise;
  await tail.stop();
  return found.filter((message) => message.run === run);
}

const digests = (texts: readonly string[]): string[] => texts.map(sha256Hex);
const counted = (values: readonly string[]): number => new Set(values).size;

describe('a model gateway', () => {
  it('records what agents ask, and gives the journal of one process', async () => {
    const { runs, submission } = await submit(scenarioOf(2014));
    const run = runs[0]?.run ?? '';
    const hash = await scored(run);
    const sent = asked.splice(0);
    expect(hash).toBe(await plainHash(submission.scenario));
    expect(digests(asked.splice(0))).toEqual(digests(sent));
    const recording = new PostgresRecordingReader(databaseUrl, 'tapefold_models');
    const asks = await recording.asksOf(run);
    const calls = await recording.callsOf(run);
    await recording.close();
    expect(asks.length).toBeGreaterThan(5);
    expect(asks.map(({ ended }) => ended?.class)).toEqual(asks.map(() => 'answered'));
    expect(calls).toHaveLength(2 * asks.length);
    expect(digests(calls.map(({ request }) => request))).toEqual(digests(sent));
    expect(calls[0]).toMatchObject({ usage: { input: 100 }, cost: { prices: 'test-1' } });
    const messages = await messagesOf(run);
    const of = (type: CallMessage['type']): number =>
      messages.filter((message) => message.type === type).length;
    expect([of('AskOpened'), of('ModelCalled'), of('AskEnded')]).toEqual([
      asks.length,
      calls.length,
      asks.length,
    ]);
    const everything = JSON.stringify([messages, asks, calls]) + logs();
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(token);
  });

  it('asks nothing twice when the adapter dies, and counts what it cannot know when it dies itself', async () => {
    const killed: string[] = [];
    before = async (count) => {
      const name = { 3: 'agent-adapter', 7: 'model-gateway' }[count];
      if (name === undefined || killed.includes(name)) return;
      killed.push(name);
      const service = services.get(name as ServiceName);
      await service?.kill();
      void service?.restart();
    };
    const { runs, submission } = await submit(scenarioOf(2015));
    const run = runs[0]?.run ?? '';
    const hash = await scored(run);
    before = () => Promise.resolve();
    const sent = asked.splice(0);
    expect(killed).toEqual(['agent-adapter', 'model-gateway']);
    const recording = new PostgresRecordingReader(databaseUrl, 'tapefold_models');
    const calls = await recording.callsOf(run);
    await recording.close();
    const unknown = calls.flatMap(({ tries }) => tries.filter((one) => one.outcome === 'unknown'));
    expect(unknown).toHaveLength(1);
    // What was under way when the gateway died was asked again, and nothing else was.
    expect(sent).toHaveLength(calls.length + 1);
    expect(counted(sent)).toBe(calls.length);
    expect(hash).toBe(await plainHash(submission.scenario));
    asked.splice(0);
  });
});

const logs = (): string =>
  names.map((name) => readFileSync(join(folder, `${name}.log`), 'utf8')).join('');
