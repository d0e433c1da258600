/** The model gateway as a server: attempts, calls, health and metrics on one port. */

import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ModelService } from '#llm';
import { frameworkLog, HealthModule, HealthProbe, type ServiceLog } from '#service-host';
import { serverTimes } from '#http';
import {
  AsksController,
  BearerGuard,
  MODEL_GATEWAY,
  type ModelGatewayParts,
} from './asks.controller.js';
import { callHandler } from './call-handler.js';
import { GatewayErrorFilter } from './gateway-error.filter.js';
import { GatewayFigures } from './gateway-figures.js';
import { OpenAsks } from './open-asks.js';

export interface ModelGatewayOptions {
  /** The caller closes it. */
  readonly models: ModelService;
  readonly token: string;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly logger: ServiceLog;
  /** Whether this gateway is the one that may make calls. */
  readonly isHeld: () => boolean;
  readonly withProcessMetrics?: boolean;
}

export interface StartedModelGateway {
  /** Without a trailing slash. */
  readonly url: string;
  /** Accepts nothing more, and settles when all pending calls have been answered. */
  close(): Promise<void>;
}

/** Maximum bytes of a request that opens or ends an attempt: an end holds a decision and notes. */
const bodyBytes = 4_000_000;

export async function startModelGateway(
  options: ModelGatewayOptions,
): Promise<StartedModelGateway> {
  const { models, token, logger, host, port, isHeld } = options;
  const figures = new GatewayFigures({ withProcess: options.withProcessMetrics ?? false });
  const asks = new OpenAsks(models);
  const probe: HealthProbe = {
    isLive: () => true,
    readiness: () => ({ ready: isHeld(), checks: { holdsRecordings: isHeld() } }),
    metrics: () => figures.text({ openAsks: asks.size, ready: isHeld() }),
  };
  const app = await NestFactory.create<NestExpressApplication>(
    moduleOver({ models, asks, token }, probe),
    { logger: frameworkLog(logger), abortOnError: false, bodyParser: false },
  );
  const onError = (err: unknown): void => logger.error({ err }, 'a model call failed');
  app.disable('x-powered-by').disable('etag');
  // A model may think for a long time: only slow senders are cut off.
  Object.assign(app.getHttpServer() as object, serverTimes);
  app.use('/ask', callHandler({ asks, figures, onError }));
  app.useBodyParser('json', { limit: bodyBytes, inflate: false });
  app.useGlobalFilters(new GatewayErrorFilter(logger));
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    throw error;
  }
  const close = async (): Promise<void> => {
    asks.close();
    await app.close();
  };
  return { url: await app.getUrl(), close };
}

@Module({})
class ModelGatewayModule {}

const moduleOver = (parts: ModelGatewayParts, probe: HealthProbe): DynamicModule => ({
  module: ModelGatewayModule,
  imports: [HealthModule.over(probe)],
  controllers: [AsksController],
  providers: [{ provide: MODEL_GATEWAY, useValue: parts }, BearerGuard],
});
