/**
 * A workflow from a test has one journal hash and one score, in one process and over a real Kafka, with agents of
 * every kind that a cluster takes.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DecisionDue } from '#agents';
import { loadScenario, runBacktest, runScenario } from '#backtest';
import { engineSemantics } from '#contracts';
import { scenarioSchemaOf, type AgentConfig } from '#contracts/scenario';
import { parseMessage } from '#contracts/streams/catalogue';
import type { TasksScored } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/task-terms';
import type { MessageLog, Processor } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import { planSubmission } from '#gateway/submissions/plan-submission';
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
import { allWorkflows, workflowOf, type Workflows } from '#workflows';
import { sha256Hex } from '#values';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import {
  agentsOf,
  answerOver,
  dollars,
  modelsOfKinds,
  openKinds,
  yesOrNo,
  type Kinds,
} from '../simulation/every-kind-world.js';
import {
  agentOf,
  header,
  plan,
  questions,
  vowels,
  workflows as ofTests,
} from '../simulation/yes-no-world.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const workflows: Workflows = new Map([...allWorkflows, ...ofTests]);
const partitions = 2;
const data = temporaryFolder('workflows');
const logger = openServiceLog({ service: 'workflows', level: 'fatal' });
let kafka: RunningKafka;
let log: MessageLog;
let stops: (() => Promise<void>)[] = [];
/** What ended a processor. */
const failures: unknown[] = [];
const broken = Promise.withResolvers<never>();
broken.promise.catch(() => undefined);
function note(error: unknown): void {
  failures.push(error);
  // Nobody waits for a score that will not come.
  broken.reject(error);
}

/** Ground truth of three questions, to one of which there was no valid answer. */
const solutions: Solutions = {
  sha256: sha256Hex('solutions'),
  byTask: new Map(Object.entries({ a: 'yes', b: 'no', d: 'no' })),
};

const openSources = () => [taskSource('questions', questions)];
const kindsFolder = join(data, 'kinds');
const works = [yesOrNo, dollars];
/** By the name under which scenarios know each, which is that of its workflow. */
const datasets = new Map(
  works.map(({ workflow }) => [workflow, join(kindsFolder, workflow, 'data')]),
);
const sourcesOf = registeredSources(datasets);
const solutionsOf = registeredSolutions(datasets);
/** By workflow. */
const kinds = new Map<string, Kinds>();
const fail = (_: string, error: unknown): void => note(error);

beforeAll(async () => {
  for (const work of works) {
    const folder = join(kindsFolder, work.workflow);
    mkdirSync(folder, { recursive: true });
    kinds.set(work.workflow, await openKinds(folder, work));
  }
  kafka = await startKafka({ dataDir: join(data, 'kafka') });
  log = await openKafkaLog({ brokers: [kafka.brokers] });
  await log.ensureTopics(topicLayouts(partitions));
  await start();
}, 180_000);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  for (const { close } of kinds.values()) close();
  await log.close();
  await kafka.stop();
});

const answerDue = (due: DecisionDue): Promise<void> =>
  answerOver(due, due.label.endsWith(dollars.workflow) ? dollars : yesOrNo);

async function start(): Promise<void> {
  const tools = await openServedTools({
    ...{ host: '127.0.0.1', port: 0, address: undefined, announceTo: undefined },
    onDue: (due) => void answerDue(due).catch((error: unknown) => note(error)),
    onRetry: () => undefined,
  });
  const store = new FileStore({ folderOf: (run) => join(data, 'asks', run) });
  const models = new ModelGateway({
    mode: 'record',
    models: modelsOfKinds([...kinds.values()]),
    store,
  });
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
  const onFatal = (error: Error): void => note(error);
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
  await Promise.race([published.promise, broken.promise]).finally(() => tail.stop());
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

it.each(works)('has the journals of one process with every kind: $workflow', async (work) => {
  const { workflow, terms } = work;
  const own = kinds.get(workflow)!;
  const agents = agentsOf(own)
    .filter(({ kind }) => kind !== 'script')
    .map((agent) =>
      agent.file === undefined ? agent : { ...agent, file: `${workflow}/${agent.file}` },
    ) as AgentConfig[];
  const scenario = { name: 'vowels', workflow, terms };
  const file = join(kindsFolder, `${workflow}-scenario.json`);
  writeFileSync(file, JSON.stringify({ ...scenario, data: `./${workflow}/data`, agents }));
  const alone = await runScenario(loadScenario(file, workflows), {
    ...{
      out: join(data, 'alone', workflow),
      codeVersion: 'test',
      jobs: 1,
      fresh: false,
      workflows,
    },
    onDue: (due) => void answerDue(due),
    openModels: ({ store }) =>
      new ModelGateway({ mode: 'record', models: modelsOfKinds([...kinds.values()]), store }),
  });
  if (alone.kind !== 'finished') throw new Error('nobody interrupts it');

  const register = join(kindsFolder, `${workflow}-agents.json`);
  const described = agents.map(({ id, ...agent }) => [id, agent]);
  writeFileSync(register, JSON.stringify(Object.fromEntries(described)));
  const registered = agents.map(({ id, kind }) =>
    kind === 'mcp' ? { id, kind } : { id, kind: 'registered', agent: id },
  );
  const submitted = { ...scenario, data: workflow, agents: registered };
  const { tape, runs } = await planSubmission(
    scenarioSchemaOf(submitted, [...workflows.values()]).parse(submitted),
    {
      ...{ datasets, runsMax: 10, speed: 'max', workflows },
      register: await readAgentRegister(register),
    },
  );
  await log.append([outgoing('tapes', tape)]);
  // One at a time, so that no run depends on texts that another has loaded.
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
