/** A foreign topic arrives whole on a real Kafka, through restarts of our process. */

import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feed } from '#feeds/port/feed';
import { describeFeed, type OpenedFeed } from '#feeds/feed.contract.fixture';
import {
  connectionOf,
  describedFeed,
  feedSecret,
  priceOf,
  secretEnv,
  tradeMapping,
  tradeMessage,
} from '#feeds/feed-description.fixture';
import { systemClock } from '#feeds/port/feed-clock';
import { KeepingSink } from '#feeds/feed-sink.fixture';
import { openKafkaFeed } from '#feeds/kafka/kafka-feed';
import type { FeedStatus } from '#feeds';
import { readFacts } from '#feeds/recording/fact-words.fixture';
import { openLiveRecording } from '#feeds/recording/open-live-recording';
import { openRecordingDataset } from '#feeds/recording/recording-dataset';
import { addPartitions, createTopic } from './new-topic.fixture.js';
import { sharedBroker } from './servers-once.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = temporaryFolder('kafka-feed');
let broker: string;
let client: Kafka;
let producer: Producer;
beforeAll(async () => {
  broker = await sharedBroker();
  client = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING });
  producer = client.producer({ allowAutoTopicCreation: false });
  await producer.connect();
});
afterAll(() => producer.disconnect());

async function newTopic(numPartitions: number): Promise<string> {
  const topic = `prices.${randomUUID()}`;
  const admin = client.admin();
  await admin.connect();
  await createTopic(admin, { topic, numPartitions });
  await admin.disconnect();
  return topic;
}

function open(topic: string, more = ''): Promise<Feed> {
  const description = describedFeed(
    `kind: kafka\nbrokers: ['${broker}']\ntopic: ${topic}\ngroup: ${topic}\n${more}\n` +
      `${tradeMapping}`,
  );
  const context = { description, directory: '.', env: secretEnv };
  return openKafkaFeed(connectionOf(description, 'kafka'), context);
}

async function send(topic: string, from: number, to = from, partition = 0): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const messages = numbers.map((number) => ({
    partition,
    value: JSON.stringify(tradeMessage(number)),
  }));
  await producer.send({ topic, messages });
}

/** Records a feed in a folder, and reads the tape along. */
async function recorded(folder: string, feed: Feed) {
  const description = describedFeed(
    `kind: kafka\nbrokers: ['${broker}']\ntopic: t\n${tradeMapping}`,
  );
  const now = (): number => Date.now() * 1000;
  const { sleep } = systemClock;
  const takeLock = (): void => undefined;
  const recording = await openLiveRecording({ folder, description, feed, now, sleep, takeLock });
  const reading = readFacts(recording.source, []).catch(() => undefined);
  return {
    status: () => recording.status(),
    until: async (holds: (status: FeedStatus) => boolean) =>
      expect.poll(() => holds(recording.status())).toBe(true),
    close: async () => {
      await recording.close();
      await reading;
    },
  };
}

async function following(
  feed: Feed,
  sink: KeepingSink,
  isDone: (sink: KeepingSink) => boolean,
): Promise<void> {
  const stop = new AbortController();
  const run = feed.run(sink, stop.signal);
  await Promise.race([sink.until(isDone), run]);
  stop.abort();
  await run;
}

describeFeed('of a topic of Kafka', async (): Promise<OpenedFeed> => {
  const topic = await newTopic(1);
  return {
    feed: await open(topic),
    send: (number) => send(topic, number),
    // A member joins the group and leaves: all partitions are reassigned.
    interrupt: async () => {
      const other = client.consumer({ groupId: topic });
      await other.connect();
      await other.subscribe({ topic });
      await other.run({ eachMessage: () => Promise.resolve() });
      await other.disconnect();
    },
    numberOf: priceOf,
    secrets: [feedSecret],
    heldMax: 1,
    keepsWhileAway: true,
    close: () => Promise.resolve(),
  };
});

it('continues after the end of the recording, whatever was committed', async () => {
  const topic = await newTopic(2);
  await send(topic, 1, 5, 0);
  await send(topic, 101, 103, 1);
  const sink = new KeepingSink();
  await following(await open(topic), sink, ({ frames }) => frames.length === 8);
  const admin = client.admin();
  await admin.connect();
  await admin.setOffsets({
    groupId: topic,
    topic,
    partitions: [
      { partition: 0, offset: '1' },
      { partition: 1, offset: '3' },
    ],
  });
  await admin.disconnect();
  await send(topic, 6, 6, 0);
  await following(await open(topic), sink, ({ frames }) => frames.length >= 9);
  expect(sink.frames.map(({ channel }) => channel).toSorted()).toEqual([
    'p0@0',
    'p0@1',
    'p0@2',
    'p0@3',
    'p0@4',
    'p0@5',
    'p1@0',
    'p1@1',
    'p1@2',
  ]);
});

it('names what the brokers deleted before it was read', async () => {
  const topic = await newTopic(1);
  await send(topic, 1, 3);
  const sink = new KeepingSink();
  await following(await open(topic), sink, ({ frames }) => frames.length === 3);
  await send(topic, 4, 9);
  const admin = client.admin();
  await admin.connect();
  // The client has to know the leaders first.
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '7' }] });
  await admin.disconnect();
  await following(await open(topic), sink, ({ frames }) => frames.length === 5);
  expect(sink.named('lost')).toMatchObject([{ missing: 4 }]);
});

/** Deletes a topic and makes it again, which takes the brokers a moment. */
async function makeAgain(topic: string, numPartitions = 1): Promise<void> {
  const admin = client.admin();
  await admin.connect();
  const isThere = async (): Promise<boolean> => (await admin.listTopics()).includes(topic);
  await admin.deleteTopics({ topics: [topic] });
  await expect.poll(isThere).toBe(false);
  await createTopic(admin, { topic, numPartitions });
  await admin.disconnect();
}

const numbersOf = ({ frames }: KeepingSink, from = 0): number[] =>
  frames.slice(from).map(({ bytes }) => {
    return (JSON.parse(Buffer.from(bytes).toString()) as { p: number }).p;
  });
const upTo = (last: number, from = 1): number[] =>
  Array.from({ length: last + 1 - from }, (_, at) => from + at);

describe('a topic that was made again', () => {
  const lost = [{ missing: null, reason: expect.stringContaining('was deleted and made again') }];

  it.each([
    ['has fewer messages than were read', 25],
    ['has as many as were read', 40],
    ['has grown beyond them', 60],
  ])('while nothing recorded it is read from its start when it %s', async (_, last) => {
    const topic = await newTopic(1);
    await send(topic, 1, 20);
    const sink = new KeepingSink();
    await following(await open(topic), sink, ({ frames }) => frames.length === 20);
    await makeAgain(topic);
    await send(topic, 21, last);
    await following(await open(topic), sink, ({ frames }) => frames.length === last);
    expect(numbersOf(sink)).toEqual(upTo(last));
    expect(sink.named('lost')).toMatchObject(lost);
    await send(topic, last + 1);
    await following(await open(topic), sink, ({ frames }) => frames.length > last);
    expect(numbersOf(sink)).toEqual(upTo(last + 1));
    expect(sink.named('lost')).toHaveLength(1);
  });

  it('is reported by the recording only, and once', async () => {
    const topic = await newTopic(1);
    const feed = await open(topic);
    const folder = `${data}/again`;
    const recordUpTo = async (frames: number) => {
      const recording = await recorded(folder, feed);
      await recording.until((status) => status.frames === frames);
      await recording.close();
      return recording.status();
    };
    await send(topic, 1, 20);
    expect(await recordUpTo(20)).toMatchObject({ gapsLost: 0 });
    await makeAgain(topic);
    await send(topic, 21, 60);
    expect(await recordUpTo(60)).toMatchObject({ gapsLost: 1, gapsOpen: 0 });
    await send(topic, 61);
    expect(await recordUpTo(61)).toMatchObject({ gapsLost: 1, duplicates: 0 });
  });

  it.each([
    ['fewer', 22],
    ['more', 30],
  ])('while it is read is read from its start, with %s messages', async (_, last) => {
    const topic = await newTopic(1);
    await send(topic, 1, 20);
    const sink = new KeepingSink();
    const stop = new AbortController();
    const run = (await open(topic)).run(sink, stop.signal);
    await sink.until(({ frames }) => frames.length === 20);
    await makeAgain(topic);
    await send(topic, 21, last);
    await sink.until(({ frames }) => frames.length === last);
    stop.abort();
    await run;
    expect(numbersOf(sink)).toEqual(upTo(last));
    expect(sink.named('lost')).toMatchObject(lost);
  });

  it('is read from its start once, though a partition of it stays empty', async () => {
    const topic = await newTopic(2);
    await send(topic, 1, 5, 0);
    await send(topic, 6, 9, 1);
    const sink = new KeepingSink();
    await following(await open(topic), sink, ({ frames }) => frames.length === 9);
    await makeAgain(topic, 2);
    await send(topic, 10, 12, 0);
    await following(await open(topic), sink, ({ frames }) => frames.length === 12);
    await send(topic, 13, 13, 0);
    await following(await open(topic), sink, ({ frames }) => frames.length === 13);
    await send(topic, 14, 14, 1);
    await following(await open(topic), sink, ({ frames }) => frames.length === 14);
    expect(numbersOf(sink, 9)).toEqual([10, 11, 12, 13, 14]);
    expect(sink.named('lost')).toMatchObject(lost);
  });
});

async function deleteBefore(topic: string, offset: number): Promise<void> {
  const admin = client.admin();
  await admin.connect();
  // The client has to know the leaders first.
  await admin.fetchTopicOffsets(topic);
  const partitions = [{ partition: 0, offset: `${offset}` }];
  await admin.deleteTopicRecords({ topic, partitions });
  await admin.disconnect();
}

describe('a feed that starts at the end', () => {
  it('continues at the oldest existing offset, and counts from the one it expected', async () => {
    const topic = await newTopic(1);
    const feed = await open(topic, 'start: latest');
    const folder = `${data}/latest`;
    const first = await recorded(folder, feed);
    await first.until(({ connected }) => connected);
    await send(topic, 1, 10);
    await first.until(({ frames }) => frames === 10);
    await first.close();
    await send(topic, 11, 30);
    await deleteBefore(topic, 20);
    const second = await recorded(folder, feed);
    await second.until(({ frames }) => frames === 20);
    await send(topic, 31, 35);
    await second.until(({ frames }) => frames === 25);
    expect(second.status()).toMatchObject({ gapsLost: 1, gapsOpen: 0, duplicates: 0 });
    await second.close();
    const dataset = await openRecordingDataset(folder);
    const { recording, coverage, warnings } = await dataset.check();
    await dataset.close();
    expect(recording).toMatchObject({ items: 25, gapsLost: 1, duplicates: 0 });
    expect(coverage[0]).toMatchObject({ trades: 25 });
    expect(warnings).toMatchObject([
      { what: 'gaps are lost', found: expect.stringMatching(/10 missing: partition 0/) },
    ]);
  });

  it('reads what came after it began, though nothing had come before it stopped', async () => {
    const topic = await newTopic(1);
    await send(topic, 1, 5);
    const sink = new KeepingSink();
    const latest = await open(topic, 'start: latest');
    await following(latest, sink, ({ notes }) => notes.length > 0);
    await send(topic, 6, 8);
    await following(latest, sink, ({ frames }) => frames.length === 3);
    expect(numbersOf(sink)).toEqual([6, 7, 8]);
    expect(sink.named('lost')).toEqual([]);
  });

  it('reads a partition that was added since from its start', async () => {
    const topic = await newTopic(1);
    const sink = new KeepingSink();
    const latest = await open(topic, 'start: latest');
    await following(latest, sink, ({ notes }) => notes.length > 0);
    const admin = client.admin();
    await admin.connect();
    await addPartitions(admin, topic, 2);
    await admin.disconnect();
    const other = client.producer();
    await other.connect();
    const value = JSON.stringify(tradeMessage(1));
    await other.send({ topic, messages: [{ partition: 1, value }] });
    await other.disconnect();
    await following(latest, sink, ({ frames }) => frames.length === 1);
    expect(sink.frames[0]?.channel).toBe('p1@0');
  });
});

it('notes brokers that are away, and a topic that is not there yet', async () => {
  const topic = `later.${randomUUID()}`;
  const sink = new KeepingSink();
  await following(await open(topic), sink, ({ notes }) => notes.length > 0);
  expect(sink.notes).toMatchObject([{ note: 'disconnected' }]);
});

it('is not opened with the credentials are incomplete', async () => {
  await expect(open('prices', 'password: {env: FEED_SECRET}')).rejects.toThrow(
    'the credentials are incomplete',
  );
});
