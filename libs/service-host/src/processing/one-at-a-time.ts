/** A queue of one: pieces of work that touch the same state, each after the one before it. */

export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve();

  /** Settles as `work` does, which starts when everything before it has settled. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Settles when everything that was handed in before has. */
  async idle(): Promise<void> {
    await this.last;
  }
}
