/** The clock of tests: it stops until a test advances it, or skips pauses by itself. */

import { setImmediate as turn } from 'node:timers/promises';
import { microsPerMilli, seededRandom, type Instant } from '#values';
import type { Sleep } from '#http';
import type { FeedClock } from './port/feed-clock.js';

interface Sleeper {
  readonly until: Instant;
  readonly wake: () => void;
}

const sleptMax = 10_000;
/** Turns of the event loop after which everything that one sleeper triggered has settled. */
const restTurns = 12;

export class HeldClock implements FeedClock {
  private sleepers: Sleeper[] = [];
  private time: Instant;
  /** The requested length of each sleep, in order, milliseconds; the first 10,000. */
  readonly slept: number[] = [];
  readonly random = seededRandom('feed clock').next;
  /** The same clock in microseconds, as a recorder has it. */
  readonly micros: { readonly now: () => Instant; readonly sleep: Sleep };

  /**
   * `start`: milliseconds since 1970. Pauses that `passes` accepts end after one turn of
   * the event loop.
   */
  constructor(
    start = Date.UTC(2026, 3, 1, 14),
    private readonly passes: (ms: number) => boolean = () => false,
  ) {
    this.time = start * microsPerMilli;
    this.micros = { now: () => this.time, sleep: this.sleep };
  }

  readonly now = (): number => Math.floor(this.time / microsPerMilli);

  readonly sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (this.slept.length < sleptMax) this.slept.push(ms);
    if (!this.passes(ms)) return this.wait(ms, signal);
    this.time += ms * microsPerMilli;
    await turn();
    signal.throwIfAborted();
  };

  /** How many are sleeping now. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  /**
   * Advances the time and wakes the sleepers that are due, earliest first. Resolves when
   * their work is done.
   */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms * microsPerMilli;
    await rest();
    for (;;) {
      const due = this.sleepers.filter((one) => one.until <= until);
      const next = due.toSorted((a, b) => a.until - b.until)[0];
      if (next === undefined) break;
      this.time = Math.max(this.time, next.until);
      this.sleepers = this.sleepers.filter((one) => one !== next);
      next.wake();
      await rest();
    }
    this.time = until;
    await rest();
  }

  private wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((settle, fail) => {
      const sleeper = { until: this.time + ms * microsPerMilli, wake: settle };
      this.sleepers.push(sleeper);
      const leave = (): void => {
        this.sleepers = this.sleepers.filter((one) => one !== sleeper);
        fail(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

/** Skips every pause. */
export const quickClock = (): HeldClock => new HeldClock(undefined, () => true);

/** Skips pauses between attempts; waits for silence or for the next poll remain. */
export const calmClock = (): HeldClock => new HeldClock(undefined, (ms) => ms < 5000);

async function rest(): Promise<void> {
  for (let turns = 0; turns < restTurns; turns++) await turn();
}
