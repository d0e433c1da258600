/** The gateway at work: read models that follow the topics, and the interface over both. */

import { topicLayouts, ServiceMetrics, type ServiceLog } from '#service-host';
import type { MessageLog } from '#event-log';
import type { ReadModels } from '#read-models';
import type { GatewayLimits } from './gateway-limits.js';
import { GatewayProbe } from './gateway-probe.js';
import { LiveUpdates } from './live/live-updates.js';
import { openGateway, type Gateway } from './open-gateway.js';
import { startProjector } from './projector.js';

export interface GatewayOptions {
  /** Both stay the caller's to close. */
  readonly log: MessageLog;
  readonly models: ReadModels;
  readonly partitions: number;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly datasets: ReadonlyMap<string, string>;
  readonly adminTokenHash: string | null;
  readonly limits: GatewayLimits;
  readonly logger: ServiceLog;
  /** Called once, when projecting cannot go on. */
  readonly onFatal: (error: Error) => void;
  /** Memory, event loop and the like among the metrics. */
  readonly withProcessMetrics?: boolean;
}

/** Projects, listens, and stops both in good order. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { log, models, logger, partitions, withProcessMetrics: withProcess = false } = options;
  await log.ensureTopics(topicLayouts(partitions));
  const updates = new LiveUpdates();
  const metrics = new ServiceMetrics({ service: 'gateway', withProcess });
  const probe = new GatewayProbe({ models, log, metrics });
  const onCrash = (error: Error): void => {
    probe.failed(error);
    options.onFatal(error);
  };
  const tables = models;
  const projector = await startProjector({ log, tables, updates, metrics, logger, onCrash });
  probe.projects(projector);
  try {
    const { datasets, adminTokenHash, limits, host, port } = options;
    const shown = { log, models, datasets, adminTokenHash, limits, updates, logger, probe };
    const gateway = await openGateway({ ...shown, nowMs: () => Date.now() }, { host, port });
    const stopProjecting = (): Promise<void> => projector.stop();
    return { ...gateway, close: () => gateway.close().finally(stopProjecting) };
  } catch (error) {
    await projector.stop();
    throw error;
  }
}
