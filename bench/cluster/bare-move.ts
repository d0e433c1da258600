/**
 * Moves messages from one bare kafkajs process to another over the broker of a
 * measurement, and times it.
 */

import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import type { OutgoingMessage } from '#event-log';
import { kafkaSettings } from '#event-log/kafka/kafka-settings';
import type { BareAnswer, BareJob } from './bare-job.ts';
import type { BenchCluster } from './bench-cluster.ts';

/** Values in the requests in which they are sent. */
export interface BareLoad {
  readonly file: string;
  readonly messages: number;
  readonly bytes: number;
}

export interface BareMove {
  /** From the first request until the other process has the last message. */
  readonly milliseconds: number;
  readonly bytes: number;
}

export interface BareClients {
  /** Sends a load `times` times, on its own topic. */
  move(load: BareLoad, times?: number): Promise<BareMove>;
}

/** As the services' appends are cut: so many messages, and characters, at most. */
const requestMessagesMax = 1000;
const requestCharactersMax = 1_000_000;

let loads = 0;
let topics = 0;

/** Writes messages to a file; `alone`: each in its own request, as a clock sends them. */
export function bareLoad(
  { folder }: BenchCluster,
  messages: readonly Pick<OutgoingMessage, 'value'>[],
  alone: boolean,
): BareLoad {
  const file = join(folder, `bare-${++loads}.txt`);
  const lines: string[] = [];
  let inRequest = 0;
  let characters = 0;
  for (const { value } of messages) {
    const isFull =
      alone || inRequest === requestMessagesMax || characters + value.length > requestCharactersMax;
    if (isFull && inRequest > 0) {
      lines.push('');
      inRequest = 0;
      characters = 0;
    }
    lines.push(value);
    inRequest++;
    characters += value.length;
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  const bytes = messages.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
  return { file, messages: messages.length, bytes };
}

/** Two processes that stay, so that what is timed is compiled, as it is in services. */
export async function withBareClients<T>(
  cluster: BenchCluster,
  work: (clients: BareClients) => Promise<T>,
): Promise<T> {
  const sender = child();
  const receiver = child();
  try {
    return await work({
      move: (load, times = 1) => move(cluster.kafka.brokers, { sender, receiver }, load, times),
    });
  } finally {
    sender.kill('SIGKILL');
    receiver.kill('SIGKILL');
  }
}

function child(): ChildProcess {
  const path = join(import.meta.dirname, 'bare-client.ts');
  return fork(path, [], {
    env: { ...process.env, KAFKAJS_NO_PARTITIONER_WARNING: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function move(
  brokers: string,
  { sender, receiver }: Record<'sender' | 'receiver', ChildProcess>,
  { file, messages }: BareLoad,
  times: number,
): Promise<BareMove> {
  const topic = `bare-${++topics}`;
  await makeTopic(brokers, topic);
  const ready = answerOf(receiver, 'ready');
  tell(receiver, { what: 'receive', brokers, topic, messages: messages * times });
  await ready;
  const { gzipAboveBytes } = kafkaSettings({ brokers: [brokers] });
  const received = answerOf(receiver, 'received');
  const sent = answerOf(sender, 'sent');
  tell(sender, { what: 'send', brokers, topic, file, times, gzipAboveBytes });
  const [{ fromMs }, { toMs, bytes }] = await Promise.all([sent, received]);
  return { milliseconds: toMs - fromMs, bytes };
}

function tell(to: ChildProcess, job: BareJob): void {
  to.send(job);
}

function answerOf<W extends BareAnswer['what']>(
  from: ChildProcess,
  what: W,
): Promise<Extract<BareAnswer, { what: W }>> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('a bare client has ended'));
    const listen = (message: BareAnswer): void => {
      if (message.what !== what) return;
      from.off('message', listen);
      from.off('exit', onExit);
      resolve(message as Extract<BareAnswer, { what: W }>);
    };
    from.on('message', listen);
    from.once('exit', onExit);
  });
}

async function makeTopic(brokers: string, topic: string): Promise<void> {
  const admin = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const configEntries = [
    { name: 'max.message.bytes', value: '2097152' },
    { name: 'retention.ms', value: '-1' },
  ];
  await admin.createTopics({
    waitForLeaders: true,
    topics: [{ topic, numPartitions: 1, configEntries }],
  });
  await admin.disconnect();
}
