/** The gateway as a process: environment, an end at a signal that answers first, an exit code that says why. */

import { getPriority, setPriority } from 'node:os';
import { invalidInput } from '#values';
import { gatewayLimits, startGateway } from '#gateway';
import { postgresRecordingReader } from '#llm/postgres/postgres-recording-reader';
import { migrateRecordings } from '#read-models/postgres/migrate-recordings';
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
import { adminTokenHash, metricsPort, niceness } from './gateway-config.js';

/** Runs until SIGTERM or SIGINT. Exits with 1 where it cannot start or go on; a supervisor starts it again. */
export const runGateway = (env: Environment): Promise<void> =>
  runUntilSignal('gateway', (logger, fail) => started(env, logger, fail));

/** Opens everything from the outside in; gives back how to close it again. */
async function started(
  env: Environment,
  early: ServiceLog,
  onFatal: (error: Error) => void,
): Promise<() => Promise<void>> {
  const config = serviceConfig(env);
  const logger = early.child({}, { level: config.logLevel });
  const { partitions, httpHost: host, httpPort: port, databaseUrl: url } = config;
  if (url === undefined) {
    throw invalidInput('a variable of the environment', {
      where: 'TAPEFOLD_DATABASE_URL',
      expected: 'postgres://user:password@host:port/database',
      found: 'nothing',
    });
  }
  const told = {
    limits: gatewayLimits(env),
    adminTokenHash: adminTokenHash(env),
    metricsPort: metricsPort(env),
  };
  stepBack(niceness(env), logger);
  const datasets = await registeredDatasets(config.datasets);
  const feeds = await readFeedRegister(config.feeds);
  const register = await readAgentRegister(config.agents);
  const database = databaseUrlWith(env, url);
  // A run that misses records is marked as failed: everything else goes on.
  const models = await openPostgresReadModels({ url: database, onGap: 'fail' });
  const recordings = postgresRecordingReader(database, await migrateRecordings(database));
  const log = await kafkaServiceLog(config, logger);
  const surroundings = {
    ...{ log, models, partitions, host, port, datasets, feeds, logger, onFatal },
    ...{ register, recordings },
  };
  const gateway = await startGateway({ ...surroundings, ...told, withProcessMetrics: true });
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

/** Where the processor is short, runs come first and tables follow. Who is further back already stays there. */
function stepBack(wanted: number, logger: ServiceLog): void {
  if (wanted === 0) return;
  try {
    setPriority(Math.max(wanted, getPriority()));
  } catch (err) {
    logger.warn({ err }, 'the priority stays as it is');
  }
}
