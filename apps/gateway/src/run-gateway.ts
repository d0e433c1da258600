/**
 * The gateway as a process: environment, a graceful end at a signal, an exit code that tells why.
 */

import { getPriority, setPriority, constants } from 'node:os';
import { z } from 'zod';
import { invalidInput, excerpt } from '#values';
import { gatewayLimits, startGateway } from '#gateway';
import { PostgresRecordingReader } from '#llm/postgres/postgres-recording';
import { migrateRecordings } from '#read-models/postgres/postgres-schemas';
import { openPostgresReadModels } from '#read-models/postgres/open-postgres-read-models';
import {
  databaseUrlWith,
  runUntilSignal,
  readAgentRegister,
  readFeedRegister,
  registeredDatasets,
  serviceConfig,
  type Environment,
  type ServiceLog,
} from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';
import { secretOf } from '#service-host/config/secret-files';

/**
 * Runs until SIGTERM or SIGINT. Exits with 1 if it cannot start or continue; a
 * supervisor restarts it.
 */
export const runGateway = (env: Environment): Promise<void> =>
  runUntilSignal('gateway', (logger, fail) => start(env, logger, fail));

/** Opens everything from the outside in; returns a function that closes it again. */
async function start(
  env: Environment,
  logger: ServiceLog,
  onFatal: (error: Error) => void,
): Promise<() => Promise<void>> {
  const config = serviceConfig(env);
  logger.level = config.logLevel;
  const { partitions, httpHost: host, httpPort: port } = config;
  const database = databaseUrlWith(env, config.databaseUrl);
  const settings = {
    limits: gatewayLimits(env),
    adminTokenHash: adminTokenHash(env),
    metricsPort: metricsPort(env),
  };
  lowerPriority(niceness(env), logger);
  const datasets = await registeredDatasets(config.datasets);
  const feeds = await readFeedRegister(config.feeds);
  const register = await readAgentRegister(config.agents);
  // A run that misses records is marked as failed: everything else continues.
  const models = await openPostgresReadModels({ url: database, onGap: 'fail' });
  const recordings = new PostgresRecordingReader(database, await migrateRecordings(database));
  const log = await kafkaServiceLog(config, logger);
  const dependencies = {
    log,
    models,
    partitions,
    host,
    port,
    datasets,
    feeds,
    logger,
    onFatal,
    register,
    recordings,
  };
  const gateway = await startGateway({ ...dependencies, ...settings, withProcessMetrics: true });
  const { metricsUrl } = gateway;
  logger.info(
    { url: gateway.url, metricsUrl, datasets: [...datasets.keys()], feeds: [...feeds.keys()] },
    'started',
  );
  return async () => {
    await gateway.close();
    await log.close();
    await models.close();
    await recordings.close();
  };
}

/** If CPU time is short, runs come before tables. An even lower priority is kept. */
function lowerPriority(wanted: number, logger: ServiceLog): void {
  if (wanted === 0) return;
  try {
    setPriority(Math.max(wanted, getPriority()));
  } catch (err) {
    logger.warn({ err }, 'the priority could not be changed');
  }
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const portMax = 65_535;
const niceMax = 19;

/**
 * SHA-256 of the bootstrap token, from the variable or its file; null if neither is set.
 * `InvalidInput` otherwise.
 */
export function adminTokenHash(env: Environment): string | null {
  const text = secretOf(env, 'TAPEFOLD_ADMIN_TOKEN_HASH');
  if (text === '') return null;
  if (hash.safeParse(text).success) return text;
  throw invalidInput('invalid environment variable', {
    where: 'TAPEFOLD_ADMIN_TOKEN_HASH',
    expected: 'the SHA-256 of a token: 64 digits of 0-9, a-f',
    found: `a text of ${text.length} characters that is not shown`,
  });
}

/**
 * Port of the metrics without a token; null if the variable is not set. `InvalidInput` otherwise.
 */
export const metricsPort = (env: Environment): number | null =>
  numberOf(env, 'TAPEFOLD_METRICS_PORT', { what: 'a port', max: portMax }) ?? null;

/** How far the gateway lowers its own priority, from 0 to 19. `InvalidInput` for anything else. */
export const niceness = (env: Environment): number =>
  numberOf(env, 'TAPEFOLD_NICE', { what: 'a whole number', max: niceMax }) ??
  constants.priority.PRIORITY_BELOW_NORMAL;

function numberOf(
  env: Environment,
  where: string,
  { what, max }: { readonly what: string; readonly max: number },
): number | undefined {
  const text = env[where] ?? '';
  if (text === '') return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= max) return Number(text);
  throw invalidInput('invalid environment variable', {
    where,
    expected: `${what} from 0 to ${max}`,
    found: excerpt(text),
  });
}
