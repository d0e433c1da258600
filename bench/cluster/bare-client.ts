/**
 * A process that does nothing but send messages through kafkajs, or receive them: what services are
 * compared with.
 */

import { readFileSync } from 'node:fs';
import { CompressionTypes, Kafka, logLevel, type Consumer, type Producer } from 'kafkajs';
import type { BareAnswer, BareJob } from './bare-job.ts';

const consumers = new Map<string, Consumer>();
let producer: Producer | undefined;

/** Batches of values: each an empty line after its lines. */
const files = new Map<string, { readonly value: Buffer }[][]>();

process.on('message', (job: BareJob) => {
  void (job.what === 'send' ? send(job) : receive(job)).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));

function clientOf({ brokers }: BareJob): Kafka {
  return new Kafka({ brokers: [brokers], clientId: 'bare', logLevel: logLevel.NOTHING });
}

async function send(job: Extract<BareJob, { what: 'send' }>): Promise<void> {
  producer ??= await connectedProducer(job);
  const batches = files.get(job.file) ?? batchesIn(job.file);
  files.clear();
  files.set(job.file, batches);
  const fromMs = Date.now();
  for (let time = 0; time < job.times; time++) {
    for (const messages of batches) {
      const bytes = messages.reduce((sum, { value }) => sum + value.length, 0);
      const isLarge = bytes > job.gzipAboveBytes;
      const compression = isLarge ? CompressionTypes.GZIP : CompressionTypes.None;
      await producer.send({ topic: job.topic, messages, compression, acks: -1 });
    }
  }
  answer({ what: 'sent', fromMs, toMs: Date.now() });
}

async function connectedProducer(job: BareJob): Promise<Producer> {
  const made = clientOf(job).producer({ idempotent: true, maxInFlightRequests: 1 });
  await made.connect();
  return made;
}

function batchesIn(file: string): { value: Buffer }[][] {
  const bytes = readFileSync(file);
  const batches: { value: Buffer }[][] = [[]];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at);
    if (end === at) batches.push([]);
    else batches.at(-1)?.push({ value: bytes.subarray(at, end) });
    at = end + 1;
  }
  return batches.filter((batch) => batch.length > 0);
}

async function receive(job: Extract<BareJob, { what: 'receive' }>): Promise<void> {
  const consumer = clientOf(job).consumer({ groupId: `bare-${job.topic}`, maxWaitTimeInMs: 100 });
  consumers.set(job.topic, consumer);
  let missing = job.messages;
  let bytes = 0;
  consumer.on(consumer.events.GROUP_JOIN, () => answer({ what: 'ready' }));
  await consumer.connect();
  await consumer.subscribe({ topics: [job.topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    async eachBatch({ batch: { messages } }) {
      for (const { value } of messages) bytes += value?.length ?? 0;
      missing -= messages.length;
      if (missing > 0) return;
      answer({ what: 'received', toMs: Date.now(), bytes });
      setImmediate(() => void consumer.disconnect());
    },
  });
}

function answer(message: BareAnswer): void {
  process.send?.(message);
}
