/**
 * What a run waits for, published on `agent.decisions` after a while so that others see why
 * it is stalled.
 */

import type { Decisions, RunWait } from '#contracts/streams/runs';
import type { Instant } from '#values';
import type { AskNotes } from '#backtest';

export type WaitCause = Pick<RunWait, 'reason' | 'detail'>;

/** Microseconds that a run waits before the wait is reported. */
const patience = 5_000_000;

export class NotedWait {
  private seen: { readonly key: string; readonly since: Instant } | undefined;
  /** The wait that is on the topic. */
  private noted: string | undefined;

  /** Applies a message of the run: a wait noted by an earlier worker keeps its start time. */
  take({ wait }: Decisions): void {
    if (wait !== undefined) this.noted = `${wait.reason} ${wait.watermark}`;
  }

  /** The note to publish now, at most once per wait. `cause`: what the run waits for now. */
  due(cause: WaitCause | undefined, watermark: number, now: Instant): RunWait | undefined {
    if (cause === undefined) return (this.seen = undefined);
    const key = `${cause.reason} ${watermark}`;
    if (this.seen?.key !== key) this.seen = { key, since: now };
    const { since } = this.seen;
    if (key === this.noted || now - since < patience) return undefined;
    this.noted = key;
    return { ...cause, since, watermark };
  }
}

/**
 * Asks of a live run, noted on `agent.decisions` before they are made, so that no successor
 * makes one again.
 */
export class NotedAsks implements AskNotes {
  /** The as-of of the last ask noted before this worker opened the run. */
  private before = -1;

  /** `publish`: settles once a note is durable. */
  constructor(
    private readonly run: string,
    private readonly publish: (note: Decisions) => Promise<void>,
    /** How far the decisions of the run were sent. */
    private readonly sent: () => { readonly next: number; readonly watermark: number },
  ) {}

  /** Applies the notes of an earlier worker. */
  take({ asking }: Decisions): void {
    this.before = Math.max(this.before, asking ?? -1);
  }

  hasAsked(asOf: number): boolean {
    return asOf <= this.before;
  }

  note(asOf: number): Promise<void> {
    const { next, watermark } = this.sent();
    return this.publish({
      type: 'Decisions',
      version: 1,
      run: this.run,
      first: next,
      decisions: [],
      watermark: Math.max(0, watermark),
      asking: asOf,
    });
  }
}
