/** The log of a service on Kafka, as its configuration says. */

import type { MessageLog } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import type { ServiceConfig } from '../config/service-config.js';
import type { ServiceLog } from '../log/service-log.js';

/** A rebalance is an error to the client library; what cannot be mended comes to us as an error of its own. */
const loudness = { error: 'warn', warn: 'info', info: 'debug', debug: 'trace' } as const;

/** Opens it; the client library's own lines go into the service's log. */
export function kafkaServiceLog(config: ServiceConfig, logger: ServiceLog): Promise<MessageLog> {
  const { service } = logger.bindings();
  const { sessionTimeoutMs } = config;
  return openKafkaLog({
    brokers: config.brokers,
    clientId: `tapefold-${String(service)}`,
    sessionTimeoutMs,
    // Two may be lost before the session is.
    heartbeatMs: Math.min(1_000, Math.floor(sessionTimeoutMs / 3)),
    log: ({ level, message, detail }) => logger[loudness[level]](detail, message),
  });
}
