/** The log on a real Kafka keeps the contract of all logs. */

import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import kafkajs, { logLevel } from 'kafkajs';
import { beforeAll, expect, it } from 'vitest';
import { parseMessage } from '#contracts/streams/catalogue';
import type { MessageBatch, MessageLog } from '#event-log';
import { openKafkaLog, type KafkaLogOptions } from '#event-log/kafka/open-kafka-log';
import { describeMessageLog, type OpenedLog } from '#event-log/log/message-log.contract.fixture';
import { PortfolioProcessor } from '#pipeline';
import { openServiceLog, startProcessor, topicLayouts } from '#service-host';
import { createTopic } from './new-topic.fixture.js';
import { sharedBroker } from './servers-once.fixture.js';

let broker: string;
beforeAll(async () => {
  broker = await sharedBroker();
});

const sessionMs = 2000;

/** A log with its own topics and groups. */
function options(prefix: string): KafkaLogOptions {
  return {
    brokers: [broker],
    prefix,
    sessionTimeoutMs: sessionMs,
    heartbeatMs: 200,
    rebalanceTimeoutMs: 4000,
    retryDelayMs: 20,
  };
}

async function open(): Promise<OpenedLog> {
  const settings = options(`${randomUUID()}.`);
  const logs = [await openKafkaLog(settings)];
  const close = async (): Promise<void> => {
    await Promise.all(logs.map((log) => log.close()));
  };
  const opened = async (more: Partial<KafkaLogOptions>): Promise<MessageLog> => {
    const log = await openKafkaLog({ ...settings, ...more });
    logs.push(log);
    return log;
  };
  return {
    log: logs[0] as MessageLog,
    sessionMs,
    reopen: async () => {
      await close();
      return opened({});
    },
    gone: () => opened({ brokers: ['127.0.0.1:1'], patienceMs: 300 }),
    close,
  };
}

describeMessageLog('Kafka', open);

it('does not log for the client library unless a listener is set', async () => {
  const lines: string[] = [];
  const log = await openKafkaLog({
    ...options(`${randomUUID()}.`),
    log: ({ level, message }) => void lines.push(`${level}: ${message}`),
  });
  await log.ensureTopics([{ topic: 'runs', partitions: 1, compacted: true }]);
  const tail = await log.tail({ topics: ['runs'], from: 'start', onBatch: () => {} });
  await expect
    .poll(() => lines, { timeout: 120_000 })
    .toContain('info: Consumer has joined the group');
  await tail.stop();
  await log.close();
});

it('refuses an empty list of brokers', async () => {
  await expect(openKafkaLog({ brokers: [] })).rejects.toMatchObject({ code: 'InvalidInput' });
});

it('gathers at most an eighth of a megabyte at once, however much there is to catch up on', async () => {
  const log = await openKafkaLog(options(`${randomUUID()}.`));
  await log.ensureTopics([{ topic: 'runs', partitions: 1, compacted: false }]);
  const texts = Array.from({ length: 30 }, () => randomBytes(30_000).toString('base64'));
  // One by one: the broker returns whole appends.
  for (const value of texts) await log.append([{ topic: 'runs', key: 'a', value }]);
  const batches: MessageBatch[] = [];
  await log.join({
    group: 'g',
    topics: ['runs'],
    gathers: true,
    onBatch: async (batch) => void batches.push(batch),
  });
  const found = () => batches.flatMap(({ messages }) => messages.map(({ value }) => value));
  await expect.poll(() => found().length, { timeout: 120_000 }).toBe(30);
  expect(found()).toEqual(texts);
  const sizes = batches.map(({ messages }) =>
    messages.reduce((sum, { value }) => sum + gzipSync(value).length, 0),
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(131_072);
  expect(Math.max(...sizes)).toBeGreaterThan(65_536);
  await log.close();
});

/**
 * Messages as an outside agent sends them that compresses by zstd. `old`: to a topic of an
 * earlier version.
 */
async function sendByZstd(prefix: string, log: MessageLog, old: boolean): Promise<void> {
  const { CompressionCodecs, CompressionTypes, Kafka } = kafkajs;
  const client = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING });
  const admin = client.admin();
  const producer = client.producer();
  await Promise.all([admin.connect(), producer.connect()]);
  const configEntries = [{ name: 'compression.type', value: 'producer' }];
  const topic = `${prefix}runs`;
  if (old) await createTopic(admin, { topic, numPartitions: 1, configEntries });
  await log.ensureTopics(topicLayouts(1));
  const messages = ['one', 'two'].map((key) => ({
    key,
    value: `{"type":"Nonsense","as":"${key}"}`,
  }));
  // Every client of the log registers codecs that only read.
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer),
    decompress: () => Promise.reject(new Error('the test only sends')),
  });
  await producer.send({ topic, messages, compression: CompressionTypes.ZSTD });
  await Promise.all([admin.disconnect(), producer.disconnect()]);
}

it('stops a reader at a batch that kafkajs cannot decode, and says where it was', async () => {
  const prefix = `${randomUUID()}.`;
  const log = await openKafkaLog(options(prefix));
  await sendByZstd(prefix, log, true);
  const seen: number[] = [];
  const crashed = Promise.withResolvers<Error>();
  const joined = log.tail({
    topics: ['runs'],
    from: 'start',
    onBatch: ({ messages }) => void seen.push(...messages.map(({ offset }) => offset)),
    onCrash: crashed.resolve,
  });
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  // The reader registers its own codec when it is made.
  await joined;
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    decompress: async (bytes: Buffer) => zstdDecompressSync(bytes.subarray(1)),
  });
  await expect(crashed.promise).resolves.toMatchObject({
    code: 'InvalidInput',
    message: expect.stringContaining(
      'a batch cannot be decoded, in runs/0 from its committed offset',
    ),
  });
  expect(seen).toEqual([]);
  await log.close();
});

it.each([
  ['a topic that we created', false],
  ['an older topic, which stores messages as they arrive', true],
] as const)(
  'puts what an agent compressed by zstd aside, and reads on: %s',
  async (_, old) => {
    const prefix = `${randomUUID()}.`;
    const log = await openKafkaLog(options(prefix));
    await sendByZstd(prefix, log, old);
    await log.append([{ topic: 'runs', key: 'next', value: 'no JSON' }]);
    const fatal: unknown[] = [];
    const reader = await startProcessor({
      name: 'portfolio',
      processor: new PortfolioProcessor(),
      log,
      partitions: 1,
      logger: openServiceLog({ service: 'portfolio', level: 'silent' }),
      onFatal: (error) => fatal.push(error),
    });
    const found: (readonly [number, string])[] = [];
    const tail = await log.tail({
      topics: ['dead-letters'],
      from: 'start',
      onBatch: ({ messages }) => {
        for (const { value } of messages) {
          const letter = parseMessage('dead-letters', value);
          found.push([letter.offset, letter.key ?? '']);
        }
      },
    });
    await expect
      .poll(() => found, { timeout: 120_000 })
      .toEqual([
        [0, 'one'],
        [1, 'two'],
        [2, 'next'],
      ]);
    expect(fatal).toEqual([]);
    await tail.stop();
    await reader.stop();
    await log.close();
  },
  120_000,
);
