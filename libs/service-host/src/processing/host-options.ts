/** Options and dependencies of a processor host. */

import type { MessageLog, Processor } from '#event-log';
import type { OnBroken } from '../config/service-config.js';
import type { ServiceMetrics } from '../health/service-metrics.js';
import type { ServiceLog } from '../log/service-log.js';
import type { BatchTracing } from '../tracing/batch-tracing.js';

export interface ProcessorHostOptions {
  readonly processor: Processor;
  readonly group: string;
  readonly log: MessageLog;
  readonly onBroken: OnBroken;
  /** The partition of a key's messages. */
  readonly partitionOf: (key: string) => number;
  readonly metrics: ServiceMetrics;
  readonly logger: ServiceLog;
  readonly tracing: BatchTracing;
  /** Called once: the processor has a bug, or the log is gone. No batch is accepted after that. */
  readonly onFatal: (error: Error) => void;
  readonly times?: Partial<HostTimes>;
}

export const usualTimes = {
  /** Milliseconds between commits; 0: after every batch. */
  commitEveryMs: 500,
  heartbeatEveryMs: 1_000,
  /** Milliseconds to wait for an unavailable log. */
  giveUpMs: 60_000,
};
export type HostTimes = { readonly [N in keyof typeof usualTimes]: number };
