/** Where a subscriber reads: a cluster by its brokers, or a log that somebody has opened. */

import type { MessageLog } from '#event-log';

/** Brokers as `host:port`; or a log, which stays open when the subscriber stops. */
export type Connection = { readonly brokers: readonly string[] } | { readonly log: MessageLog };

export interface OpenedLog {
  readonly log: MessageLog;
  /** Closes what was opened here. */
  close(): Promise<void>;
}

/** The client of Kafka is loaded only where brokers are given. */
export async function openConnection(connection: Connection): Promise<OpenedLog> {
  if ('log' in connection) return { log: connection.log, close: async () => {} };
  const { openKafkaLog } = await import('#event-log/kafka/open-kafka-log');
  const log = await openKafkaLog({ brokers: connection.brokers, clientId: 'tapefold-subscriber' });
  return { log, close: () => log.close() };
}
