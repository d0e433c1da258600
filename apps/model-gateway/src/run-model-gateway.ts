/**
 * The model gateway as a process: environment, an end at a signal that finishes calls, an exit code
 * that tells why.
 */

import { ModelGateway } from '#llm/gateway/model-gateway';
import { loadModels } from '#llm/provider/models';
import { PostgresRecordingStore } from '#llm/postgres/postgres-recording';
import { PublishedRecordings } from '#pipeline/ingest/published-recordings';
import { migrateRecordings } from '#read-models/postgres/postgres-schemas';
import {
  databaseUrlWith,
  modelGatewayToken,
  runUntilSignal,
  serviceConfig,
  topicLayouts,
  type Environment,
  type ServiceLog,
} from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';
import { startModelGateway } from './start-model-gateway.js';

/**
 * Runs until SIGTERM or SIGINT. Exits with 1 if it cannot start or continue; a
 * supervisor restarts it.
 */
export const runModelGateway = (env: Environment): Promise<void> =>
  runUntilSignal('model-gateway', (logger) => started(env, logger));

/** Opens everything from the outside in; returns a function that closes it again. */
async function started(env: Environment, logger: ServiceLog): Promise<() => Promise<void>> {
  const config = serviceConfig(env);
  logger.level = config.logLevel;
  const token = modelGatewayToken(env);
  const url = databaseUrlWith(env, config.databaseUrl);
  const models = await loadModels(config.models, env);
  const schema = await migrateRecordings(url);
  const log = await kafkaServiceLog(config, logger);
  await log.ensureTopics(topicLayouts(config.partitions));
  const store = new PostgresRecordingStore({
    url,
    schema,
    onHold: (isHeld) => logger.info({ isHeld }, 'permission to make model calls'),
  });
  const gateway = new ModelGateway({
    mode: 'record',
    models,
    onWarning: (text) => logger.warn(text),
    store: new PublishedRecordings(store, log),
  });
  const { httpHost: host, httpPort: port } = config;
  const served = await startModelGateway({
    models: gateway,
    token,
    host,
    port,
    logger,
    isHeld: () => store.isHeld,
    withProcessMetrics: true,
  });
  logger.info({ url: served.url, providers: [...models.providers.keys()] }, 'started');
  return async () => {
    await served.close();
    await gateway.close();
    await log.close();
  };
}
