/** Passes one value at a time from producer to consumer, so that nothing piles up in between. */

export class Door<T> {
  private inHand: { readonly value: T; taken(): void } | undefined;
  private waiting: { take(value: T | undefined): void; fail(error: unknown): void } | undefined;
  private failure: { readonly error: unknown } | undefined;
  private isFinished = false;
  private isClosed = false;

  /** Settles when the value is taken, or the consumer has closed. */
  put(value: T): Promise<void> | undefined {
    if (this.isClosed) return undefined;
    const waiting = this.waiting;
    this.waiting = undefined;
    if (waiting !== undefined) {
      waiting.take(value);
      return undefined;
    }
    return new Promise((taken) => {
      this.inHand = { value, taken };
    });
  }

  /** The next value; undefined once it is finished. Fails with the error passed to `fail`. */
  take(): Promise<T | undefined> {
    const found = this.inHand;
    this.inHand = undefined;
    found?.taken();
    if (found !== undefined) return Promise.resolve(found.value);
    if (this.failure !== undefined) return Promise.reject(this.failure.error as Error);
    if (this.isFinished) return Promise.resolve(undefined);
    return new Promise((take, fail) => {
      this.waiting = { take, fail };
    });
  }

  fail(error: unknown): void {
    this.failure = { error };
    this.waiting?.fail(error);
  }

  /** No more values follow: the consumer gets the pending one, and then undefined. */
  finish(): void {
    this.isFinished = true;
    this.waiting?.take(undefined);
    this.waiting = undefined;
  }

  /** The consumer takes no more values. */
  close(): void {
    this.isClosed = true;
    this.inHand?.taken();
  }
}
