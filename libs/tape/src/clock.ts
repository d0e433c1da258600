/** The clock: releases a tape at a pace, one instant at a time, and can be paused and stepped. */

import { invalidInput, excerpt, microsPerMilli, type Instant } from '#values';
import { FactColumns, type TapeHeader } from '#contracts';
import type { FactStream } from './tape.js';

/** Times real time: 1 is real time, 60 a minute a second; `max` never waits. */
export type Speed = 'max' | number;

/** The wall clock and its timer, given from outside so that tests need neither. */
export interface WallClock {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

/** `max`, `real`, or a positive number of times real time (`60`, `60x`). Throws `InvalidInput`. */
export function parseSpeed(text: string): Speed {
  if (text === 'max') return 'max';
  if (text === 'real') return 1;
  const times = Number(text.replace(/x$/, ''));
  if (text !== '' && Number.isFinite(times) && times > 0) return times;
  const expected = 'max, real, or a positive number such as 60';
  throw invalidInput('not a speed', { expected, found: excerpt(text) });
}

/** Hands out the facts of `stream` instant by instant, each when its time has come. */
export class Clock implements FactStream {
  private batch: FactColumns | null = null;
  private row = 0;
  private released = 0;
  private readonly out: FactColumns;
  private anchor: { tape: Instant; wallMs: number } | undefined;
  private paused = false;
  private stepsLeft = 0;
  private wake: (() => void) | undefined;

  constructor(
    private readonly stream: FactStream,
    private speed: Speed,
    private readonly wall: WallClock,
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
    this.paused = true;
  }

  /** Goes on from here; the time spent in the pause is not caught up. */
  resume(): void {
    this.paused = false;
    this.anchor = undefined;
    this.wake?.();
  }

  /** In a pause: lets the next `instants` instants through. */
  step(instants = 1): void {
    this.stepsLeft += instants;
    this.wake?.();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    this.anchor = undefined;
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
    await this.dueTime(this.out.knowledgeTime[0] as number);
    return this.handOut();
  }

  /** Copies one row; true when it ends its instant. */
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

  private async dueTime(tapeTime: Instant): Promise<void> {
    if (this.paused && (await this.steppedThrough())) return;
    if (this.speed === 'max') return;
    const wallMs = this.wall.nowMs();
    this.anchor ??= { tape: tapeTime, wallMs };
    const sinceMs = (tapeTime - this.anchor.tape) / microsPerMilli / this.speed;
    const waitMs = this.anchor.wallMs + sinceMs - wallMs;
    if (waitMs > 0) await this.wall.sleep(waitMs);
    if (this.paused) await this.steppedThrough();
  }

  /** Waits in a pause: true when a step let this instant through, false when the clock goes on. */
  private async steppedThrough(): Promise<boolean> {
    while (this.paused && this.stepsLeft === 0) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (!this.paused) return false;
    this.stepsLeft--;
    return true;
  }
}
