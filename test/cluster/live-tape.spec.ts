/**
 * A growing feed goes through a real Kafka and gives the journals that its recording gives
 * in one process.
 */

import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBacktest } from '#backtest';
import { scenarioSchema } from '#contracts/scenario/scenario';
import { parseMessage } from '#contracts/streams/catalogue';
import { outgoing, type MessageLog, type Processor } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import {
  outgoingWithinLimit as submitted,
  planSubmission,
} from '#gateway/submissions/plan-submission';
import { readRecording } from '#feeds/recording/read-recording.fixture';
import {
  AdapterProcessor,
  ClockProcessor,
  IngestProcessor,
  planOfSubmitted,
  PortfolioProcessor,
  ScoringProcessor,
} from '#pipeline';
import { EventCollector } from '#pipeline/tape/event-collector';
import { recordingNow, recordingOpener } from '#pipeline/ingest/open-recording';
import { RecordedFeeds } from '#pipeline/ingest/recorded-feeds';
import {
  openServiceLog,
  processClock,
  readFeedRegister,
  startProcessor,
  topicLayouts,
} from '#service-host';
import { subscribe } from '#subscriber';
import { Tape } from '#tape';
import { GrowingFeed } from '../e2e/growing-feed.fixture.js';
import { sharedBroker } from './servers-once.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const partitions = 2;
const folder = temporaryFolder('live-tape');
const frames = join(folder, 'frames');
const logger = openServiceLog({ service: 'live-tape', level: 'fatal' });
const feed = new GrowingFeed(folder);
const feeds = await readFeedRegister(feed.register);
const scenario = scenarioSchema.parse(feed.scenario('live-tape'));

/** Facts of the tape that came in one message. */
interface TapeStretch {
  readonly first: number;
  readonly count: number;
}

let log: MessageLog;
const stops = new Map<string, () => Promise<void>>();
/** What ended a processor. */
const failures: unknown[] = [];
const fail = (_: string, error: unknown): void => void failures.push(error);

beforeAll(async () => {
  mkdirSync(frames);
  log = await openKafkaLog({ brokers: [await sharedBroker()], prefix: `${randomUUID()}.` });
  await log.ensureTopics(topicLayouts(partitions));
  await start('ingest', ingest());
  await start('clock', new ClockProcessor(processClock, fail));
  await start('agent-adapter', new AdapterProcessor());
  await start('portfolio', new PortfolioProcessor());
  await start('scoring', new ScoringProcessor({}));
});
afterAll(async () => {
  for (const stop of stops.values()) await stop();
  await log.close();
});

function ingest(): IngestProcessor {
  const recorded = new RecordedFeeds({
    feeds,
    frames,
    register: 'feeds',
    now: recordingNow,
    onUnclosed: fail,
    openRecording: recordingOpener({}),
  });
  const retries = { wall: processClock, onRetry: () => undefined };
  return new IngestProcessor((one, written) => recorded.sources(one, written), fail, retries);
}

async function start(name: string, processor: Processor): Promise<void> {
  const onFatal = (error: Error): void => void failures.push(error);
  const times = { commitEveryMs: 200 };
  const reader = await startProcessor({
    name,
    processor,
    log,
    partitions,
    logger,
    onFatal,
    times,
  });
  stops.set(name, () => reader.stop());
}

/** Facts that are on the tape, as they come. */
async function tapeFacts(count: number): Promise<void> {
  let facts = 0;
  const reached = Promise.withResolvers<void>();
  const tail = await log.tail({
    topics: ['market.tape'],
    from: 'start',
    onBatch: ({ messages }) => {
      for (const { value } of messages) {
        const message = parseMessage('market.tape', value);
        if (message.type === 'TapeFacts') facts = message.first + message.facts.count - 1;
        if (message.type === 'TapeFailed') reached.reject(new Error(message.reason));
        if (facts >= count) reached.resolve();
      }
    },
  });
  await reached.promise.finally(() => tail.stop());
}

/** Hash of each journal by its run, once all of them have figures. */
async function scored(runs: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const all = Promise.withResolvers<void>();
  const tail = await log.tail({
    topics: ['scores', 'dead-letters'],
    from: 'start',
    onBatch: ({ topic, messages }) => {
      for (const { value } of messages) {
        if (topic !== 'scores') return all.reject(new Error(value));
        const { run, journalHash } = parseMessage('scores', value);
        hashes.set(run, journalHash);
      }
      if (runs.every((run) => hashes.has(run))) all.resolve();
    },
  });
  await all.promise.finally(() => tail.stop());
  return hashes;
}

it('resumes its recording, ends on request, and replays to the same journals', async () => {
  const rules = { datasets: new Map(), feeds, runsMax: 10, speed: 'max' as const };
  const plan = await planSubmission(scenario, rules);
  const { tape } = plan.tape;
  feed.append(0, 20);
  await log.append([
    submitted('tapes', plan.tape),
    ...plan.runs.slice(0, 2).map((run) => submitted('runs', run)),
  ]);
  await tapeFacts(40);
  await stops.get('ingest')?.();
  feed.append(20, 40);
  await start('ingest', ingest());
  await tapeFacts(80);
  // New instances and a subscriber join in the middle, and the other runs do: all have the tape
  // from its start.
  for (const name of ['agent-adapter', 'portfolio']) await stops.get(name)?.();
  await start('agent-adapter', new AdapterProcessor());
  await start('portfolio', new PortfolioProcessor());
  const heard: TapeStretch[] = [];
  const subscription = await subscribe({
    log,
    topics: ['market.tape'],
    onMessage: ({ message }) => {
      if (message.type === 'TapeFacts') {
        heard.push({ first: message.first, count: message.facts.count });
      }
    },
  });
  await log.append(plan.runs.slice(2).map((run) => submitted('runs', run)));
  feed.append(40, 60);
  await tapeFacts(120);
  const end = { type: 'ClockCommand', version: 1, tape, id: 'end' } as const;
  await log.append([outgoing('clock.commands', { ...end, command: { kind: 'end' } })]);
  const hashes = await scored(plan.runs.map(({ run }) => run));

  const { source } = await readRecording(join(frames, tape));
  const outcome = await runBacktest({
    stream: new Tape(plan.tape.header, [source]),
    runs: plan.runs.map((run) => ({
      plan: planOfSubmitted(run),
      journal: new EventCollector(),
      ends: true,
    })),
    agents: { directory: '', hidden: [] },
  });
  if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
  const replayed = new Map(outcome.runs.map(({ plan: { id }, summary }) => [id, summary.hash]));
  expect(hashes).toEqual(replayed);
  expect(outcome.facts).toBeGreaterThan(120);
  const last = (): number => heard.reduce((_, { first, count }) => first + count - 1, 0);
  await expect.poll(last, { timeout: 120_000 }).toBe(outcome.facts);
  await subscription.stop();
  let next = 1;
  for (const { first, count } of heard) {
    expect(first).toBe(next);
    next = first + count;
  }
  expect(failures).toEqual([]);
});
