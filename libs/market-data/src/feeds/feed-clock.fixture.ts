/** A clock that stands still until a test moves it. */

import { seededRandom } from '#values';
import type { FeedClock } from './feed-clock.js';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

export class HeldClock implements FeedClock {
  private sleepers: Sleeper[] = [];
  /** How long each sleeper wanted to sleep, in order, milliseconds. */
  readonly slept: number[] = [];
  readonly random = seededRandom('feed clock').next;

  constructor(private time = Date.UTC(2026, 3, 1, 14)) {}

  readonly now = (): number => this.time;

  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((settle, fail) => {
      if (signal.aborted) return fail(signal.reason);
      this.slept.push(ms);
      const sleeper = { until: this.time + ms, wake: settle };
      this.sleepers.push(sleeper);
      signal.addEventListener(
        'abort',
        () => {
          this.sleepers = this.sleepers.filter((one) => one !== sleeper);
          fail(signal.reason);
        },
        { once: true },
      );
    });

  /** How many sleep now. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  /** Moves time on, and wakes those whose time has come, the earliest first. */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    for (;;) {
      const due = this.sleepers.filter((one) => one.until <= until);
      const next = due.toSorted((a, b) => a.until - b.until)[0];
      if (next === undefined) break;
      this.time = Math.max(this.time, next.until);
      this.sleepers = this.sleepers.filter((one) => one !== next);
      next.wake();
      await new Promise((settle) => setImmediate(settle));
    }
    this.time = until;
  }
}
