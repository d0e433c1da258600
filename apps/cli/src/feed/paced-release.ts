/** Releases a tape at a pace, instant by instant; everything before its start is released at once. */

import { microsPerMilli, type Instant } from '#values';
import type { FactColumns } from '#contracts';
import type { FactStream, Speed, WallClock } from '#tape';

/** Takes rows [from, to) of a batch. */
type TakeRows = (facts: FactColumns, from: number, to: number) => void | Promise<void>;

export interface Pace {
  readonly speed: Speed;
  /** Maps times of the tape to those that clients see, which determine the pace. */
  readonly shown: (time: Instant) => Instant;
  /** Shown time at the start; by default that of the first fact. */
  readonly from?: (() => Instant) | undefined;
  readonly wall: WallClock;
}

export class PacedRelease {
  private batch: FactColumns | null = null;
  private row = 0;

  constructor(
    private readonly tape: FactStream,
    private readonly pace: Pace,
  ) {}

  /** Reads up to the first fact for which `isBefore` is false; `take` gets those before it. */
  async skip(isBefore: (time: Instant) => boolean, take: TakeRows): Promise<void> {
    for (;;) {
      this.batch = await this.tape.next();
      const { batch } = this;
      if (batch === null) return;
      this.row = 0;
      while (this.row < batch.count && isBefore(batch.knowledgeTime[this.row] as number))
        this.row++;
      await take(batch, 0, this.row);
      if (this.row < batch.count) return;
    }
  }

  /** Releases the rest, after `skip`. Ends with the tape, or with the signal. */
  async run(take: TakeRows, signal: AbortSignal): Promise<void> {
    const { shown, from, wall } = this.pace;
    const startMs = wall.nowMs();
    let start = from?.();
    while (this.batch !== null && !signal.aborted) {
      const { batch } = this;
      while (this.row < batch.count && !signal.aborted) {
        const time = shown(batch.knowledgeTime[this.row] as number);
        start ??= time;
        const dueMs = startMs + this.msOf(time - start);
        const waitMs = dueMs - wall.nowMs();
        if (waitMs > 0) await wall.sleep(Math.min(waitMs, sleepMsMax), signal);
        if (waitMs > sleepMsMax || signal.aborted) continue;
        const to = this.endOfRun(batch);
        await take(batch, this.row, to);
        this.row = to;
      }
      if (signal.aborted) return;
      this.batch = await this.tape.next();
      this.row = 0;
    }
  }

  private msOf(micros: number): number {
    const { speed } = this.pace;
    return speed === 'max' ? 0 : micros / microsPerMilli / speed;
  }

  /** An instant; without a pace the rest of the batch. */
  private endOfRun({ count, knowledgeTime }: FactColumns): number {
    if (this.pace.speed === 'max') return count;
    let end = this.row + 1;
    while (end < count && knowledgeTime[end] === knowledgeTime[this.row]) end++;
    return end;
  }
}

/** Maximum delay of a platform timer; longer waits are split. */
const sleepMsMax = 2 ** 31 - 1;
