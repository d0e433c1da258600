/**
 * How the log connects to Kafka: addresses, names, timeouts, and where the client
 * library's log goes.
 */

import { Kafka, logLevel, type LogEntry } from 'kafkajs';
import { registerCodecs } from './compression-codecs.js';
import { useQuietRequestQueue } from './quiet-request-queue.js';

/** A line of the client library's own log. */
export interface KafkaLogLine {
  readonly level: 'error' | 'warn' | 'info' | 'debug';
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Defaults, suited to a nearby broker. */
const defaults = {
  /** The name of this process in the logs and quotas of brokers. */
  clientId: 'tapefold',
  /** Prefix of the names of all topics and groups, so that several systems can share a cluster. */
  prefix: '',
  /** Replication factor of topics created here. */
  replicationFactor: 1,
  /**
   * How long an operation is retried before it is `Unavailable`. Must cover a restart
   * of the broker.
   */
  patienceMs: 30_000,
  /** Maximum time for one response of a broker. */
  requestTimeoutMs: 10_000,
  /** A member that is silent for this long loses its partitions. */
  sessionTimeoutMs: 10_000,
  heartbeatMs: 1000,
  /**
   * How long the others wait for a member that is in the middle of a batch when the
   * group rebalances.
   */
  rebalanceTimeoutMs: 30_000,
  /**
   * How long a broker holds a fetch when there are no new messages. Bounds how long a stop takes.
   */
  fetchWaitMs: 100,
  /** Delay before a refused batch is redelivered. */
  retryDelayMs: 250,
  /**
   * Larger appends are compressed with gzip; `Infinity`: none. For smaller ones, such as an
   * instant of a live feed, sending them as is takes less time than compressing once and
   * decompressing in every reader.
   */
  gzipAboveBytes: 16_384,
  /** Receives the client library's log; discarded by default. */
  log: (_: KafkaLogLine): void => {},
};

export interface KafkaLogOptions extends Readonly<Partial<typeof defaults>> {
  /** `host:port` of some brokers of the cluster. */
  readonly brokers: readonly string[];
}

export type KafkaSettings = Readonly<Required<KafkaLogOptions>>;

export const kafkaSettings = (options: KafkaLogOptions): KafkaSettings => ({
  ...defaults,
  ...options,
});

/**
 * A separate client: two consumers of one group must not share one, because it stores their offsets
 * by group. It gives up early, since its users retry.
 */
export function newKafka(settings: KafkaSettings): Kafka {
  registerCodecs();
  useQuietRequestQueue();
  return new Kafka({
    clientId: settings.clientId,
    brokers: [...settings.brokers],
    connectionTimeout: 3000,
    requestTimeout: settings.requestTimeoutMs,
    retry: clientRetry,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => settings.log(lineOf(entry)),
  });
}

/** Retries within the client library; our own retries wrap them until patience ends. */
export const clientRetry = { initialRetryTime: 100, maxRetryTime: 500, retries: 2 };

function lineOf({ level, namespace, log }: LogEntry): KafkaLogLine {
  const { message, timestamp: _, ...detail } = log;
  const found = expectedLines.test(message) ? 'debug' : levelNames.get(level);
  return { level: found ?? 'debug', message, detail: { ...detail, namespace } };
}

/**
 * A warning about every producer that describes intended behavior: the library retries little, and
 * a producer that gave up is replaced. Readers drop duplicates by number.
 */
const expectedLines = /^Limiting retries for the idempotent producer/;

const levelNames = new Map<logLevel, KafkaLogLine['level']>([
  [logLevel.ERROR, 'error'],
  [logLevel.WARN, 'warn'],
  [logLevel.INFO, 'info'],
]);
