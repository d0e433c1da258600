/**
 * Assembles a service from log, processor, handlers and health, and shuts it down in
 * the right order.
 */

import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { MessageLog, Processor, TopicLayout } from '#event-log';
import { serverTimes } from '#http';
import { topicNames, topics } from '#contracts/streams/topics';
import type { ServiceConfig } from '../config/service-config.js';
import { HealthModule } from '../health/health.module.js';
import type { HealthProbe, Readiness } from '../health/health-probe.js';
import { ServiceMetrics } from '../health/service-metrics.js';
import type { HostTimes } from '../processing/host-options.js';
import { ProcessorHost } from '../processing/processor-host.js';
import { frameworkLog, type ServiceLog } from '../log/service-log.js';
import { openTracing, type BatchTracing } from '../tracing/batch-tracing.js';
import {
  CodedErrorsFilter,
  MessageLogStrategy,
  topicsController,
} from '../transport/message-log-strategy.js';
import { hosted } from '../transport/start-processor.js';
import type { TopicReader } from '../transport/topic-reader.js';

/** What a processor may depend on. */
interface ServiceSurroundings {
  readonly config: ServiceConfig;
  readonly logger: ServiceLog;
  readonly tracing: BatchTracing;
  /** The metrics to which a processor may add its own. */
  readonly metrics: ServiceMetrics;
}

export interface ServiceDefinition {
  /** Also the name of its group, after `tapefold.`. */
  readonly name: string;
  openLog(config: ServiceConfig, logger: ServiceLog): Promise<MessageLog>;
  openProcessor(surroundings: ServiceSurroundings): Processor | Promise<Processor>;
}

export interface StartOptions {
  readonly config: ServiceConfig;
  readonly logger: ServiceLog;
  /** Called once, when the service cannot continue. */
  readonly onFatal: (error: Error) => void;
  readonly times?: Partial<HostTimes>;
  readonly tracing?: BatchTracing;
  /** Includes memory, event loop and the like in the metrics. */
  readonly withProcessMetrics?: boolean;
}

export interface Service {
  readonly host: ProcessorHost;
  /** Base address of its health endpoints, without a trailing slash. */
  readonly url: string;
  /** Finishes the batch in hand, commits, leaves the group, closes everything. */
  stop(): Promise<void>;
}

/** Starts a service; settles when it reads. On failure, closes everything that was opened. */
export async function startService(
  definition: ServiceDefinition,
  options: StartOptions,
): Promise<Service> {
  const { config, logger } = options;
  const log = await definition.openLog(config, logger);
  try {
    await log.ensureTopics(topicLayouts(config.partitions));
    return await startOver(log, definition, options);
  } catch (error) {
    await log.close().catch(() => undefined);
    throw error;
  }
}

async function startOver(
  log: MessageLog,
  { name, openProcessor }: ServiceDefinition,
  options: StartOptions,
): Promise<Service> {
  const { config, logger, onFatal, withProcessMetrics = false } = options;
  const { otlpUrl, onBroken, partitions } = config;
  const tracing = options.tracing ?? openTracing({ service: name, otlpUrl });
  const metrics = new ServiceMetrics({ service: name, withProcess: withProcessMetrics });
  const processor = await openProcessor({ config, logger, tracing, metrics });
  const { host, reader } = hosted({
    name,
    partitions,
    processor,
    log,
    onBroken,
    metrics,
    logger,
    tracing,
    onFatal,
    times: options.times ?? {},
  });
  const root = rootModule(host, probeOf(host, reader, metrics, log));
  const app = await openApplication(root, reader, logger);
  const stop = async (): Promise<void> => {
    await reader.stop();
    await app.close();
    await tracing.close().catch((error) => logger.warn({ err: error }, 'spans were lost'));
    await log.close();
  };
  try {
    Object.assign(app.getHttpServer() as object, serverTimes);
    await app.listen(config.httpPort, config.httpHost);
    await app.startAllMicroservices();
  } catch (error) {
    await app.close();
    throw error;
  }
  return { host, url: await app.getUrl(), stop };
}

async function openApplication(
  root: DynamicModule,
  reader: TopicReader,
  logger: ServiceLog,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(root, {
    logger: frameworkLog(logger),
    abortOnError: false,
    bodyParser: false,
  });
  app.disable('x-powered-by');
  const strategy = new MessageLogStrategy(reader);
  // Filters must be registered before the transport is set up, hence later than the
  // framework would.
  const transport = app.connectMicroservice({ strategy }, { deferInitialization: true });
  transport.useGlobalFilters(new CodedErrorsFilter());
  return app;
}

@Module({})
class ServiceModule {}

function rootModule(host: ProcessorHost, probe: HealthProbe): DynamicModule {
  return {
    module: ServiceModule,
    imports: [HealthModule.over(probe)],
    controllers: [topicsController(host.processor)],
    providers: [{ provide: ProcessorHost, useValue: host }],
  };
}

/**
 * The health of a service: ready once it has joined the group and knows the tapes, with no
 * partition stopped.
 */
function probeOf(
  host: ProcessorHost,
  reader: TopicReader,
  metrics: ServiceMetrics,
  log: MessageLog,
): HealthProbe {
  const readiness = (): Readiness => {
    const { failed, tapeCaughtUp, stopped, ownedPartitions } = host.state;
    const groupJoined = reader.isJoined;
    const partitions = ownedPartitions.map(String);
    return {
      ready: !failed && groupJoined && tapeCaughtUp && stopped.length === 0,
      checks: { running: !failed, groupJoined, tapeCaughtUp, partitions, stopped },
    };
  };
  return {
    isLive: () => !host.state.failed,
    readiness,
    metrics: () => metrics.text(log, readiness().ready),
  };
}

/** All topics. Those of a group must have equal numbers of partitions, hence one number for all. */
export function topicLayouts(partitions: number): TopicLayout[] {
  return topicNames.map((topic) => ({
    topic,
    partitions: topics[topic].partitioned === 'single' ? 1 : partitions,
    compacted: topics[topic].compacted,
  }));
}
