/** Items in tape order that can be read up to an as-of. */

export class SeqList<T> {
  private readonly seqs: number[] = [];
  private readonly items: T[] = [];

  /** `seq` never decreases. */
  push(seq: number, item: T): void {
    this.seqs.push(seq);
    this.items.push(item);
  }

  /** The last `count` items with seq <= asOf, oldest first, as a new array. */
  last(asOf: number, count: number): T[] {
    const end = this.countUpTo(asOf);
    return this.items.slice(Math.max(0, end - count), end);
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** The first item for which `test` holds, by bisection: it holds for all later ones. */
  first(test: (item: T) => boolean): T | undefined {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (test(this.items[middle] as T)) high = middle;
      else low = middle + 1;
    }
    return this.items[low];
  }

  /** Number of items with seq <= asOf, by bisection. */
  countUpTo(asOf: number): number {
    let low = 0;
    let high = this.seqs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seqs[middle] as number) <= asOf) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
