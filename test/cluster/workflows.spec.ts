/**
 * A workflow from a test has one journal hash and one score, in one process and over a real Kafka, with agents of
 * every kind that a cluster takes.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScenario, runBacktest, runScenario } from '#backtest';
import { engineSemantics } from '#contracts';
import { taskScenarioSchema, type AgentConfig } from '#contracts/scenario';
import { parseMessage } from '#contracts/streams/catalogue';
import type { TasksScored } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/task-terms';
import type { MessageLog, Processor } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import { planSubmission } from '#gateway/submissions/plan-submission';
import { testModels } from '#llm/gateway.fixture';
import { FileStore } from '#llm';
import { ModelGateway } from '#llm/model-gateway';
import { taskSource } from '#market-data';
import {
  AdapterProcessor,
  ClockProcessor,
  IngestProcessor,
  outgoing,
  PortfolioProcessor,
  registeredDocuments,
  registeredSolutions,
  registeredSources,
  ScoringProcessor,
  submittedPlan,
} from '#pipeline';
import { EventCollector } from '#pipeline/event-collector';
import {
  openServedTools,
  openServiceLog,
  processClock,
  readAgentRegister,
  startProcessor,
  topicLayouts,
} from '#service-host';
import { Tape } from '#tape';
import { workflowOf } from '#workflows';
import { sha256Hex } from '#values';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { agentsOf, answerOver, openKinds, type Kinds } from '../simulation/every-kind-world.js';
import { agentOf, header, plan, questions, vowels, workflows } from '../simulation/yes-no-world.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const partitions = 2;
const data = temporaryFolder('workflows');
const logger = openServiceLog({ service: 'workflows', level: 'fatal' });
let kafka: RunningKafka;
let log: MessageLog;
let stops: (() => Promise<void>)[] = [];
/** What ended a processor. */
const failures: unknown[] = [];

/** Ground truth of three questions, to one of which there was no valid answer. */
const solutions: Solutions = {
  sha256: sha256Hex('solutions'),
  byTask: new Map(Object.entries({ a: 'yes', b: 'no', d: 'no' })),
};

const openSources = () => [taskSource('questions', questions)];
const kindsFolder = join(data, 'kinds');
/** By the name under which scenarios know it. */
const datasets = new Map([['letters', join(kindsFolder, 'data')]]);
const sourcesOf = registeredSources(datasets);
const solutionsOf = registeredSolutions(datasets);
let kinds: Kinds;
const fail = (_: string, error: unknown): void => void failures.push(error);

beforeAll(async () => {
  mkdirSync(kindsFolder);
  kinds = await openKinds(kindsFolder);
  kafka = await startKafka({ dataDir: join(data, 'kafka') });
  log = await openKafkaLog({ brokers: [kafka.brokers] });
  await log.ensureTopics(topicLayouts(partitions));
  await start();
}, 180_000);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  kinds.close();
  await log.close();
  await kafka.stop();
});

async function start(): Promise<void> {
  const tools = await openServedTools({
    ...{ host: '127.0.0.1', port: 0, address: undefined, announceTo: undefined },
    onDue: (due) => void answerOver(due).catch((error: unknown) => failures.push(error)),
    onRetry: () => undefined,
  });
  const store = new FileStore({ folderOf: (run) => join(data, 'asks', run) });
  const model = testModels({ url: kinds.modelUrl });
  const models = new ModelGateway({ mode: 'record', models: model, store });
  const adapter = new AdapterProcessor({
    ...{ workflows, tools, models, agentsDirectory: kindsFolder },
    documentsOf: registeredDocuments(datasets),
    openAgent: ({ plan: { agent } }) =>
      agent.kind === 'external' ? () => agentOf(vowels) : undefined,
    onFailure: fail,
  });
  const processors: [string, Processor][] = [
    [
      'ingest',
      new IngestProcessor(
        (request) =>
          datasets.has(request.dataset) ? sourcesOf(request) : Promise.resolve(openSources()),
        fail,
      ),
    ],
    ['clock', new ClockProcessor(processClock, fail)],
    ['agent-adapter', adapter],
    ['portfolio', new PortfolioProcessor(undefined, workflows)],
    [
      'scoring',
      new ScoringProcessor({
        workflows,
        solutionsOf: async (run) =>
          datasets.has(run.dataset ?? '') ? solutionsOf(run) : solutions,
      }),
    ],
  ];
  const onFatal = (error: Error): void => void failures.push(error);
  const readers = await Promise.all(
    processors.map(([name, processor]) =>
      startProcessor({ name, processor, log, partitions, logger, onFatal }),
    ),
  );
  stops = [
    () => tools.close(),
    () => models.close(),
    () => store.close(),
    ...readers.map((reader) => () => reader.stop()),
  ];
}

/** The figures that are published of these runs, each with the hash of its journal. */
async function publishedScores(runs: readonly string[]): Promise<TasksScored[]> {
  const published = Promise.withResolvers<void>();
  const found = new Map<string, TasksScored>();
  const tail = await log.tail({
    topics: ['scores', 'dead-letters'],
    from: 'start',
    onBatch: ({ topic, messages }) => {
      for (const { value } of messages) {
        if (topic === 'dead-letters') published.reject(new Error(value));
        else if (topic === 'scores') {
          const score = parseMessage('scores', value);
          if (score.type === 'TasksScored') found.set(score.run, score);
          else published.reject(new Error('nobody trades'));
        }
      }
      if (runs.every((run) => found.has(run))) published.resolve();
    },
  });
  await published.promise.finally(() => tail.stop());
  return runs.map((run) => found.get(run)!);
}

/** The same in one process: journal, fold and score. */
async function scoreInOneProcess(): Promise<object> {
  const outcome = await runBacktest({
    stream: new Tape(header, openSources()),
    runs: [{ plan, journal: new EventCollector(), openAgent: () => agentOf(vowels) }],
    agents: { directory: '', hidden: [] },
    workflows,
  });
  if (outcome.kind !== 'finished') throw new Error('nobody interrupts it');
  const [finished] = outcome.runs;
  if (finished === undefined) throw new Error('there is one run');
  const { fold, summary } = finished;
  const { kind: _, ...figures } = workflowOf(workflows, plan).score(fold, {
    seed: plan.baseSeed,
    solutions,
  });
  const { records } = fold;
  return { journalHash: summary.hash, records, ...figures, coverage: fold.coverage.now() };
}

it('goes from a request and a submission through five services to the score of one process', async () => {
  const { id: tape, instruments } = header;
  await log.append([
    outgoing('tapes', {
      ...{ type: 'TapeRequested', version: 1, tape, dataset: 'questions', badRows: 'refuse' },
      header: { ...header, instruments: [...instruments] },
      ...{ dataHash: sha256Hex('questions'), until: 100_000, speed: 'max', tasks: true },
    }),
    outgoing('runs', {
      ...{ type: 'RunSubmitted', version: 2, run: plan.id, label: plan.label, tape },
      ...{ submission: sha256Hex('yes-no'), semantics: engineSemantics, dataset: 'questions' },
      plan: submittedPlan(plan),
    }),
  ]);
  const [score] = await publishedScores([plan.id]);
  expect(score).toMatchObject(await scoreInOneProcess());
  expect(score).toMatchObject({ workflow: 'yes-no', solutions: solutions.sha256 });
  // Two of the six were answered as they should have been, and of one there is a solution and no answer.
  expect(score?.figures['accuracy']).toBeCloseTo(2 / 6, 12);
  expect(failures).toEqual([]);
});

it('has the journals of one process with every kind of agent that a cluster takes', async () => {
  const agents = agentsOf(kinds).filter(({ kind }) => kind !== 'script') as AgentConfig[];
  const scenario = { name: 'vowels', workflow: 'yes-no', terms: { language: 'en' } };
  const file = join(kindsFolder, 'scenario.json');
  writeFileSync(file, JSON.stringify({ ...scenario, data: './data', agents }));
  const alone = await runScenario(loadScenario(file, workflows), {
    ...{ out: join(data, 'alone'), codeVersion: 'test', jobs: 1, fresh: false, workflows },
    onDue: (due) => void answerOver(due),
    openModels: ({ store }) =>
      new ModelGateway({ mode: 'record', models: testModels({ url: kinds.modelUrl }), store }),
  });
  if (alone.kind !== 'finished') throw new Error('nobody interrupts it');

  const register = join(kindsFolder, 'agents.json');
  const described = agents.map(({ id, ...agent }) => [id, agent]);
  writeFileSync(register, JSON.stringify(Object.fromEntries(described)));
  const registered = agents.map(({ id, kind }) =>
    kind === 'mcp' ? { id, kind } : { id, kind: 'registered', agent: id },
  );
  const { tape, runs } = await planSubmission(
    taskScenarioSchema.parse({ ...scenario, data: 'letters', agents: registered }),
    {
      ...{ datasets, runsMax: 10, speed: 'max', workflows },
      register: await readAgentRegister(register),
    },
  );
  await log.append([outgoing('tapes', tape)]);
  // One after the other: none depends on the texts that another has had read.
  for (const run of runs) {
    await log.append([outgoing('runs', run)]);
    await publishedScores([run.run]);
  }
  const scores = await publishedScores(runs.map(({ run }) => run));
  const hashes = alone.result.runs.map(({ run, journalHash }) => [run, journalHash]);
  expect(hashes).toHaveLength(4);
  expect(runs.map(({ label }, at) => [label, scores[at]?.journalHash])).toEqual(hashes);
  for (const { figures } of scores) expect(figures['accuracy']).toBe(1);
  expect(failures).toEqual([]);
});
