/** Full use of the concurrency limit at all times; points of a minute are granted in order. */

import { describe, expect, it } from 'vitest';
import { ProviderLimits } from './provider-limits.js';
import { wallClock } from '#http';

const never = new AbortController().signal;

describe('the limit of concurrent requests', () => {
  it('is used to the full while work is left, and never exceeded', async () => {
    const limits = new ProviderLimits({ concurrent: 5 }, wallClock.sleep);
    const atOnce: number[] = [];
    let running = 0;
    const task = async (): Promise<void> => {
      atOnce.push(++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await Promise.all(Array.from({ length: 40 }, () => limits.run(1, never, task)));
    expect(atOnce).toHaveLength(40);
    expect(Math.max(...atOnce)).toBe(5);
    expect(atOnce.slice(4).every((count) => count >= 4)).toBe(true);
  });

  it('lets who gave up out of the line', async () => {
    const limits = new ProviderLimits({ concurrent: 1 }, wallClock.sleep);
    const blocker = Promise.withResolvers<void>();
    const first = limits.run(1, never, () => blocker.promise);
    const given = new AbortController();
    let ran = false;
    const second = limits.run(1, given.signal, async () => void (ran = true));
    given.abort(new Error('gave up'));
    await expect(second).rejects.toThrow('gave up');
    blocker.resolve();
    await first;
    expect(ran).toBe(false);
  });

  it('waits for a task that has begun, even when it is aborted', async () => {
    const limits = new ProviderLimits({ concurrent: 1 }, wallClock.sleep);
    const given = new AbortController();
    const task = limits.run(1, given.signal, async () => {
      given.abort(new Error('too late'));
      return 'kept';
    });
    expect(await task).toBe('kept');
  });
});

describe('the limit of a minute', () => {
  /** Waits are noted, and end only when they are abandoned. */
  function waiting() {
    const waits: number[] = [];
    const sleep: typeof wallClock.sleep = (ms, signal) => {
      waits.push(ms);
      return wallClock.sleep(1_000_000, signal);
    };
    return { waits, sleep };
  }

  it('of requests lets through what it allows, and the next wait', async () => {
    const { waits, sleep } = waiting();
    const limits = new ProviderLimits({ concurrent: 9, requestsPerMinute: 2 }, sleep);
    const given = new AbortController();
    let ran = 0;
    const tasks = Array.from({ length: 3 }, () =>
      limits.run(1, given.signal, async () => void ran++),
    );
    await Promise.all(tasks.slice(0, 2));
    await expect.poll(() => waits.length).toBe(1);
    expect(ran).toBe(2);
    expect(waits[0]).toBeLessThanOrEqual(60_000);
    given.abort(new Error('gave up'));
    await expect(tasks[2]).rejects.toThrow('gave up');
  });

  it('of tokens count tokens, and a request larger than a minute’s limit takes the whole minute', async () => {
    const { waits, sleep } = waiting();
    const limits = new ProviderLimits({ concurrent: 9, tokensPerMinute: 100 }, sleep);
    const given = new AbortController();
    await limits.run(1_000, given.signal, async () => undefined);
    const next = limits.run(1, given.signal, async () => undefined);
    await expect.poll(() => waits.length).toBe(1);
    given.abort(new Error('gave up'));
    await expect(next).rejects.toThrow('gave up');
  });
});
