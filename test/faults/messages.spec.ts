/** Goal: redelivered messages, unreadable ones, and tables rebuilt meanwhile change nothing. */

import { Kafka, logLevel } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { keyOf, type Message } from '#contracts/streams/catalogue';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { topicNames, topics, type TopicName } from '#contracts/streams/topics';
import { partitionOf, type OutgoingMessage } from '#event-log';
import { judge, lettersOf } from './judgement.fixture.js';
import { dailyScenario, dayScenario, quarterMinuteADay } from './scenarios.fixture.js';
import { untilTrue } from './until.fixture.js';
import { partitions, worldOf, type Submitted } from './world.fixture.js';

const world = worldOf('messages');
const workers = ['agent-adapter', 'portfolio', 'scoring'] as const;
/** Keys of messages that belong to no run. */
const stranger = 'stranger';

const reaches = (replay: Submitted, facts: number): Promise<void> =>
  untilTrue(
    `the tape has ${facts} facts`,
    () => world.view.reached('market.tape', replay.tape) >= facts,
  );

const client = (): Kafka =>
  new Kafka({ brokers: [world.kafka.brokers], logLevel: logLevel.NOTHING });

/** Appends everything that is on a topic now once more. */
async function appendAgain(topic: TopicName): Promise<number> {
  const missing = new Map(
    (await world.log.endOffsets(topic)).flatMap((end, partition) =>
      end > 0 ? [[partition, end]] : [],
    ),
  );
  const again: OutgoingMessage[] = [];
  const done = Promise.withResolvers<void>();
  const tail = await world.log.tail({
    topics: [topic],
    from: 'start',
    onBatch({ partition, messages }) {
      const end = missing.get(partition) ?? 0;
      for (const { offset, key, value, headers } of messages) {
        if (offset < end) again.push({ topic, key, value, headers });
      }
      if ((messages.at(-1)?.offset ?? 0) + 1 >= end) missing.delete(partition);
      if (missing.size === 0) done.resolve();
    },
  });
  await done.promise;
  await tail.stop();
  for (let from = 0; from < again.length; from += 500) {
    await world.log.append(again.slice(from, from + 500));
  }
  return again.length;
}

/**
 * The group restarts from the beginning of its topics: a member joins it and commits the
 * first offsets.
 */
async function rewind(group: string, read: readonly TopicName[]): Promise<void> {
  const member = await world.log.join({ group, topics: read, onBatch: async () => {} });
  await untilTrue(`${group} is given to its new member`, () => member.isReady());
  await member.commit(
    read.flatMap((topic) =>
      Array.from({ length: partitions }, (_, partition) => ({ topic, partition, offset: 0 })),
    ),
  );
  await member.stop();
}

describe('messages that come twice', () => {
  it('on the topics of decisions and facts, and by groups that start over', async () => {
    await world.told(async () => {
      const scenario = dayScenario('twice', 0);
      const replay = await world.submit(scenario, quarterMinuteADay);
      await reaches(replay, 300 + world.random.below(300));
      const repeated = [await appendAgain('agent.decisions'), await appendAgain('market.tape')];
      await Promise.all(workers.map((name) => world.service(name).kill()));
      await Promise.all([
        rewind('tapefold.agent-adapter', ['runs', 'agent.decisions']),
        rewind('tapefold.portfolio', ['runs', 'agent.decisions', 'portfolio.events']),
        rewind('tapefold.scoring', ['portfolio.events', 'scores']),
      ]);
      await Promise.all(workers.map((name) => world.revive(world.service(name))));
      await judge(world, [[scenario, replay]]);
      expect(Math.min(...repeated)).toBeGreaterThan(0);
      expect(world.view.duplicates('agent.decisions')).toBeGreaterThan(0);
      expect(world.view.duplicates('market.tape')).toBeGreaterThan(0);
    });
  });
});

describe('tables', () => {
  it('are rebuilt while a replay runs', async () => {
    await world.told(async () => {
      const scenario = dayScenario('backfill', 1);
      const replay = await world.submit(scenario, quarterMinuteADay);
      for (const facts of [200, 600, 1_000]) {
        await reaches(replay, facts + world.random.below(200));
        expect((await world.models.rebuild(world.log)).messages).toBeGreaterThan(0);
      }
      await judge(world, [[scenario, replay]]);
    });
  });
});

/** Unreadable messages, by their defect; nothing but their key decides their partition. */
function brokenMessages(topic: TopicName): Record<string, { key: string; value: string }> {
  const example = messageExamples[topic][0] as Message;
  const value = JSON.stringify(example);
  return {
    'broken JSON': { key: stranger, value: value.slice(0, -7) },
    'an unknown type': { key: stranger, value: JSON.stringify({ ...example, type: 'Rumour' }) },
    'a wrong schema': { key: keyOf(example), value: JSON.stringify({ ...example, version: 99 }) },
    'a huge message': { key: stranger, value: 'x'.repeat(1_500_000) },
    'a wrong key': { key: stranger, value },
  };
}

async function inject(topic: TopicName, messages: readonly { key: string; value: string }[]) {
  const producer = client().producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const count = topics[topic].partitioned === 'single' ? 1 : partitions;
  for (const { key, value } of messages) {
    await producer.send({ topic, messages: [{ key, value, partition: partitionOf(key, count) }] });
  }
  await producer.disconnect();
}

describe('unreadable messages', () => {
  const each = Object.keys(brokenMessages('runs')).length;

  it('are quarantined, counted, and disturb nothing', async () => {
    await world.told(async () => {
      const scenario = dayScenario('letters', 2);
      const replay = await world.submit(scenario, quarterMinuteADay);
      await reaches(replay, 200 + world.random.below(200));
      for (const topic of topicNames) await inject(topic, Object.values(brokenMessages(topic)));
      await untilTrue(
        'all are put aside',
        () => lettersOf(world).length >= topicNames.length * each,
      );
      for (const topic of topicNames) {
        const letters = world.view.deadLetters.filter((letter) => letter.topic === topic);
        expect(new Set(letters.map(({ offset, partition }) => `${partition}/${offset}`)).size).toBe(
          each,
        );
        expect(letters.filter(({ reason }) => reason === '')).toEqual([]);
        expect(new Set(letters.map(({ key }) => key))).toContain(stranger);
        await untilTrue(`those of ${topic} are counted by a service`, async () => {
          const counted = [...world.services.keys()].map((name) =>
            world.metric(name, 'tapefold_dead_letters_total', `topic="${topic}"`),
          );
          return Math.max(...(await Promise.all(counted))) >= each;
        });
      }
      await judge(world, [[scenario, replay]], { deadLetters: topicNames.length * each });
      const { items } = await world.models.deadLetters({ limit: 1_000 });
      expect(items).toHaveLength(topicNames.length * each);
    });
  });

  it('stop their partition and nothing else when that is asked for', async () => {
    await world.told(async () => {
      await world.remove('scoring');
      await world.add('scoring', 'scoring', { TAPEFOLD_ON_BROKEN: 'stop' });
      await inject('portfolio.events', [{ key: stranger, value: '{"type":"Rumour"}' }]);
      const place = `portfolio.events/${partitionOf(stranger, partitions)}`;
      await untilTrue('readiness turns red', async () => {
        const answer = await world.fetch('scoring', '/health/ready');
        return answer.status === 503 && (await answer.text()).includes(place);
      });
      expect((await world.fetch('scoring', '/health/live')).status).toBe(200);
      expect(await world.metric('scoring', 'tapefold_stopped_partitions')).toBe(1);
      const scenario = dailyScenario('stopped', 2015);
      const replay = await world.submit(scenario);
      const isElsewhere = (run: string): boolean =>
        partitionOf(run, partitions) !== partitionOf(stranger, partitions);
      await untilTrue('runs of other partitions are scored', () =>
        replay.runs.filter(isElsewhere).every((run) => world.view.run(run).scores.length === 1),
      );
      await world.remove('scoring');
      await world.add('scoring');
      await judge(world, [[scenario, replay]], { deadLetters: topicNames.length * each + 1 });
    });
  });
});
