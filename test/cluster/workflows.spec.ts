/** Goal: a workflow that a test brings has one journal hash, in one process and over a real Kafka. */

import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBacktest } from '#backtest';
import { engineSemantics } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { MessageLog, Processor } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import { taskSource } from '#market-data';
import {
  AdapterProcessor,
  ClockProcessor,
  IngestProcessor,
  outgoing,
  PortfolioProcessor,
  submittedPlan,
} from '#pipeline';
import { EventCollector } from '#pipeline/event-collector';
import { openServiceLog, processClock, startProcessor, topicLayouts } from '#service-host';
import { Tape } from '#tape';
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
  ];
  const onFatal = (error: Error): void => void failures.push(error);
  const readers = await Promise.all(
    processors.map(([name, processor]) =>
      startProcessor({ name, processor, log, partitions, logger, onFatal }),
    ),
  );
  stops = readers.map((reader) => () => reader.stop());
}

/** The hash that the run's journal is published with. */
async function publishedHash(): Promise<string> {
  const published = Promise.withResolvers<string>();
  const tail = await log.tail({
    topics: ['portfolio.events', 'dead-letters'],
    from: 'start',
    onBatch: ({ topic, messages }) => {
      for (const { value } of messages) {
        if (topic === 'dead-letters') published.reject(new Error(value));
        else if (topic === 'portfolio.events') {
          const { hash } = parseMessage('portfolio.events', value);
          if (hash !== null) published.resolve(hash);
        }
      }
    },
  });
  return published.promise.finally(() => tail.stop());
}

async function hashInOneProcess(): Promise<string | undefined> {
  const outcome = await runBacktest({
    stream: new Tape(header, openSources()),
    runs: [{ plan, journal: new EventCollector(), openAgent: () => agentOf(vowels) }],
    agents: { directory: '', hidden: [] },
    workflows,
  });
  return outcome.kind === 'finished' ? outcome.runs[0]?.summary.hash : undefined;
}

it('goes from a request and a submission through four services to the hash of one process', async () => {
  await start();
  const { id: tape, instruments } = header;
  await log.append([
    outgoing('tapes', {
      ...{ type: 'TapeRequested', version: 1, tape, dataset: 'questions', badRows: 'refuse' },
      header: { ...header, instruments: [...instruments] },
      ...{ dataHash: sha256Hex('questions'), until: 100_000, speed: 'max' },
    }),
    outgoing('runs', {
      ...{ type: 'RunSubmitted', version: 2, run: plan.id, label: plan.label, tape },
      ...{ submission: sha256Hex('yes-no'), semantics: engineSemantics },
      plan: submittedPlan(plan),
    }),
  ]);
  expect(await publishedHash()).toBe(await hashInOneProcess());
  expect(failures).toEqual([]);
});
