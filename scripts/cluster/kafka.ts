/** A real single-node Apache Kafka on the machine's Java: formatted once, started, waited for. */

import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { unavailable } from '#values';
import { classArchive } from './class-archive.ts';
import { freePorts } from './free-ports.ts';
import { requireJava } from './java.ts';
import { kafkaJars } from './kafka-jars.ts';
import { log4jSettings, serverProperties, type BrokerPlace } from './kafka-settings.ts';
import { startProcess, type ManagedProcess, type ProcessPlan } from './managed-process.ts';

export interface KafkaOptions {
  /** Everything that the broker keeps; made when it is missing. */
  readonly dataDir: string;
  /** A free one when it is left out; the same after a restart. */
  readonly port?: number;
  readonly controllerPort?: number;
  /** Where its output goes; `broker.log` in the data folder when it is left out. */
  readonly log?: string;
  /** 256 when it is left out. */
  readonly heapMb?: number;
  /**
   * Further options of Java, separated by spaces; TAPEFOLD_CLUSTER_KAFKA_OPTS when it is left out.
   */
  readonly javaOptions?: string | undefined;
  /**
   * The id of a cluster whose folder is empty: 16 bytes in base64url; a random one when
   * it is left out.
   */
  readonly clusterId?: string;
  /** server.properties; `serverProperties` when it is left out. */
  settings?(place: BrokerPlace): string;
  /** Told what takes long. */
  say?(line: string): void;
}

export interface KafkaPlan extends ProcessPlan {
  /** host:port, as TAPEFOLD_BROKERS takes it. */
  readonly brokers: string;
}

export type RunningKafka = ManagedProcess & Pick<KafkaPlan, 'brokers'>;

/** Starts a broker on 127.0.0.1 and waits until it answers. `Unavailable` without Java or Maven. */
export async function startKafka(options: KafkaOptions): Promise<RunningKafka> {
  const plan = await kafkaPlan(options);
  const running = await startProcess(plan);
  return Object.defineProperty(running, 'brokers', { value: plan.brokers }) as RunningKafka;
}

/** Fetches, configures and formats what is missing, and returns how to run the broker. */
export async function kafkaPlan(options: KafkaOptions): Promise<KafkaPlan> {
  const java = requireJava();
  const folder = resolve(options.dataDir);
  const jars = await kafkaJars(options.say);
  mkdirSync(folder, { recursive: true });
  const [port, controllerPort] = await portsOf(options);
  const settings = join(folder, 'server.properties');
  const logging = join(folder, 'log4j2.yaml');
  const data = join(folder, 'topics');
  const written = options.settings ?? serverProperties;
  writeFileSync(settings, written({ port, controllerPort, data }));
  writeFileSync(logging, log4jSettings);
  const common = [`-Dlog4j2.configurationFile=file:${logging}`, '-cp', join(jars, '*')];
  const digest = createHash('sha256').update(java.version).digest('hex').slice(0, 12);
  const archive = classArchive(`${jars}-${digest}.jsa`);
  if (!existsSync(join(data, 'meta.properties'))) {
    const own = [...archive.readOptions, ...common];
    format(java.command, own, settings, options.clusterId ?? randomId());
  }
  const heap = `${options.heapMb ?? 256}m`;
  const memory = [`-Xms${heap}`, `-Xmx${heap}`, '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError'];
  const brokers = `127.0.0.1:${port}`;
  return {
    name: 'kafka',
    command: java.command,
    args: [
      ...memory,
      ...archive.options,
      ...ownOptions(options),
      ...common,
      'kafka.Kafka',
      settings,
    ],
    env: process.env,
    log: options.log ?? join(folder, 'broker.log'),
    stopSignal: 'SIGTERM',
    stopMs: 30_000,
    readyMs: 600_000,
    isReady: () => answers(brokers),
    afterExit: archive.keep,
    brokers,
  };
}

/**
 * Further options of Java: a bigger heap, a quicker start. Of two that contradict, Java
 * takes the later.
 */
const ownOptions = ({
  javaOptions = process.env['TAPEFOLD_CLUSTER_KAFKA_OPTS'] ?? '',
}: KafkaOptions): string[] => javaOptions.split(' ').filter((option) => option !== '');

async function portsOf({ port, controllerPort }: KafkaOptions): Promise<[number, number]> {
  const [first = 0, second = 0] = await freePorts(2);
  return [port ?? first, controllerPort ?? second];
}

/** With a letter in front no random id is taken for an option. */
const randomId = (): string => `T${randomBytes(16).toString('base64url').slice(1)}`;

/**
 * For a program that is over in a moment: compiled quickly rather than well, with one thread
 * for its memory.
 */
const brief = ['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Gives an empty folder, or one that is half formatted, the id of its cluster. */
function format(java: string, javaOptions: string[], settings: string, id: string): void {
  const tool = [
    'kafka.tools.StorageTool',
    'format',
    '--ignore-formatted',
    '-t',
    id,
    '-c',
    settings,
  ];
  const ended = spawnSync(java, [...brief, ...javaOptions, ...tool], { encoding: 'utf8' });
  if (ended.status === 0) return;
  throw unavailable(`Kafka's storage could not be formatted:\n${ended.stderr}${ended.stdout}`);
}

/** An open port is not enough: the broker has to know itself. */
async function answers(brokers: string): Promise<boolean> {
  const client = new Kafka({
    brokers: [brokers],
    logLevel: logLevel.NOTHING,
    connectionTimeout: 1000,
    requestTimeout: 2000,
    retry: { retries: 0 },
  });
  const admin = client.admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).brokers.length > 0;
  } finally {
    await admin.disconnect().catch(() => {});
  }
}
