/** Observability of work on a batch: a span, a duration, a log line. */

import type { MessageBatch } from '#event-log';
import { placeOf, type ServiceLog } from '../log/service-log.js';
import type { BatchTrace } from '../tracing/batch-tracing.js';
import type { ProcessorHostOptions } from './host-options.js';

/**
 * Does the work; rethrows its errors. `isAgain`: a reread, which leaves the topic's
 * position as it was.
 */
export async function watched<T>(
  batch: MessageBatch,
  { metrics, tracing, logger }: Pick<ProcessorHostOptions, 'metrics' | 'tracing' | 'logger'>,
  work: (trace: BatchTrace) => Promise<T>,
  isAgain = false,
): Promise<T> {
  const startedMs = performance.now();
  const trace = tracing.start(batch);
  try {
    const outcome = await work(trace);
    trace.end();
    const seconds = (performance.now() - startedMs) / 1000;
    if (isAgain) metrics.batchTook(batch, seconds);
    else metrics.batchDone(batch, seconds);
    logBatch(logger, batch, seconds);
    return outcome;
  } catch (error) {
    trace.end(error);
    throw error;
  }
}

function logBatch(logger: ServiceLog, batch: MessageBatch, seconds: number): void {
  if (!logger.isLevelEnabled('debug')) return;
  const { topic, partition, messages } = batch;
  const [first] = messages;
  const place = first === undefined ? {} : placeOf(first);
  const detail = { topic, partition, offset: first?.offset, messages: messages.length, seconds };
  logger.debug({ ...detail, ...place }, 'batch');
}
