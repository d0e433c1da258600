/**
 * Services assembled over a log in memory: from a message on a topic to its answer, with
 * health and shutdown.
 */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { MessageLog } from '#event-log';
import { EchoProcessor } from '../processing/echo-processor.fixture.js';
import { keysOf } from '../processing/host.fixture.js';
import { memoryLog, startEcho, valuesByKey, type StartedService } from '../log/service.fixture.js';
import { openTracing } from '../tracing/batch-tracing.js';

const patience = { timeout: 120_000 };

const [key0 = '', key1 = ''] = keysOf;
const run = (key: string, value = 'x') => ({ topic: 'runs', key, value }) as const;

let log: MessageLog;
beforeEach(async () => {
  log = await memoryLog();
});

async function answers(expected: Record<string, string[]>): Promise<void> {
  await vi.waitFor(
    async () => expect(await valuesByKey(log, 'scores')).toEqual(expected),
    patience,
  );
}

async function get({ service }: StartedService, path: string) {
  const response = await fetch(`${service.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('startService', () => {
  it('takes batches by their handlers, and appends what comes of them', async () => {
    const started = await startEcho(log, new EchoProcessor());
    await log.append([run(key0), run(key1), run(key0)]);
    await answers({ [key0]: ['1', '2'], [key1]: ['1'] });
    expect(started.lines.filter(({ level }) => level !== 'info')).toEqual([]);
    await started.service.stop();
  });

  it('takes tapes whole for a processor that reads them', async () => {
    const started = await startEcho(log, new EchoProcessor(true));
    await log.append([run(key0)]);
    await answers({ [key0]: ['1'] });
    await log.append([{ topic: 'market.tape', key: key1, value: 'facts' }]);
    await vi.waitFor(
      async () => expect(await valuesByKey(log, 'agent.decisions')).toEqual({ [key0]: ['1'] }),
      patience,
    );
    await started.service.stop();
  });

  it('finishes the current batch when it is stopped, and a successor resumes after it', async () => {
    const processor = new EchoProcessor();
    const release = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    processor.whenSlow = () => {
      begun.resolve();
      return release.promise;
    };
    const first = await startEcho(log, processor);
    await log.append([run(key0, 'slow')]);
    await begun.promise;
    const stopping = first.service.stop();
    release.resolve();
    await stopping;
    await answers({ [key0]: ['1'] });
    await log.append([run(key0)]);
    const second = await startEcho(log, new EchoProcessor());
    await answers({ [key0]: ['1', '2'] });
    expect(processor.closed.toSorted()).toEqual([0, 1]);
    await second.service.stop();
  });

  it('shares partitions between members, and no message is answered twice', async () => {
    const first = await startEcho(log, new EchoProcessor());
    await log.append([run(key0), run(key1)]);
    await answers({ [key0]: ['1'], [key1]: ['1'] });
    const second = await startEcho(log, new EchoProcessor());
    await vi.waitFor(() => {
      expect(first.service.host.state.ownedPartitions).toHaveLength(1);
      expect(second.service.host.state.ownedPartitions).toHaveLength(1);
    }, patience);
    await log.append([run(key0), run(key1)]);
    await answers({ [key0]: ['1', '2'], [key1]: ['1', '2'] });
    await first.service.stop();
    await log.append([run(key0), run(key1)]);
    await answers({ [key0]: ['1', '2', '3'], [key1]: ['1', '2', '3'] });
    await second.service.stop();
  });

  it('does not start over topics of another layout', async () => {
    const env = { TAPEFOLD_PARTITIONS: '3' };
    await expect(startEcho(log, new EchoProcessor(), { env })).rejects.toMatchObject({
      code: 'Conflict',
    });
  });

  it('ends at a bug, and is no longer live', async () => {
    const started = await startEcho(log, new EchoProcessor());
    await log.append([run(key0, 'bug')]);
    expect((await started.fatal).message).toBe('a bug');
    expect(await get(started, '/health/live')).toMatchObject({ status: 503 });
    expect(await get(started, '/health/ready')).toMatchObject({ status: 503 });
    await started.service.stop();
  });

  it('says in messages what they came of', async () => {
    const processor = new SimpleSpanProcessor(new InMemorySpanExporter());
    const tracing = openTracing({ service: 'echo', processor });
    const started = await startEcho(log, new EchoProcessor(), { tracing });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    await log.append([{ ...run(key0), headers }]);
    const found = Promise.withResolvers<string | undefined>();
    const tail = await log.tail({
      topics: ['scores'],
      from: 'start',
      onBatch: ({ messages }) => found.resolve(messages[0]?.headers['traceparent']),
    });
    expect(await found.promise).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)`));
    await tail.stop();
    await started.service.stop();
  });
});

describe('health', () => {
  it('is ready when the group has given its partitions', async () => {
    const started = await startEcho(log, new EchoProcessor());
    await vi.waitFor(async () => {
      const { status, text } = await get(started, '/health/ready');
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({
        status: 'ready',
        checks: {
          running: true,
          groupJoined: true,
          tapeCaughtUp: true,
          partitions: ['0', '1'],
          stopped: [],
        },
      });
    }, patience);
    const live = await get(started, '/health/live');
    expect(live).toMatchObject({ status: 200, text: '{"status":"live"}' });
    expect(live.headers.has('x-powered-by')).toBe(false);
    await started.service.stop();
  });

  it('is not ready while a partition is stopped, and stays live', async () => {
    const env = { TAPEFOLD_ON_BROKEN: 'stop' };
    const started = await startEcho(log, new EchoProcessor(), { env });
    await log.append([run(key0, 'broken')]);
    await vi.waitFor(async () => {
      const { status, text } = await get(started, '/health/ready');
      expect(status).toBe(503);
      expect(JSON.parse(text).checks.stopped).toEqual(['runs/0']);
    }, patience);
    expect(await get(started, '/health/live')).toMatchObject({ status: 200 });
    await started.service.stop();
  });

  it('counts messages, batches, lags and dead letters for Prometheus', async () => {
    const started = await startEcho(log, new EchoProcessor());
    await log.append([run(key0), run(key0, 'broken'), run(key0)]);
    await answers({ [key0]: ['1', '2'] });
    const { headers, text } = await get(started, '/metrics');
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'tapefold_messages_total{topic="runs",direction="in",service="echo"} 3',
        'tapefold_messages_total{topic="scores",direction="out",service="echo"} 2',
        'tapefold_messages_total{topic="dead-letters",direction="out",service="echo"} 1',
        'tapefold_dead_letters_total{topic="runs",service="echo"} 1',
        'tapefold_lag{topic="runs",partition="0",service="echo"} 0',
        'tapefold_lag{topic="scores",partition="1",service="echo"} 0',
        'tapefold_batch_seconds_count{service="echo",topic="runs"} 1',
        'tapefold_owned_partitions{service="echo"} 2',
        'tapefold_stopped_partitions{service="echo"} 0',
        'tapefold_ready{service="echo"} 1',
      ]),
    );
    await started.service.stop();
  });
});
