/** Limits concurrent asks of asynchronous agents in a process: first come, first served. */

import { invariant } from '#values';

/** Default number of concurrent asks, of `tapefold run` and of an agent adapter. */
export const asksDefault = 64;

interface WaitingAsk {
  readonly start: () => void;
}

export class AskLimit {
  private underWay = 0;
  private readonly queue = new Set<WaitingAsk>();

  /** `max`: 1 or more. */
  constructor(readonly max = asksDefault) {
    invariant(max >= 1, 'at least one ask may be under way');
  }

  /** Whether an ask would have to wait. */
  get isFull(): boolean {
    return this.underWay >= this.max;
  }

  /** Running asks, and those that wait for their turn. */
  get load(): { readonly underWay: number; readonly waiting: number } {
    return { underWay: this.underWay, waiting: this.queue.size };
  }

  /**
   * Starts `ask` when its turn comes. If `signal` is aborted before it has settled, it gives up its
   * place, and the promise stays open: the caller no longer waits for the answer.
   */
  run<T>(ask: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise((settle, fail) => {
      if (signal.aborted) return;
      const onAbort = (): void => {
        this.queue.delete(waiting);
      };
      const waiting: WaitingAsk = {
        start: () => {
          signal.removeEventListener('abort', onAbort);
          this.hold(later(ask, signal), signal).then(settle, fail);
        },
      };
      if (!this.isFull) return waiting.start();
      signal.addEventListener('abort', onAbort, { once: true });
      this.queue.add(waiting);
    });
  }

  /** Counts an ask that has already started. */
  hold<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
    this.underWay++;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      signal.removeEventListener('abort', release);
      this.underWay--;
      this.startNext();
    };
    signal.addEventListener('abort', release, { once: true });
    asked.then(release, release);
    return asked;
  }

  private startNext(): void {
    const [next] = this.queue;
    if (next === undefined || this.underWay >= this.max) return;
    this.queue.delete(next);
    next.start();
  }
}

/** Many runs may be abandoned at once: one whose turn comes that way is no longer asked. */
async function later<T>(ask: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  await Promise.resolve();
  return signal.aborted ? new Promise<T>(() => undefined) : ask();
}
