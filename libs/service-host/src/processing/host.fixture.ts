/** A processor host for tests over a log in memory, fed directly and by its group. */

import { partitionOf, type MessageBatch, type MessageLog, type OutgoingMessage } from '#event-log';
import { ServiceMetrics } from '../health/service-metrics.js';
import { linesLog, partitions } from '../log/service.fixture.js';
import { openTracing } from '../tracing/batch-tracing.js';
import { TopicReader } from '../transport/topic-reader.js';
import type { EchoProcessor } from './echo-processor.fixture.js';
import type { ProcessorHostOptions } from './host-options.js';
import { ProcessorHost } from './processor-host.js';

export interface HostedEcho {
  readonly host: ProcessorHost;
  readonly metrics: ServiceMetrics;
  readonly lines: Record<string, unknown>[];
  readonly fatal: Error[];
  /** Reads `runs` and `scores` in the group, without a framework in between. */
  readonly reader: TopicReader;
  start(): Promise<void>;
}

export const group = 'tapefold.echo';

export function hostedEcho(
  log: MessageLog,
  processor: EchoProcessor,
  options: Partial<ProcessorHostOptions> = {},
): HostedEcho {
  const { logger, lines } = linesLog('debug');
  const metrics = new ServiceMetrics({ service: 'echo' });
  const fatal: Error[] = [];
  const host = new ProcessorHost({
    processor,
    group,
    log,
    onBroken: 'dead-letter',
    metrics,
    logger,
    tracing: openTracing({ service: 'echo' }),
    onFatal: (error) => void fatal.push(error),
    partitionOf: (key) => partitionOf(key, partitions),
    times: { commitEveryMs: 0 },
    ...options,
  });
  const reader = new TopicReader({ log, group, processor, membership: host });
  const start = () => reader.start((batch, controls) => host.deliver(batch, controls));
  return { host, metrics, lines, fatal, reader, start };
}

/** A batch of `runs` as it would be read, with offsets from `first` on. */
export function runsBatch(partition: number, values: readonly string[], first = 0): MessageBatch {
  const messages = values.map((value, index) => ({
    topic: 'runs' as const,
    partition,
    offset: first + index,
    key: keysOf[partition] ?? '',
    value,
    headers: {},
    timestampMs: 0,
  }));
  return {
    topic: 'runs',
    partition,
    messages,
    nextOffset: first + values.length,
    endOffset: first + values.length,
  };
}

/** A key in partition 0, and one in partition 1. */
export const keysOf: readonly string[] = Array.from({ length: partitions }, (_, partition) =>
  keyIn(partition),
);

function keyIn(partition: number): string {
  for (let number = 0; ; number++) {
    if (partitionOf(`run-${number}`, partitions) === partition) return `run-${number}`;
  }
}

export const owned = { heartbeat: async () => {}, isOwned: () => true };

/** The log, with another `append`. */
export function appending(
  log: MessageLog,
  append: (messages: readonly OutgoingMessage[]) => Promise<void>,
): MessageLog {
  return new Proxy(log, {
    get: (target, name) => {
      if (name === 'append') return append;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
