/** The variables by which a service of the cluster learns where everything is. */

import type { ServiceName } from './services.ts';

export interface ServicePlace {
  /** host:port of Kafka; absent when it is no part of the cluster. */
  readonly brokers?: string | undefined;
  /** postgres://…; the gateway's alone. */
  readonly databaseUrl?: string | undefined;
  /** Where it listens on 127.0.0.1. */
  readonly port: number;
  /** The register of data sets. */
  readonly datasets: string;
  /** SHA-256 of the token of the command line, hexadecimal; the gateway's alone. */
  readonly adminTokenHash: string;
}

/** To be laid over the environment of the cluster, which may say the rest (TAPEFOLD_PARTITIONS, …). */
export function serviceEnvironment(
  service: ServiceName,
  { brokers, databaseUrl, port, datasets, adminTokenHash }: ServicePlace,
): Record<string, string> {
  const isGateway = service === 'gateway';
  return {
    ...(brokers === undefined ? {} : { TAPEFOLD_BROKERS: brokers }),
    ...(isGateway && databaseUrl !== undefined ? { TAPEFOLD_DATABASE_URL: databaseUrl } : {}),
    ...(isGateway ? { TAPEFOLD_ADMIN_TOKEN_HASH: adminTokenHash } : {}),
    TAPEFOLD_HTTP_HOST: '127.0.0.1',
    TAPEFOLD_HTTP_PORT: `${port}`,
    TAPEFOLD_DATASETS: datasets,
  };
}
