/** The clock: releases a tape at a pace, one instant at a time, and can be paused and stepped. */

import { invalidInput, excerpt, microsPerMilli, type Instant } from '#values';
import { FactColumns, type TapeHeader } from '#contracts';
import type { FactStream } from './tape.js';

/** Multiple of real time: 1 is real time, 60 is one minute per second; `max` never waits. */
export type Speed = 'max' | number;

/** The wall clock and its timer, injected so that tests need neither. */
export interface WallClock {
  nowMs(): number;
  /** Resolves after `ms`, at most 2^31 - 1, or as soon as `woken` is aborted; never rejects. */
  sleep(ms: number, woken: AbortSignal): Promise<void>;
}

/** The platform timer's limit, 24 days; longer waits are split. */
const sleepMsMax = 2 ** 31 - 1;

/** `max`, `real`, or a positive number of times real time (`60`, `60x`). Throws `InvalidInput`. */
export function parseSpeed(text: string): Speed {
  if (text === 'max') return 'max';
  if (text === 'real') return 1;
  const digits = /^(\d{1,15}(?:\.\d{1,15})?)x?$/.exec(text)?.[1];
  if (digits !== undefined && Number(digits) > 0) return Number(digits);
  const expected = 'max, real, or a positive number such as 60';
  throw invalidInput('not a speed', { expected, found: excerpt(text) });
}

/**
 * Releases the facts of `stream` instant by instant, each when its time has come. The time of
 * the tape runs with the wall clock from the first instant, stands still in a pause, and jumps
 * to an instant that is stepped to. A slow reader does not slow it down: overdue facts are
 * released at once.
 */
export class Clock implements FactStream {
  private batch: FactColumns | null = null;
  private row = 0;
  private released = 0;
  private readonly out: FactColumns;
  /** Tape time at a wall clock time; undefined before the first instant. */
  private anchor: { tape: Instant; wallMs: number } | undefined;
  /** Time of the last released instant. */
  private latest: Instant | undefined;
  private paused = false;
  private stepsLeft = 0;
  private waker = new AbortController();

  constructor(
    private readonly stream: FactStream,
    private speed: Speed,
    private readonly wall: WallClock,
    /** Facts that an earlier clock released: they are not waited for again, even in a pause. */
    private readonly letThrough = 0,
  ) {
    this.out = new FactColumns(65_536);
  }

  get header(): TapeHeader {
    return this.stream.header;
  }

  get facts(): number {
    return this.released;
  }

  hash(): string {
    return this.stream.hash();
  }

  close(): void {
    this.stream.close();
  }

  /** Holds the tape before its next instant. */
  pause(): void {
    this.moveAnchor();
    this.paused = true;
    this.wake();
  }

  /** Resumes from here; the time spent in the pause is not made up. */
  resume(): void {
    this.moveAnchor();
    this.paused = false;
    this.stepsLeft = 0;
    this.wake();
  }

  /** In a pause: releases the next `instants` instants. Otherwise does nothing. */
  step(instants = 1): void {
    if (!this.paused) return;
    this.stepsLeft += instants;
    this.wake();
  }

  /** Applies from now on, even to an instant that is being waited for. */
  setSpeed(speed: Speed): void {
    this.moveAnchor();
    this.speed = speed;
    this.wake();
  }

  async next(): Promise<FactColumns | null> {
    this.out.clear();
    while (this.out.count < this.out.capacity) {
      if (this.batch === null || this.row === this.batch.count) {
        this.batch = await this.stream.next();
        this.row = 0;
        if (this.batch === null) return this.out.count === 0 ? null : this.handOut();
      }
      if (this.takeRow(this.batch)) break;
    }
    if (this.released + this.out.count > this.letThrough) {
      await this.dueTime(this.out.knowledgeTime[0] as number);
    }
    return this.handOut();
  }

  /** Copies one row; true if it ends its instant. */
  private takeRow(batch: FactColumns): boolean {
    const ends = batch.endsInstant[this.row] === 1;
    this.out.appendRows(batch, this.row, this.row + 1);
    this.out.endsInstant[this.out.count - 1] = ends ? 1 : 0;
    this.row++;
    return ends;
  }

  private handOut(): FactColumns {
    this.released += this.out.count;
    return this.out;
  }

  /** Resolves when the instant may be released. */
  private async dueTime(tapeTime: Instant): Promise<void> {
    for (;;) {
      if (this.paused && (await this.isStepped())) {
        this.anchor = { tape: tapeTime, wallMs: this.wall.nowMs() };
        break;
      }
      const woken = await this.wokenBefore(tapeTime);
      if (!woken && !this.paused) break;
    }
    this.latest = tapeTime;
  }

  /** Waits in a pause: true if a step releases this instant, false if the clock resumes. */
  private async isStepped(): Promise<boolean> {
    while (this.paused && this.stepsLeft === 0) {
      const { signal } = this.waker;
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true });
      });
    }
    if (!this.paused) return false;
    this.stepsLeft--;
    return true;
  }

  /** Waits until an instant is due: false then, true if a setting changed in the meantime. */
  private async wokenBefore(tapeTime: Instant): Promise<boolean> {
    if (this.speed === 'max') return false;
    const wallMs = this.wall.nowMs();
    this.anchor ??= { tape: tapeTime, wallMs };
    const sinceMs = (tapeTime - this.anchor.tape) / microsPerMilli / this.speed;
    const { signal } = this.waker;
    for (let waitMs = this.anchor.wallMs + sinceMs - wallMs; waitMs > 0; waitMs -= sleepMsMax) {
      await this.wall.sleep(Math.min(waitMs, sleepMsMax), signal);
      if (signal.aborted) return true;
    }
    return false;
  }

  /** Moves the anchor to now, before the pace changes. */
  private moveAnchor(): void {
    const wallMs = this.wall.nowMs();
    if (this.speed === 'max') {
      this.anchor = this.latest === undefined ? undefined : { tape: this.latest, wallMs };
    } else if (this.anchor !== undefined) {
      const passedMs = this.paused ? 0 : wallMs - this.anchor.wallMs;
      this.anchor = { tape: this.anchor.tape + passedMs * microsPerMilli * this.speed, wallMs };
    }
  }

  private wake(): void {
    this.waker.abort();
    this.waker = new AbortController();
  }
}
