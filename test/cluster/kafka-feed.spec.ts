/** A foreign topic arrives whole on a real Kafka, through restarts of our process and of the broker. */

import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Feed } from '#market-data/feeds/feed';
import { describeFeed, type OpenedFeed } from '#market-data/feeds/feed.contract.fixture';
import {
  connectionOf,
  describedFeed,
  feedSecret,
  priceOf,
  secretEnv,
  tradeMapping,
  tradeMessage,
} from '#market-data/feeds/feed-description.fixture';
import { KeepingSink } from '#market-data/feeds/feed-sink.fixture';
import { openKafkaFeed } from '#market-data/feeds/kafka/kafka-feed';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = temporaryFolder('kafka-feed');
let kafka: RunningKafka;
let client: Kafka;
let producer: Producer;
beforeAll(async () => {
  kafka = await startKafka({ dataDir: `${data}/kafka` });
  client = new Kafka({ brokers: [kafka.brokers], logLevel: logLevel.NOTHING });
  producer = client.producer({ allowAutoTopicCreation: false });
  await producer.connect();
}, 180_000);
afterAll(async () => {
  await producer.disconnect();
  await kafka.stop();
});

async function newTopic(numPartitions: number): Promise<string> {
  const topic = `prices.${randomUUID()}`;
  const admin = client.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions }], waitForLeaders: true });
  await admin.disconnect();
  return topic;
}

function open(topic: string, more = ''): Promise<Feed> {
  const description = describedFeed(
    `kind: kafka\nbrokers: ['${kafka.brokers}']\ntopic: ${topic}\ngroup: ${topic}\n${more}\n${tradeMapping}`,
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
    // Somebody joins the group and leaves: all partitions are dealt out again.
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

it('goes on behind what the recording has, whatever was committed', async () => {
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

it('notes brokers that are away, and a topic that is not there yet', async () => {
  const topic = `later.${randomUUID()}`;
  const sink = new KeepingSink();
  await following(await open(topic), sink, ({ notes }) => notes.length > 0);
  expect(sink.notes).toMatchObject([{ note: 'disconnected' }]);
});

it('is not opened with half of the credentials', async () => {
  await expect(open('prices', 'password: {env: FEED_SECRET}')).rejects.toThrow(
    'half of the credentials',
  );
});
