/** The variables by which a service of the cluster learns where everything is. */

import type { ServiceName } from './services.ts';

export interface ServicePlace {
  /** host:port of Kafka; absent if it is not part of the cluster. */
  readonly brokers?: string | undefined;
  /** postgres://…; for the two gateways. */
  readonly databaseUrl?: string | undefined;
  /** Where it listens on 127.0.0.1. */
  readonly port: number;
  /** The register of data sets. */
  readonly datasets: string;
  /** Folder of the recordings of feeds; the environment of the cluster may override it. */
  readonly frames?: string | undefined;
  /** SHA-256 of the token of the command line, hexadecimal; the gateway's alone. */
  readonly adminTokenHash: string;
  /** Where the model gateway listens, and the token that agent adapters share with it. */
  readonly models?: { readonly url: string; readonly token: string } | undefined;
}

/**
 * Overrides for the environment of the cluster, which may set the rest (TAPEFOLD_PARTITIONS, …).
 */
export function serviceEnvironment(
  service: ServiceName,
  { brokers, databaseUrl, port, datasets, frames, adminTokenHash, models }: ServicePlace,
): Record<string, string> {
  const isGateway = service === 'gateway';
  const hasDatabase = isGateway || service === 'model-gateway';
  return {
    ...(brokers === undefined ? {} : { TAPEFOLD_BROKERS: brokers }),
    ...(hasDatabase && databaseUrl !== undefined ? { TAPEFOLD_DATABASE_URL: databaseUrl } : {}),
    ...(isGateway ? { TAPEFOLD_ADMIN_TOKEN_HASH: adminTokenHash } : {}),
    ...modelEnvironment(service, models),
    ...(service === 'ingest' && frames !== undefined ? { TAPEFOLD_FRAMES: frames } : {}),
    TAPEFOLD_HTTP_HOST: '127.0.0.1',
    TAPEFOLD_HTTP_PORT: `${port}`,
    TAPEFOLD_DATASETS: datasets,
  };
}

function modelEnvironment(
  service: ServiceName,
  models: ServicePlace['models'],
): Record<string, string> {
  if (models === undefined) return {};
  const { url, token } = models;
  if (service === 'model-gateway') return { TAPEFOLD_MODEL_GATEWAY_TOKEN: token };
  if (service !== 'agent-adapter') return {};
  return { TAPEFOLD_MODEL_GATEWAY_URL: url, TAPEFOLD_MODEL_GATEWAY_TOKEN: token };
}
