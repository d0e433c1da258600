/** Puts a service together: log, processor, handlers, health; and takes it apart in the right order. */

import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { MessageLog, Processor, TopicLayout } from '#event-log';
import { serverTimes } from '#values/server-times';
import { topicNames, topics } from '#contracts/streams/topics';
import type { ServiceConfig } from '../config/service-config.js';
import { HealthModule } from '../health/health.module.js';
import type { HealthProbe, Readiness } from '../health/health-probe.js';
import { ServiceMetrics } from '../health/service-metrics.js';
import type { HostTimes } from '../processing/host-options.js';
import { ProcessorHost } from '../processing/processor-host.js';
import { frameworkLog, type ServiceLog } from '../log/service-log.js';
import { openTracing, type BatchTracing } from '../tracing/batch-tracing.js';
import { CodedErrorsFilter, MessageLogStrategy } from '../transport/message-log-strategy.js';
import { hosted } from '../transport/start-processor.js';
import type { TopicReader } from '../transport/topic-reader.js';
import { topicsController } from '../transport/topics-controller.js';

/** What a processor may be made of. */
interface ServiceSurroundings {
  readonly config: ServiceConfig;
  readonly logger: ServiceLog;
  readonly tracing: BatchTracing;
  /** To which a processor may add figures of its own. */
  readonly metrics: ServiceMetrics;
  /** For a tape that cannot go on: logged, and nothing else is held up. The topics say so as well. */
  readonly onFailure: (tape: string, error: unknown) => void;
  /** For a tape whose sources cannot be read just now, and are tried again. */
  readonly onRetry: (tape: string, error: unknown) => void;
}

export interface ServiceDefinition {
  /** Also that of its group, behind `tapefold.`. */
  readonly name: string;
  openLog(config: ServiceConfig, logger: ServiceLog): Promise<MessageLog>;
  openProcessor(surroundings: ServiceSurroundings): Processor | Promise<Processor>;
}

export interface StartOptions {
  readonly config: ServiceConfig;
  readonly logger: ServiceLog;
  /** Called once, when the service cannot go on. */
  readonly onFatal: (error: Error) => void;
  readonly times?: Partial<HostTimes>;
  readonly tracing?: BatchTracing;
  /** Memory, event loop and the like among the metrics. */
  readonly withProcessMetrics?: boolean;
}

export interface Service {
  readonly host: ProcessorHost;
  /** Where its health is, without a slash at the end. */
  readonly url: string;
  /** Finishes the batch in hand, commits, leaves the group, closes everything. */
  stop(): Promise<void>;
}

/** Starts a service; settles when it reads. Whatever was opened is closed again where that fails. */
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
  const onFailure = (tape: string, error: unknown): void => {
    logger.error({ err: error, tape }, 'a tape cannot go on');
  };
  const onRetry = (tape: string, error: unknown): void => {
    logger.warn({ err: error, tape }, 'sources cannot be read and are tried again');
  };
  const tracing = options.tracing ?? openTracing({ service: name, otlpUrl });
  const metrics = new ServiceMetrics({ service: name, withProcess: withProcessMetrics });
  const surroundings = { config, logger, tracing, metrics, onFailure, onRetry };
  const processor = await openProcessor(surroundings);
  const { host, reader } = hosted({
    ...{ name, partitions, processor, log, onBroken, metrics, logger, tracing, onFatal },
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
  // Filters are taken before the transport is set up only, hence later than the framework would.
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

/** The health of a service: ready is who has joined the group, knows the tapes, and stands still nowhere. */
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

/** All topics. Those of a group have to agree in their number of partitions, hence one number for all. */
export function topicLayouts(partitions: number): TopicLayout[] {
  return topicNames.map((topic) => ({
    topic,
    partitions: topics[topic].partitioned === 'single' ? 1 : partitions,
    compacted: topics[topic].compacted,
  }));
}
