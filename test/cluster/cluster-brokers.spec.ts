/**
 * A real Kafka and a real Postgres start anywhere, keep what they are given, and leave no trace
 * when they end.
 */

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { startPostgres, type RunningPostgres } from '../../scripts/cluster/postgres.ts';
import { identify, isAlive } from '../../scripts/cluster/process-identity.ts';
import { createTopic } from './new-topic.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = temporaryFolder('brokers');

describe('Kafka', () => {
  let kafka: RunningKafka;
  const client = (): Kafka =>
    new Kafka({ brokers: [kafka.brokers], logLevel: logLevel.NOTHING, retry: { retries: 30 } });

  async function produced(value: string): Promise<void> {
    const producer = client().producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic: 'kept', messages: [{ key: 'a', value }] });
    await producer.disconnect();
  }

  async function endOffset(): Promise<string | undefined> {
    const admin = client().admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets('kept');
    await admin.disconnect();
    return offsets[0]?.high;
  }

  beforeAll(async () => {
    kafka = await startKafka({ dataDir: `${data}/kafka` });
    const admin = client().admin();
    await admin.connect();
    await createTopic(admin, { topic: 'kept', numPartitions: 1 });
    await admin.disconnect();
  });
  afterAll(() => kafka.stop());

  it('keeps its messages over a SIGKILL and a restart on the same port', async () => {
    await produced('before');
    const killed = identify(kafka.pid);
    await kafka.kill();
    expect(killed !== undefined && isAlive(killed)).toBe(false);
    await kafka.restart();
    await produced('after');
    expect(await endOffset()).toBe('2');
  });

  it('keeps them over a pause that is longer than its session', async () => {
    kafka.pause();
    await new Promise((resolve) => setTimeout(resolve, 4000));
    kafka.resume();
    await produced('after the pause');
    expect(await endOffset()).toBe('3');
  });

  it('is gone after a stop, and a second broker takes over its folder on other ports', async () => {
    const first = identify(kafka.pid);
    await kafka.stop();
    expect(first !== undefined && isAlive(first)).toBe(false);
    kafka = await startKafka({ dataDir: `${data}/kafka` });
    expect(await endOffset()).toBe('3');
  });
});

describe('Postgres', () => {
  let postgres: RunningPostgres;

  async function rows(sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    postgres = await startPostgres({ dataDir: `${data}/postgres` });
  });
  afterAll(() => postgres.stop());

  it('keeps committed rows over a SIGKILL and a restart', async () => {
    await rows('create table kept as select generate_series(1, 1000) as number');
    await postgres.kill();
    expect(postgres.isRunning()).toBe(false);
    await postgres.restart();
    expect(await rows('select count(*)::int as count from kept')).toEqual([{ count: 1000 }]);
  });

  it('refuses a wrong password, and does not answer while paused', async () => {
    const wrong = postgres.url.replace(/:[^:@]+@/, ':wrong@');
    const refused = new pg.Client({ connectionString: wrong });
    await expect(refused.connect()).rejects.toThrow(/password authentication failed/);
    postgres.pause();
    const waiting = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 500 });
    await expect(waiting.connect()).rejects.toThrow(/timeout/);
    postgres.resume();
    expect(await rows('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('runs from a folder that only we may enter, as a user of its own too', async () => {
    const closed = join(data, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const other = await startPostgres({ dataDir: join(closed, 'postgres') });
    await other.stop();
    const isElsewhere = other.folder !== join(closed, 'postgres');
    if (isElsewhere) rmSync(other.folder, { recursive: true });
    expect(isElsewhere).toBe(process.getuid?.() === 0);
  });

  it('starts again in its folder after a stop, with the same password', async () => {
    const { url } = postgres;
    await postgres.stop();
    postgres = await startPostgres({
      dataDir: `${data}/postgres`,
      port: Number(new URL(url).port),
    });
    expect(postgres.url).toBe(url);
    expect(existsSync(postgres.logs)).toBe(true);
    expect(await rows('select count(*)::int as count from kept')).toEqual([{ count: 1000 }]);
  });
});
