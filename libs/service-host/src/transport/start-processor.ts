/** A processor in this process, without a server of its own: batches go straight to its host. */

import { partitionOf } from '#event-log';
import { ServiceMetrics } from '../health/service-metrics.js';
import { openTracing } from '../tracing/batch-tracing.js';
import { TopicReader, wholeTopicsOf } from './topic-reader.js';
import type { ProcessorHostOptions } from '../processing/host-options.js';
import { ProcessorHost } from '../processing/processor-host.js';

interface StartProcessorOptions extends Pick<
  ProcessorHostOptions,
  'processor' | 'log' | 'logger' | 'onFatal' | 'times'
> {
  /** Of the service whose work it does; its group follows from it. */
  readonly name: string;
  /** Partitions of each topic. */
  readonly partitions: number;
}

/** Takes part in the work of the service of this name until it is stopped. Fails as `MessageLog.join` does. */
export async function startProcessor(options: StartProcessorOptions): Promise<TopicReader> {
  const { name, processor, log, partitions, logger, onFatal, times = {} } = options;
  const group = `tapefold.${name}`;
  const host = new ProcessorHost({
    processor,
    group,
    log,
    onBroken: 'dead-letter',
    partitionOf: (key) => partitionOf(key, partitions),
    metrics: new ServiceMetrics({ service: name }),
    logger: logger.child({ service: name }),
    tracing: openTracing({ service: name, otlpUrl: undefined }),
    onFatal,
    times,
  });
  const reader = new TopicReader({
    log,
    group,
    groupTopics: processor.inputs,
    wholeTopics: wholeTopicsOf(processor),
    membership: host,
  });
  await reader.start((batch, controls) =>
    processor.inputs.includes(batch.topic) ? host.take(batch, controls) : host.takeTape(batch),
  );
  return reader;
}
