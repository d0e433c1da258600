/**
 * Where a subscriber reads: a cluster, given by its brokers, or a log that the caller has opened.
 */

import type { MessageLog } from '#event-log';

/** Brokers as `host:port`; or a log, which stays open when the subscriber stops. */
export type Connection = { readonly brokers: readonly string[] } | { readonly log: MessageLog };

export interface OpenedLog {
  readonly log: MessageLog;
  /** Closes what was opened here. */
  close(): Promise<void>;
}

/** The Kafka client is loaded only if brokers are given. */
export async function openConnection(connection: Connection): Promise<OpenedLog> {
  if ('log' in connection) return { log: connection.log, close: async () => {} };
  const { openKafkaLog } = await import('#event-log/kafka/open-kafka-log');
  const log = await openKafkaLog({ brokers: connection.brokers, clientId: 'tapefold-subscriber' });
  return { log, close: () => log.close() };
}
