/** The log of a service on Kafka, opened from its configuration. */

import type { MessageLog } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import type { ServiceConfig } from '../config/service-config.js';
import type { ServiceLog } from '../log/service-log.js';

/**
 * The client library logs a rebalance as an error; fatal errors reach us as
 * exceptions of their own.
 */
const loudness = { error: 'warn', warn: 'info', info: 'debug', debug: 'trace' } as const;

/** Opens it; routes the client library's log lines into the service's log. */
export function kafkaServiceLog(config: ServiceConfig, logger: ServiceLog): Promise<MessageLog> {
  const { service } = logger.bindings();
  const { sessionTimeoutMs } = config;
  return openKafkaLog({
    brokers: config.brokers,
    clientId: `tapefold-${String(service)}`,
    sessionTimeoutMs,
    // Two heartbeats may be lost before the session is.
    heartbeatMs: Math.min(1_000, Math.floor(sessionTimeoutMs / 3)),
    log: ({ level, message, detail }) => logger[loudness[level]](detail, message),
  });
}
