/** A processor in this process, without its own server: batches go straight to its host. */

import { partitionOf } from '#event-log';
import { ServiceMetrics } from '../health/service-metrics.js';
import { openTracing } from '../tracing/batch-tracing.js';
import { TopicReader } from './topic-reader.js';
import type { ProcessorHostOptions } from '../processing/host-options.js';
import { ProcessorHost } from '../processing/processor-host.js';

interface HostedOptions extends Omit<ProcessorHostOptions, 'group' | 'partitionOf'> {
  /** Name of the service whose work it does; determines its group. */
  readonly name: string;
  /** Partitions of each topic. */
  readonly partitions: number;
}

/** The host of a processor, and the reader of its topics, not yet started. */
export function hosted({ name, partitions, ...options }: HostedOptions): {
  readonly host: ProcessorHost;
  readonly reader: TopicReader;
} {
  const own = { ...options, group: `tapefold.${name}` };
  const host = new ProcessorHost({ ...own, partitionOf: (key) => partitionOf(key, partitions) });
  return { host, reader: new TopicReader({ ...own, membership: host }) };
}

/**
 * Takes part in the work of the service of this name until it is stopped. Fails as
 * `MessageLog.join` does.
 */
export async function startProcessor(
  options: Omit<HostedOptions, 'onBroken' | 'metrics' | 'tracing'>,
): Promise<TopicReader> {
  const { name: service, logger } = options;
  const { host, reader } = hosted({
    ...options,
    onBroken: 'dead-letter',
    metrics: new ServiceMetrics({ service }),
    logger: logger.child({ service }),
    tracing: openTracing({ service }),
  });
  await reader.start((batch, controls) => host.deliver(batch, controls));
  return reader;
}
