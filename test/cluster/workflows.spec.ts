/** A workflow from a test has one journal hash and one score, in one process and over a real Kafka. */

import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBacktest } from '#backtest';
import { engineSemantics } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { TasksScored } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/task-terms';
import type { MessageLog, Processor } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import { taskSource } from '#market-data';
import {
  AdapterProcessor,
  ClockProcessor,
  IngestProcessor,
  outgoing,
  PortfolioProcessor,
  ScoringProcessor,
  submittedPlan,
} from '#pipeline';
import { EventCollector } from '#pipeline/event-collector';
import { openServiceLog, processClock, startProcessor, topicLayouts } from '#service-host';
import { Tape } from '#tape';
import { workflowOf } from '#workflows';
import { sha256Hex } from '#values';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
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
const fail = (_: string, error: unknown): void => void failures.push(error);

beforeAll(async () => {
  kafka = await startKafka({ dataDir: join(data, 'kafka') });
  log = await openKafkaLog({ brokers: [kafka.brokers] });
  await log.ensureTopics(topicLayouts(partitions));
}, 180_000);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  await log.close();
  await kafka.stop();
});

async function start(): Promise<void> {
  const adapter = new AdapterProcessor({ workflows, openAgent: () => () => agentOf(vowels) });
  const processors: [string, Processor][] = [
    ['ingest', new IngestProcessor(() => Promise.resolve(openSources()), fail)],
    ['clock', new ClockProcessor(processClock, fail)],
    ['agent-adapter', adapter],
    ['portfolio', new PortfolioProcessor(undefined, workflows)],
    ['scoring', new ScoringProcessor({ workflows, solutionsOf: async () => solutions })],
  ];
  const onFatal = (error: Error): void => void failures.push(error);
  const readers = await Promise.all(
    processors.map(([name, processor]) =>
      startProcessor({ name, processor, log, partitions, logger, onFatal }),
    ),
  );
  stops = readers.map((reader) => () => reader.stop());
}

/** The figures that are published of the run, with the hash of its journal. */
async function publishedScore(): Promise<TasksScored> {
  const published = Promise.withResolvers<TasksScored>();
  const tail = await log.tail({
    topics: ['scores', 'dead-letters'],
    from: 'start',
    onBatch: ({ topic, messages }) => {
      for (const { value } of messages) {
        if (topic === 'dead-letters') published.reject(new Error(value));
        else if (topic === 'scores') {
          const score = parseMessage('scores', value);
          if (score.type === 'TasksScored') published.resolve(score);
          else published.reject(new Error('nobody trades'));
        }
      }
    },
  });
  return published.promise.finally(() => tail.stop());
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
  await start();
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
  const score = await publishedScore();
  expect(score).toMatchObject(await scoreInOneProcess());
  expect(score).toMatchObject({ workflow: 'yes-no', solutions: solutions.sha256 });
  // Two of the six were answered as they should have been, and of one there is a solution and no answer.
  expect(score.figures['accuracy']).toBeCloseTo(2 / 6, 12);
  expect(failures).toEqual([]);
});
