/** The log on a real Kafka keeps the contract of all logs. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MessageLog } from '#event-log';
import { openKafkaLog, type KafkaLogOptions } from '#event-log/kafka/open-kafka-log';
import { describeMessageLog, type OpenedLog } from '#event-log/message-log.contract.fixture';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = temporaryFolder('message-log');
let kafka: RunningKafka;
beforeAll(async () => {
  kafka = await startKafka({ dataDir: `${data}/kafka` });
}, 180_000);
afterAll(() => kafka.stop());

const sessionMs = 2000;

/** A log with topics and groups of its own on the broker of this file. */
function options(prefix: string): KafkaLogOptions {
  return {
    brokers: [kafka.brokers],
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

it('says nothing of the client library unless somebody listens', async () => {
  const lines: string[] = [];
  const log = await openKafkaLog({
    ...options(`${randomUUID()}.`),
    log: ({ level, message }) => void lines.push(`${level}: ${message}`),
  });
  await log.ensureTopics([{ topic: 'runs', partitions: 1, compacted: true }]);
  const tail = await log.tail({ topics: ['runs'], from: 'start', onBatch: () => {} });
  await expect
    .poll(() => lines, { timeout: 20_000 })
    .toContain('info: Consumer has joined the group');
  await tail.stop();
  await log.close();
}, 60_000);

it('refuses an empty list of brokers', async () => {
  await expect(openKafkaLog({ brokers: [] })).rejects.toMatchObject({ code: 'InvalidInput' });
});
