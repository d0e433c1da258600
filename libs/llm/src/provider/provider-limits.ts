/**
 * Limits concurrent calls and calls per minute of one provider. A call that waits here has not
 * been tried yet.
 */

import PQueue from 'p-queue';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Provider } from './models-file.js';
import type { Sleep } from '#http';

export class ProviderLimits {
  private readonly queue: PQueue;
  private readonly requests: MinuteLimit | undefined;
  private readonly tokens: MinuteLimit | undefined;

  constructor(
    { concurrent, requestsPerMinute, tokensPerMinute }: Provider['limits'],
    sleep: Sleep,
  ) {
    this.queue = new PQueue({ concurrency: concurrent });
    this.requests = limitOf(requestsPerMinute, sleep);
    this.tokens = limitOf(tokensPerMinute, sleep);
  }

  /**
   * Runs `task` once there is room for it and for `tokens` estimated tokens, first come, first
   * served. Rejects with the reason of `signal` if that is aborted while it waits; a task that has
   * begun is awaited.
   */
  async run<T>(tokens: number, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    let begun: Promise<T> | undefined;
    const wait = async (): Promise<T> => {
      await this.requests?.take(1, signal);
      await this.tokens?.take(tokens, signal);
      signal.throwIfAborted();
      begun = task();
      return begun;
    };
    try {
      return await this.queue.add(wait, { signal });
    } catch (error) {
      if (begun !== undefined) return begun;
      throw error;
    }
  }
}

const limitOf = (perMinute: number | undefined, sleep: Sleep): MinuteLimit | undefined =>
  perMinute === undefined ? undefined : new MinuteLimit(perMinute, sleep);

/**
 * Points of a minute that begins with the first of them. Takers wait in line, so that a large one
 * is not starved.
 */
class MinuteLimit {
  private readonly limiter: RateLimiterMemory;
  private readonly line = new PQueue({ concurrency: 1 });

  constructor(
    private readonly points: number,
    private readonly sleep: Sleep,
  ) {
    this.limiter = new RateLimiterMemory({ points, duration: 60 });
  }

  take(wanted: number, signal: AbortSignal): Promise<void> {
    return this.line.add(() => this.takeNext(wanted, signal));
  }

  /** A request larger than a whole minute's points takes all of them. */
  private async takeNext(wanted: number, signal: AbortSignal): Promise<void> {
    const points = Math.min(wanted, this.points);
    for (;;) {
      signal.throwIfAborted();
      const now = await this.limiter.get('all');
      if (now === null || now.consumedPoints + points <= this.points) break;
      await this.sleep(Math.max(1, now.msBeforeNext), signal);
    }
    await this.limiter.consume('all', points);
  }
}
