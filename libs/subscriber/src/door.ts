/** One thing at a time goes through from who puts to who takes, so that nothing piles up in between. */

export class Door<T> {
  private inHand: { readonly value: T; taken(): void } | undefined;
  private waiting: { take(value: T | undefined): void; fail(error: unknown): void } | undefined;
  private failure: { readonly error: unknown } | undefined;
  private isFinished = false;
  private isClosed = false;

  /** Settles when the value is taken, or nobody takes any more. */
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

  /** The next value; nothing once it is finished. Fails with what `fail` was told. */
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

  /** No more values come: who takes gets what is in hand, and then nothing. */
  finish(): void {
    this.isFinished = true;
    this.waiting?.take(undefined);
    this.waiting = undefined;
  }

  /** Nobody takes any more. */
  close(): void {
    this.isClosed = true;
    this.inHand?.taken();
  }
}
