/** Asks of a live run, noted on `agent.decisions` before they are made, so that no successor makes one again. */

import type { Decisions } from '#contracts/streams/runs';
import type { AskNotes } from '#backtest';

export class NotedAsks implements AskNotes {
  /** The as-of of the last ask that was noted before this worker opened the run. */
  private before = -1;

  /** `publish`: settles once a note is durable. */
  constructor(
    private readonly run: string,
    private readonly publish: (note: Decisions) => Promise<void>,
    /** How far the decisions of the run were sent. */
    private readonly sent: () => { readonly next: number; readonly watermark: number },
  ) {}

  /** Takes what a worker before this one has noted. */
  take({ asking }: Decisions): void {
    this.before = Math.max(this.before, asking ?? -1);
  }

  hasAsked(asOf: number): boolean {
    return asOf <= this.before;
  }

  note(asOf: number): Promise<void> {
    const { next, watermark } = this.sent();
    return this.publish({
      ...{ type: 'Decisions', version: 2, run: this.run, first: next, decisions: [] },
      ...{ watermark: Math.max(0, watermark), asking: asOf },
    });
  }
}
