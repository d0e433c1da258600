/**
 * A workflow from a test has one journal hash and one score, in one process and over a real Kafka,
 * with agents of every kind that a cluster takes.
 */

import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { DecisionDue } from '#agents';
import { loadScenario, runBacktest, runScenario } from '#backtest';
import { writeJudging } from '#judging/judging-data';
import { engineSemantics } from '#contracts';
import { scenarioSchemaOf, type AgentConfig } from '#contracts/scenario/scenario';
import type { Result } from '#contracts/result/result';
import { parseMessage } from '#contracts/streams/catalogue';
import type { RunScored } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/scenario/task-terms';
import { outgoing, type MessageLog, type Processor } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import { planSubmission } from '#gateway/submissions/plan-submission';
import { FileStore } from '#llm';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { calendarOf, taskSource } from '#market-data';
import {
  AdapterProcessor,
  ClockProcessor,
  IngestProcessor,
  PortfolioProcessor,
  registeredSolutions,
  ScoringProcessor,
  submittedPlan,
} from '#pipeline';
import { registeredDocuments } from '#pipeline/ingest/registered-documents';
import { registeredSources } from '#pipeline/ingest/registered-sources';
import { EventCollector } from '#pipeline/tape/event-collector';
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
import { formatCivilDate, parseCivilDate, sha256Hex, type CivilDate } from '#values';
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
import { sharedBroker } from './servers-once.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const workflows: Workflows = new Map([...allWorkflows, ...ofTests]);
const partitions = 2;
const data = temporaryFolder('workflows');
const logger = openServiceLog({ service: 'workflows', level: 'fatal' });
let log: MessageLog;
let stops: (() => Promise<void>)[] = [];
/** What ended a processor. */
const failures: unknown[] = [];
const broken = Promise.withResolvers<never>();
broken.promise.catch(() => undefined);
function note(error: unknown): void {
  failures.push(error);
  // Stops waiting for a score that will not come.
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
  [...works.map(({ workflow }) => workflow), 'insights', 'judging'].map((workflow) => {
    return [workflow, join(kindsFolder, workflow, 'data')];
  }),
);
const quarter = {
  calendar: calendarOf('XNYS'),
  from: parseCivilDate('2025-09-02') as CivilDate,
  to: parseCivilDate('2025-12-31') as CivilDate,
};
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
  log = await openKafkaLog({ brokers: [await sharedBroker()], prefix: `${randomUUID()}.` });
  await log.ensureTopics(topicLayouts(partitions));
  await start();
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  for (const { close } of kinds.values()) close();
  await log.close();
});

const answerDue = (due: DecisionDue): Promise<void> =>
  answerOver(due, due.label.endsWith(dollars.workflow) ? dollars : yesOrNo);

async function start(): Promise<void> {
  const tools = await openServedTools({
    host: '127.0.0.1',
    port: 0,
    address: undefined,
    announceTo: undefined,
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
    workflows,
    tools,
    models,
    agentsDirectory: kindsFolder,
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
async function publishedScores(runs: readonly string[]): Promise<RunScored[]> {
  const published = Promise.withResolvers<void>();
  const found = new Map<string, RunScored>();
  const tail = await log.tail({
    topics: ['scores', 'dead-letters'],
    from: 'start',
    onBatch: ({ topic, messages }) => {
      for (const { value } of messages) {
        if (topic === 'dead-letters') published.reject(new Error(value));
        else if (topic === 'scores') {
          const score = parseMessage('scores', value);
          found.set(score.run, score);
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
  if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
  const [finished] = outcome.runs;
  if (finished === undefined) throw new Error('there is one run');
  const { fold, summary } = finished;
  const { figures } = workflowOf(workflows, plan).score(fold, { seed: plan.baseSeed, solutions });
  const { records } = fold;
  return { journalHash: summary.hash, records, figures, coverage: fold.coverage.now() };
}

it('goes from a request and a submission through five services to the score of one process', async () => {
  const { id: tape, instruments } = header;
  await log.append([
    outgoing('tapes', {
      type: 'TapeRequested',
      version: 1,
      tape,
      dataset: 'questions',
      badRows: 'refuse',
      header: { ...header, instruments: [...instruments] },
      dataHash: sha256Hex('questions'),
      until: 100_000,
      speed: 'max',
      tasks: true,
    }),
    outgoing('runs', {
      type: 'RunSubmitted',
      version: 1,
      run: plan.id,
      label: plan.label,
      tape,
      submission: sha256Hex('yes-no'),
      semantics: engineSemantics,
      dataset: 'questions',
      plan: submittedPlan(plan),
    }),
  ]);
  const [score] = await publishedScores([plan.id]);
  expect(score).toMatchObject(await scoreInOneProcess());
  expect(score).toMatchObject({ workflow: 'yes-no', solutions: solutions.sha256 });
  // Two of the six were answered as they should have been, and of one there is a solution and no
  // answer.
  expect(valuesOf(score)['accuracy']).toBeCloseTo(2 / 6, 12);
  expect(failures).toEqual([]);
});

const aloneIn = (workflow: string): string => join(data, 'alone', workflow);

/**
 * Runs of a scenario in one process, and over Kafka: their hashes by label, and what was scored
 * of the latter.
 */
async function bothWays(workflow: string, terms: object, agents: readonly AgentConfig[]) {
  const scenario = { name: 'vowels', workflow, ...terms };
  const file = join(kindsFolder, `${workflow}-scenario.json`);
  writeFileSync(file, JSON.stringify({ ...scenario, data: `./${workflow}/data`, agents }));
  const alone = await runScenario(loadScenario(file, workflows), {
    out: aloneIn(workflow),
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
    workflows,
    onDue: (due) => void answerDue(due),
    openModels: ({ store }) =>
      new ModelGateway({ mode: 'record', models: modelsOfKinds([...kinds.values()]), store }),
  });
  if (alone.kind !== 'finished') throw new Error('the run was interrupted');

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
      datasets,
      runsMax: 10,
      speed: 'max',
      workflows,
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
  return {
    alone: alone.result.runs.map(({ run, journalHash }) => [run, journalHash]),
    figures: (alone.result as Result).runs.map(({ figures }) => figures),
    served: runs.map(({ label }, at) => [label, scores[at]?.journalHash]),
    scores,
  };
}

it.each(works)('has the journals of one process with every kind: $workflow', async (work) => {
  const { workflow, terms } = work;
  const agents = agentsOf(kinds.get(workflow)!)
    .filter(({ kind }) => kind !== 'script')
    .map((agent) =>
      agent.file === undefined ? agent : { ...agent, file: `${workflow}/${agent.file}` },
    ) as AgentConfig[];
  const { alone, served, scores } = await bothWays(workflow, { terms }, agents);
  expect(alone).toHaveLength(4);
  expect(served).toEqual(alone);
  for (const { figures } of scores) expect(valuesOf({ figures })['accuracy']).toBe(1);
  expect(failures).toEqual([]);
});

it('has the journal, the money and the judgments of one process with weekly reports', async () => {
  const folder = join(kindsFolder, 'insights');
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(
    join(folder, 'data/dataset.yaml'),
    'name: prices\ncalendar: XNYS\ncurrency: USD\n' +
      'bars: { file: prices.csv, frequency: daily, stamp: session, priceBasis: raw }\n',
  );
  const { calendar, from, to } = quarter;
  const rows = calendar.sessionsBetween(from, to).flatMap((day, at) =>
    ['AAA', 'BBB'].map((symbol, number) => {
      const price = 100 + 10 * Math.sin(at / 4 + number);
      const prices = [price, price + 1, price - 1, price].map((one) => one.toFixed(4));
      return [symbol, formatCivilDate(day), ...prices, 1000 + at].join(',');
    }),
  );
  const head = 'symbol,date,open,high,low,close,volume';
  writeFileSync(join(folder, 'data/prices.csv'), `${[head, ...rows].join('\n')}\n`);
  const rating = "/^AAA/.test(task.id) ? 'BUY' : 'SELL'";
  const source = `export const decide = ({ task }) => ({ rating: ${rating}, report: task.id });`;
  writeFileSync(join(folder, 'rater.mjs'), source);
  const agents = [
    { id: 'module', kind: 'module', file: 'insights/rater.mjs', stateless: true },
  ] as unknown as AgentConfig[];
  const asked = { window: { from: '2025-11-03', to: '2025-11-28' }, symbols: ['AAA', 'BBB'] };
  const { alone, served, scores, figures } = await bothWays('insights', asked, agents);
  expect(alone).toHaveLength(1);
  expect(served).toEqual(alone);
  const [first = {}] = figures;
  expect(valuesOf({ figures: first })).toMatchObject({
    coverage: 1,
    'cumulativeReturn.AAA': expect.any(Number) as number,
  });
  expect(scores[0]!.figures).toEqual(figures[0]);

  const judge = `export const decide = ({ task: { inputs } }) => ({ scores: {
    evidence_fidelity: /AAA/.test(inputs.report) ? 4.5 : 1, reasoning_quality: 2 } });`;
  mkdirSync(join(kindsFolder, 'judging'));
  writeFileSync(join(kindsFolder, 'judging/judge.mjs'), judge);
  const judges = [{ id: 'judge', kind: 'module', file: 'judging/judge.mjs', stateless: true }];
  const judgesFile = join(kindsFolder, 'judges.json');
  writeFileSync(judgesFile, JSON.stringify({ agents: judges }));
  const out = join(kindsFolder, 'judging');
  const result = aloneIn('insights');
  await writeJudging({ result, judges: judgesFile, out, fresh: false });
  const terms = { of: 'insights', dimensions: ['evidence_fidelity', 'reasoning_quality'] };
  const judged = await bothWays('judging', { terms }, judges as unknown as AgentConfig[]);
  expect(judged.served).toEqual(judged.alone);
  expect(judged.figures[0]).toMatchObject({
    judged: { value: 1 },
    evidence_fidelity: { value: 2.75 },
  });
  expect(judged.scores[0]!.figures).toEqual(judged.figures[0]);
  expect(failures).toEqual([]);
});
