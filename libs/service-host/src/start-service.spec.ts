/** Services put together over a log in memory: from a message on a topic to what comes of it. */

import { describe, expect, it, vi } from 'vitest';
import type { MessageLog } from '#event-log';
import { EchoProcessor } from './processing/echo-processor.fixture.js';
import { memoryLog, startEcho, valuesByKey, type StartedService } from './service.fixture.js';

const run = (key: string, value = 'x') => ({ topic: 'runs', key, value }) as const;

async function until(log: MessageLog, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const ends = await log.endOffsets('scores');
    expect(ends.reduce((sum, end) => sum + end, 0)).toBe(count);
  });
}

async function stopped({ service }: StartedService): Promise<void> {
  await service.stop();
}

describe('startService', () => {
  it('takes batches by their handlers, and appends what comes of them', async () => {
    const log = await memoryLog();
    const started = await startEcho(log, new EchoProcessor());
    await log.append([run('a'), run('b'), run('a')]);
    await until(log, 3);
    expect(await valuesByKey(log, 'scores')).toEqual({ a: ['1', '2'], b: ['1'] });
    await stopped(started);
  });
});
