/**
 * The clock that stamps frames: the machine's, continued by a monotonic one whenever the
 * machine's was set.
 */

import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import { microsPerMilli, microsPerSecond, type Instant } from '#values';

/** Smaller differences come from gradual clock adjustment and from timers. */
const stepMin = 2 * microsPerSecond;

/**
 * Microseconds, unaffected by clock changes. `elapsed` is exact; `withSleep` is not, but
 * includes sleep.
 */
export interface SteadyTime {
  elapsed(): number;
  withSleep(): number;
}

export const systemSteadyTime: SteadyTime = {
  elapsed: () => performance.now() * microsPerMilli,
  withSleep: () => uptime() * microsPerSecond,
};

export class ArrivalClock {
  /** How far the machine's clock runs ahead because it was set, microseconds. */
  private stepped = 0;
  private steps: number[] = [];
  private offset: number;
  private slept: number;
  private last: number;
  /** Whether time runs at half speed, until a clock that is behind the last frame has caught up. */
  private isSlow: boolean;

  /**
   * `after`: time of the last frame of an earlier process. Continues from it if the clock was
   * set back since.
   */
  constructor(
    private readonly wall: () => Instant,
    private readonly steady: SteadyTime,
    after: Instant,
  ) {
    this.last = steady.elapsed();
    this.offset = wall() - this.last;
    this.slept = steady.withSleep() - this.last;
    this.isSlow = wall() - after <= -stepMin;
    if (this.isSlow) this.setBy(wall() - after);
  }

  readonly now = (): Instant => {
    const wall = this.wall();
    const elapsed = this.steady.elapsed();
    let step = wall - elapsed - this.offset;
    if (step >= stepMin) step -= this.sleptSince(elapsed);
    this.offset = wall - elapsed;
    if (Math.abs(step) >= stepMin) this.setBy(step);
    if (this.isSlow) this.stepped = Math.min(0, this.stepped + (elapsed - this.last) / 2);
    this.isSlow &&= this.stepped < 0;
    this.last = elapsed;
    return Math.floor(wall - this.stepped);
  };

  /** Steps since the last call, milliseconds. */
  readonly takeSteps = (): readonly number[] => {
    this.now();
    return this.steps.splice(0).map((step) => Math.round(step / microsPerMilli));
  };

  private setBy(step: number): void {
    this.stepped += step;
    // A clock that was behind the last frame and is set past it is now right.
    if (this.isSlow && this.stepped > 0) this.stepped = 0;
    this.steps.push(step);
  }

  private sleptSince(elapsed: number): number {
    const before = this.slept;
    this.slept = this.steady.withSleep() - elapsed;
    return Math.max(0, this.slept - before);
  }
}
