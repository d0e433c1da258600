/** How the log talks to Kafka: addresses, names, patience; and the client library with its voice redirected. */

import { Kafka, logLevel, type LogEntry } from 'kafkajs';
import { useFetchedAnswer } from './fetched-messages.js';
import { useQuickGzip } from './gzip-codec.js';
import { useQuietRequestQueue } from './quiet-request-queue.js';

/** A line of the client library's own log. */
export interface KafkaLogLine {
  readonly level: 'error' | 'warn' | 'info' | 'debug';
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What the options leave out, as suits a broker near by. */
const defaults = {
  /** What brokers call this process in their logs and quotas. */
  clientId: 'tapefold',
  /** Stands in front of the names of all topics and groups, so that several systems share a cluster. */
  prefix: '',
  /** Brokers that keep each topic; for topics that are made here. */
  replicationFactor: 1,
  /** How long an operation tries on before it is `Unavailable`. A restart of the broker has to fit in. */
  patienceMs: 30_000,
  /** How long a broker may take for one answer. */
  requestTimeoutMs: 10_000,
  /** A member that is silent for so long loses its partitions. */
  sessionTimeoutMs: 10_000,
  heartbeatMs: 1000,
  /** How long the others wait for a member that is in the middle of a batch when the group changes. */
  rebalanceTimeoutMs: 30_000,
  /** How long a broker holds a request for new messages back when there are none. Bounds how long a stop takes. */
  fetchWaitMs: 100,
  /** After which a batch that was refused comes again. */
  retryDelayMs: 250,
  /**
   * Appends beyond this size go compressed by gzip; `Infinity`: none. What is smaller, such as an instant of a live
   * feed, is sooner sent as it is than packed once and unpacked by everybody who reads it.
   */
  gzipAboveBytes: 16_384,
  /** Where the client library's log goes; by default nowhere. */
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
 * A client of its own: two consumers of one group may not have it in common, because it remembers their offsets by
 * group. It gives up soon, since what uses it tries on.
 */
export function newKafka(settings: KafkaSettings): Kafka {
  useQuickGzip();
  useFetchedAnswer();
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

/** Attempts within the client library, around which ours go on until patience ends. */
const clientRetry = { initialRetryTime: 100, maxRetryTime: 500, retries: 2 };

function lineOf({ level, namespace, log }: LogEntry): KafkaLogLine {
  const { message, timestamp: _, ...detail } = log;
  const found = expectedLines.test(message) ? 'debug' : levelNames.get(level);
  return { level: found ?? 'debug', message, detail: { ...detail, namespace } };
}

/**
 * A warning that says of every producer what is meant: within the library there are few attempts, and a producer that
 * gave up is replaced. Readers drop duplicates by number.
 */
const expectedLines = /^Limiting retries for the idempotent producer/;

const levelNames = new Map<logLevel, KafkaLogLine['level']>([
  [logLevel.ERROR, 'error'],
  [logLevel.WARN, 'warn'],
  [logLevel.INFO, 'info'],
]);
