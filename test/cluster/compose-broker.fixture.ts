/**
 * The environment of the container of Kafka as the server.properties that its image makes of it.
 */

import type { BrokerPlace } from '../../scripts/cluster/kafka-settings.ts';

/** KAFKA_LOG_DIRS is log.dirs; addresses of containers become those of this machine. */
export function brokerSettings(
  environment: Readonly<Record<string, string>>,
  { port, controllerPort, data: folder }: BrokerPlace,
  hostPort: number,
): string {
  const own = new Set(['KAFKA_HEAP_OPTS']);
  return Object.entries(environment)
    .filter(([name]) => name.startsWith('KAFKA_') && !own.has(name))
    .map(([name, value]) => {
      const property = name.slice('KAFKA_'.length).toLowerCase().replaceAll('_', '.');
      return property === 'log.dirs' ? `${property}=${folder}` : `${property}=${value}`;
    })
    .join('\n')
    .replaceAll(/(?:kafka|127\.0\.0\.1|(?<=\/\/)):9092/g, `127.0.0.1:${port}`)
    .replaceAll(/(?:kafka|(?<=\/\/)):9093/g, `127.0.0.1:${controllerPort}`)
    .replaceAll(/(?:127\.0\.0\.1|(?<=\/\/)):19092/g, `127.0.0.1:${hostPort}`);
}
