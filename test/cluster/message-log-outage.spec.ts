/**
 * A broker that dies, stays away or goes silent neither loses nor duplicates a message of the log.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageLog, StoredMessage } from '#event-log';
import { openKafkaLog, type KafkaLogOptions } from '#event-log/kafka/open-kafka-log';
import { message, partitions, patience, values } from '#event-log/log/message-log.reading.fixture';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = temporaryFolder('message-log-outage');
let kafka: RunningKafka;
beforeAll(async () => {
  kafka = await startKafka({ dataDir: `${data}/kafka` });
});
afterAll(() => kafka.stop());

/** A log with its own topics and groups, closed at the end of the test. */
async function open(more: Partial<KafkaLogOptions>): Promise<MessageLog> {
  const log = await openKafkaLog({
    brokers: [kafka.brokers],
    prefix: `${randomUUID()}.`,
    sessionTimeoutMs: 2000,
    heartbeatMs: 200,
    // The whole suite may share two processors with others: a broker takes its time to come back.
    patienceMs: 60_000,
    ...more,
  });
  onTestFinished(() => log.close());
  return log;
}

const appended = (log: MessageLog, topic: TopicName, value: string): Promise<boolean> =>
  log.append([message(topic, 'a', value)]).then(
    () => true,
    () => false,
  );

describe('a broker that dies', () => {
  /** Appends numbered messages one after the other; the numbers that were settled. */
  function appending(log: MessageLog): { stop(): Promise<number> } {
    let running = true;
    const done = (async () => {
      let next = 0;
      for (; running; next++) {
        await log.append([message('runs', 'a', `${next}`)]);
        await sleep(5);
      }
      return next;
    })();
    return {
      stop: () => {
        running = false;
        return done;
      },
    };
  }

  it('is survived by appends, members and tails without help, and nothing is lost or doubled', async () => {
    const log = await open({});
    await log.ensureTopics([{ topic: 'runs', partitions, compacted: false }]);
    const tailed: StoredMessage[] = [];
    const taken: StoredMessage[] = [];
    const crashes: Error[] = [];
    const onCrash = (error: Error): void => void crashes.push(error);
    await log.tail({
      topics: ['runs'],
      from: 'start',
      onCrash,
      onBatch: ({ messages }) => void tailed.push(...messages),
    });
    const member = await log.join({
      group: 'g',
      topics: ['runs'],
      onCrash,
      onBatch: async ({ topic, partition, messages }) => {
        taken.push(...messages);
        const offset = (messages.at(-1)?.offset ?? 0) + 1;
        await member.commit([{ topic, partition, offset }]).catch(() => {});
      },
    });
    const appends = appending(log);
    await expect.poll(() => Math.min(taken.length, tailed.length), patience).toBeGreaterThan(50);
    await kafka.kill();
    await sleep(3000);
    await kafka.restart();
    const before = tailed.length;
    await expect.poll(() => tailed.length, patience).toBeGreaterThan(before + 50);
    const count = await appends.stop();
    const expected = Array.from({ length: count }, (_, number) => `${number}`);
    await expect.poll(() => tailed.length, patience).toBe(count);
    expect(values(tailed)).toEqual(expected);
    await expect.poll(() => new Set(values(taken)).size, patience).toBe(count);
    expect([...new Set(values(taken))]).toEqual(expected);
    expect(crashes).toEqual([]);
    await expect.poll(() => member.isReady(), patience).toBe(true);
  });

  it('while partitions are taken over lets the member take them over again', async () => {
    const lost = Promise.withResolvers<void>();
    const log = await open({
      log: ({ message: said }) => {
        if (said === 'a member lost its connection and comes back') lost.resolve();
      },
    });
    await log.ensureTopics([{ topic: 'runs', partitions: 1, compacted: false }]);
    await log.append([message('runs', 'a', 'before')]);
    const assigned = Promise.withResolvers<void>();
    const taken: StoredMessage[] = [];
    const crashes: Error[] = [];
    const member = await log.join({
      group: 'g',
      topics: ['runs'],
      onCrash: (error) => void crashes.push(error),
      onAssigned: async () => {
        assigned.resolve();
        await lost.promise;
        return [{ topic: 'runs', partition: 0, offset: 0 }];
      },
      onBatch: async ({ messages }) => void taken.push(...messages),
    });
    await assigned.promise;
    await kafka.kill();
    await lost.promise;
    await kafka.restart();
    await expect.poll(() => member.isReady(), patience).toBe(true);
    await log.append([message('runs', 'a', 'after')]);
    await expect.poll(() => new Set(values(taken)), patience).toEqual(new Set(['before', 'after']));
    expect(crashes).toEqual([]);
  });

  it('makes appends Unavailable when it stays away, and the next ones go through when it is back', async () => {
    const log = await open({ patienceMs: 1000, requestTimeoutMs: 1000 });
    await log.ensureTopics([{ topic: 'scores', partitions: 1, compacted: false }]);
    await log.append([message('scores', 'a', 'before')]);
    await kafka.kill();
    const lost = [1, 2].map((number) => log.append([message('scores', 'a', `lost ${number}`)]));
    for (const append of lost) await expect(append).rejects.toMatchObject({ code: 'Unavailable' });
    await kafka.restart();
    await expect.poll(() => appended(log, 'scores', 'after'), patience).toBe(true);
    expect(await log.endOffsets('scores')).toEqual([2]);
  });

  it('that is silent makes appends Unavailable as well', async () => {
    const log = await open({ patienceMs: 1000, requestTimeoutMs: 1000 });
    await log.ensureTopics([{ topic: 'runs', partitions: 1, compacted: false }]);
    await log.append([message('runs', 'a', 'before')]);
    kafka.pause();
    onTestFinished(() => kafka.resume());
    // Each thread of the broker stops where it is, one after the other: some request may
    // still be answered.
    await sleep(200);
    await expect(log.append([message('runs', 'a', 'lost')])).rejects.toMatchObject({
      code: 'Unavailable',
    });
    kafka.resume();
    await expect.poll(() => appended(log, 'runs', 'after'), patience).toBe(true);
  });

  it('does not keep a log from being closed', async () => {
    const log = await open({ patienceMs: 1000, requestTimeoutMs: 1000 });
    await log.ensureTopics([{ topic: 'runs', partitions, compacted: false }]);
    const onBatch = async (): Promise<void> => {};
    const tail = await log.tail({ topics: ['runs'], from: 'start', onBatch });
    const member = await log.join({ group: 'g', topics: ['runs'], onBatch });
    await expect.poll(() => member.isReady(), patience).toBe(true);
    await kafka.kill();
    onTestFinished(() => kafka.restart());
    await tail.stop();
    await log.close();
    expect(member.isReady()).toBe(false);
  });
});
