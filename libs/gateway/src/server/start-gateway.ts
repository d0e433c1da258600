/** The running gateway: read models that follow the topics, and the interface over both. */

import { topicLayouts, ServiceMetrics } from '#service-host';
import type { MessageLog } from '#event-log';
import type { ReadModels } from '#read-models';
import type { GatewayParts } from '../providers/gateway-parts.js';
import { GatewayProbe } from './gateway-probe.js';
import { openMetricsListener } from '../http/metrics-listener.js';
import { LiveUpdates } from '../providers/live-updates.js';
import { openGateway, type Gateway } from './open-gateway.js';
import { startProjector } from './projector.js';
import { RunWaits, waitGauges } from '../resources/run-waits.js';

export interface GatewayOptions extends Pick<
  GatewayParts,
  | 'datasets'
  | 'feeds'
  | 'register'
  | 'recordings'
  | 'workflows'
  | 'adminTokenHash'
  | 'limits'
  | 'logger'
> {
  /** The caller closes both, and the recordings as well. */
  readonly log: MessageLog;
  readonly models: ReadModels;
  readonly partitions: number;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Port that serves only `/metrics`, without a token; none if null or omitted. */
  readonly metricsPort?: number | null;
  /** Called once, when projecting cannot continue. */
  readonly onFatal: (error: Error) => void;
  /**
   * Why the folder around the gateway cannot be written, for its health; undefined while it can.
   */
  readonly storageTrouble?: () => string | undefined;
  /** Includes memory, event loop and the like in the metrics. */
  readonly withProcessMetrics?: boolean;
}

interface StartedGateway extends Gateway {
  /** Address of `/metrics` without a token; null if there is none. */
  readonly metricsUrl: string | null;
}

/** Projects and listens; stops both in the right order. */
export async function startGateway(options: GatewayOptions): Promise<StartedGateway> {
  const { log, models, logger, partitions, withProcessMetrics: withProcess = false } = options;
  await log.ensureTopics(topicLayouts(partitions));
  const updates = new LiveUpdates();
  const metrics = new ServiceMetrics({ service: 'gateway', withProcess });
  const waits = new RunWaits(log);
  const countWaits = waitGauges(metrics.registry, waits, models);
  const { storageTrouble } = options;
  const probe = new GatewayProbe({ models, log, metrics, countWaits, storageTrouble });
  const onCrash = (error: Error): void => {
    probe.failed(error);
    options.onFatal(error);
  };
  const tables = models;
  const projector = await startProjector({ log, tables, updates, metrics, logger, onCrash });
  probe.projects(projector);
  try {
    const listening = await listen(options, { updates, probe, waits });
    const stopLooking = waits.start();
    const stop = (): Promise<void> => projector.stop().finally(stopLooking);
    return { ...listening, close: () => listening.close().finally(stop) };
  } catch (error) {
    await projector.stop();
    throw error;
  }
}

/** Opens the interface, and the metrics port if requested. */
async function listen(
  options: GatewayOptions,
  made: Pick<GatewayParts, 'updates' | 'probe' | 'waits'>,
): Promise<StartedGateway> {
  const { host, port, metricsPort = null } = options;
  const shown = { ...options, ...made, nowMs: () => Date.now() };
  const gateway = await openGateway(shown, { host, port });
  if (metricsPort === null) return { ...gateway, metricsUrl: null };
  try {
    const metrics = await openMetricsListener(shown, { host, port: metricsPort });
    const close = (): Promise<void> => gateway.close().finally(() => metrics.close());
    return { ...gateway, metricsUrl: metrics.url, close };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}
