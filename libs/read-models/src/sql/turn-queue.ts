/** One after the other: a connection has one transaction at a time. */

export class TurnQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything that was queued before has ended, well or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
