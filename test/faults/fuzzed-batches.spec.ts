/** Goal: nine thousand unreadable messages end no process, and each is kept unchanged. */

import { describe, expect, it } from 'vitest';
import { deadLetterBytesMax } from '#contracts/streams/dead-letters';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { keyOf } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import { partitionOf, type OutgoingMessage } from '#event-log';
import {
  outgoingWithinLimit as outgoing,
  planSubmission,
} from '#gateway/submissions/plan-submission';
import { brokenRecord } from './fuzzed-messages.fixture.js';
import { judge } from './judgement.fixture.js';
import { produceRaw, soundBatch, type RawRecord } from './raw-batches.fixture.js';
import { dailyScenario, dayScenario, quarterMinuteADay } from './scenarios.fixture.js';
import { untilTrue } from './until.fixture.js';
import { partitions, worldOf, type Submitted } from './world.fixture.js';

const world = worldOf('fuzzed');
world.view.isWary = true;
const { random } = world;

/** Each a record that is appended. */
const recordCases = 9_000;
const waves = 3;
const fuzzed: readonly TopicName[] = [
  'agent.decisions',
  'runs',
  'tapes',
  'market.tape',
  'clock.commands',
  'portfolio.events',
];
const places = fuzzed.flatMap((topic) =>
  Array.from({ length: partitions }, (_, partition) => ({ topic, partition })),
);
const nothing = Buffer.alloc(0);

/** Bytes of every unreadable record that was written, by its place. */
const broken = new Map<string, Buffer>();
const placeOf = (topic: string, partition: number, offset: number): string =>
  `${topic}/${partition}/${offset}`;

/** Messages of a topic that can be read: examples, and what is there by now. */
const sound = new Map(
  fuzzed.map((topic) => [
    topic,
    messageExamples[topic].map((one) => ({ key: keyOf(one), value: JSON.stringify(one) })),
  ]),
);

async function learnSound(): Promise<void> {
  const tail = await world.log.tail({
    topics: fuzzed,
    from: 'start',
    onBatch: ({ topic, messages }) => {
      for (const { key, value } of messages) sound.get(topic)?.push({ key, value });
    },
  });
  const isKnown = (): boolean => [...sound.values()].filter((all) => all.length > 8).length >= 4;
  await untilTrue('messages to be changed are there', isKnown);
  await tail.stop();
}

function nextBroken(topic: TopicName, keys: readonly string[]): RawRecord {
  for (;;) {
    const record = brokenRecord(random, topic, sound.get(topic) ?? [], keys);
    // A compacted topic takes none without a key.
    if (topic !== 'tapes' || record.key !== null) return record;
  }
}

/** Appends broken records to a partition in one batch, with good ones of others among them. */
async function appendBroken(
  { topic, partition }: (typeof places)[number],
  count: number,
  { keys, among }: { keys: readonly string[]; among: readonly OutgoingMessage[] },
): Promise<void> {
  const records: { record: RawRecord; isBroken: boolean }[] = Array.from({ length: count }, () => ({
    record: nextBroken(topic, keys),
    isBroken: true,
  }));
  const own = among.filter(
    (one) => one.topic === topic && partitionOf(one.key, partitions) === partition,
  );
  for (const { key, value } of own) {
    const record = { key: Buffer.from(key), value: Buffer.from(value), headers: [] };
    records.splice(random.below(count), 0, { record, isBroken: false });
  }
  const batch = soundBatch(records.map(({ record }) => record));
  const first = await produceRaw(world.kafka.brokers, topic, partition, batch);
  for (const [at, { record, isBroken }] of records.entries()) {
    if (isBroken) broken.set(placeOf(topic, partition, first + at), record.value ?? nothing);
  }
}

/** A scenario as the gateway would append it. */
async function plannedScenario(): Promise<[Submitted, OutgoingMessage[]]> {
  const datasets = new Map([['aapl-2013-2018', 'aapl-2013-2018']]);
  const rules = { datasets, runsMax: 10, speed: 'max' as const };
  const { tape, submission, runs } = await planSubmission(within, rules);
  const messages = [
    outgoing('tapes', tape),
    ...[submission, ...runs].map((one) => outgoing('runs', one)),
  ];
  return [{ submission: submission.submission, tape: tape.tape, runs: submission.runs }, messages];
}
const within = dailyScenario('within', 2014);

const pids = (): object =>
  Object.fromEntries(
    [...world.services].map(([name, { pid, isRunning }]) => [name, isRunning() ? pid : 'ended']),
  );

/** Waits until each of what is broken is a dead letter, and compares their bytes. */
async function expectLetters(): Promise<void> {
  const missing = new Set(broken.keys());
  let seen = 0;
  await untilTrue('all are put aside', () => {
    const { deadLetters } = world.view;
    for (; seen < deadLetters.length; seen++) {
      const { topic, partition, offset } = deadLetters[seen] as (typeof deadLetters)[number];
      missing.delete(placeOf(topic, partition, offset));
    }
    if (missing.size > 0)
      throw new Error(`${missing.size}: ${[...missing].slice(0, 5).join(', ')}`);
    return true;
  });
  const wrong = world.view.deadLetters.filter(
    ({ topic, partition, offset, value, size, reason }) => {
      const bytes = broken.get(placeOf(topic, partition, offset));
      const kept = bytes?.subarray(0, deadLetterBytesMax).toString('base64');
      return kept !== value || bytes?.length !== size || reason === '';
    },
  );
  expect(wrong.slice(0, 3)).toEqual([]);
}

describe('nine thousand unreadable messages', () => {
  it('among good ones are quarantined, and hashes are as without them', async () => {
    await world.told(async () => {
      const before = pids();
      const scenario = dayScenario('fuzzed', 0);
      const replay = await world.submit(scenario, quarterMinuteADay / 2);
      await learnSound();
      const [planned, messages] = await plannedScenario();
      const keys = [replay.tape, ...replay.runs, planned.tape, ...planned.runs];
      for (let wave = 1; wave <= waves; wave++) {
        await untilTrue(
          'the tape continues',
          () => world.view.reached('market.tape', replay.tape) >= 300 * wave,
        );
        for (const place of places) {
          const among = wave === 2 ? messages : [];
          await appendBroken(place, recordCases / waves / places.length, { keys, among });
        }
      }
      await expectLetters();
      expect(broken.size).toBe(recordCases);
      await judge(
        world,
        [
          [scenario, replay],
          [within, planned],
        ],
        { deadLetters: broken.size },
      );
      expect(pids()).toEqual(before);
    });
  });
});
