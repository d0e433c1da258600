/** Derives the result of live runs at each session close, one at a time, once every run has answered there. */

import type { Result } from '#contracts/result';
import type { WatchedStream } from './watched-stream.js';

export interface SessionResultsOptions {
  readonly stream: WatchedStream;
  readonly derive: (facts: number) => Promise<Result>;
  readonly onResult?: ((result: Result) => void) | undefined;
  /** Gets what went wrong: runs and recording go on, and the next close tries again. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

export class SessionResults {
  private answered = 0;
  private derived = 0;
  private work: Promise<void> = Promise.resolve();
  private isAtWork = false;
  private isStopped = false;

  constructor(private readonly options: SessionResultsOptions) {}

  /** Every run has taken the facts up to this one, and answered. */
  reached(answered: number): void {
    this.answered = answered;
    if (this.isAtWork || this.isStopped) return;
    const close = this.options.stream.closeUpTo(answered);
    if (close !== null && close > this.derived) this.work = this.goOn();
  }

  /** Waits for what is under way, and begins nothing more; the place up to which every run has answered. */
  async stop(): Promise<number | null> {
    this.isStopped = true;
    await this.work;
    return this.options.stream.placeUpTo(this.answered);
  }

  private async goOn(): Promise<void> {
    const { stream, derive, onResult, onFailure } = this.options;
    this.isAtWork = true;
    try {
      for (;;) {
        const close = stream.closeUpTo(this.answered);
        if (close === null || close <= this.derived || this.isStopped) return;
        this.derived = close;
        onResult?.(await derive(close));
      }
    } catch (error) {
      onFailure?.(error);
    } finally {
      this.isAtWork = false;
    }
  }
}
