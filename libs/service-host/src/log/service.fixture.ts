/** Services for tests, over a log in memory, with access to their log lines and how they end. */

import type { TopicName } from '#contracts/streams/topics';
import { openEmbeddedLog, type MessageLog, type Processor } from '#event-log';
import { serviceConfig } from '../config/service-config.js';
import { openServiceLog, type ServiceLog } from './service-log.js';
import {
  startService,
  type Service,
  type StartOptions,
  topicLayouts,
} from '../service/start-service.js';

export const partitions = 2;

/** A log in memory with all topics. */
export async function memoryLog(options: Parameters<typeof openEmbeddedLog>[0] = {}) {
  const log = await openEmbeddedLog(options);
  await log.ensureTopics(topicLayouts(partitions));
  return log;
}

/** Collects what is logged, line by line. */
export function linesLog(level: 'debug' | 'info' = 'info'): {
  logger: ServiceLog;
  lines: Record<string, unknown>[];
} {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { logger: openServiceLog({ service: 'echo', level, destination }), lines };
}

export interface StartedService {
  readonly service: Service;
  readonly lines: readonly Record<string, unknown>[];
  /** Settles with the error that ended the service. */
  readonly fatal: Promise<Error>;
}

/**
 * Starts an echo service on a free port that commits after each batch. Closing it
 * leaves its log open.
 */
export async function startEcho(
  log: MessageLog,
  processor: Processor,
  options: Partial<StartOptions> & { env?: Record<string, string> } = {},
): Promise<StartedService> {
  const { logger, lines } = linesLog();
  const base = { TAPEFOLD_BROKERS: 'memory:1', TAPEFOLD_HTTP_PORT: '0' };
  const config = serviceConfig({
    ...base,
    TAPEFOLD_PARTITIONS: `${partitions}`,
    ...options.env,
  });
  let onFatal: (error: Error) => void = () => {};
  const fatal = new Promise<Error>((resolve) => (onFatal = resolve));
  const service = await startService(
    {
      name: 'echo',
      openLog: async () => ({ ...boundTo(log), close: async () => {} }),
      openProcessor: () => processor,
    },
    { config, logger, onFatal, times: { commitEveryMs: 0 }, ...options },
  );
  return { service, lines, fatal };
}

/** The log's methods, bound to it. */
function boundTo(log: MessageLog): MessageLog {
  return {
    ensureTopics: (layouts) => log.ensureTopics(layouts),
    endOffsets: (topic) => log.endOffsets(topic),
    emptyGroups: (groups) => log.emptyGroups(groups),
    committedOffsets: (group, topic) => log.committedOffsets(group, topic),
    append: (messages) => log.append(messages),
    join: (options) => log.join(options),
    tail: (options) => log.tail(options),
    close: () => log.close(),
  };
}

/** All messages of a topic so far, by key. */
export async function valuesByKey(
  log: MessageLog,
  topic: TopicName,
): Promise<Record<string, string[]>> {
  const values: Record<string, string[]> = {};
  const ends = await log.endOffsets(topic);
  let missing = ends.reduce((sum, end) => sum + end, 0);
  if (missing === 0) return values;
  const whole = Promise.withResolvers<void>();
  const tail = await log.tail({
    topics: [topic],
    from: 'start',
    onBatch({ messages }) {
      for (const { key, value } of messages) (values[key] ??= []).push(value);
      missing -= messages.length;
      if (missing <= 0) whole.resolve();
    },
  });
  await whole.promise;
  await tail.stop();
  return values;
}
