/**
 * Keeps the heads of sources with the earliest at hand: in constant time if sources take
 * turns, as bars do.
 */

import type { Instant } from '#values';

export interface Placed {
  readonly rank: number;
  time: Instant;
}

/**
 * Ordered by time, then by rank. An item later than everything in the line is appended to it; the
 * rest is in a heap. Symbols with bars of the same times take turns in the line, and the heap,
 * whose order costs comparisons, stays empty.
 */
export class EarliestFirst<T extends Placed> {
  private readonly heap: T[] = [];
  /** A ring buffer. */
  private readonly line: (T | undefined)[];
  private readonly mask: number;
  private front = 0;
  private inLine = 0;

  /** `max`: maximum number of items. */
  constructor(max: number) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(2, max)));
    this.mask = room - 1;
    this.line = Array.from<T | undefined>({ length: room }).fill(undefined);
  }

  get size(): number {
    return this.inLine + this.heap.length;
  }

  first(): T | undefined {
    const { heap } = this;
    if (this.inLine === 0) return heap[0];
    const waiting = this.line[this.front] as T;
    return heap.length > 0 && comesBefore(heap[0] as T, waiting) ? heap[0] : waiting;
  }

  /** Removes the item that `first` returns. */
  takeFirst(): T | undefined {
    const first = this.first();
    if (this.inLine > 0 && first === this.line[this.front]) {
      this.line[this.front] = undefined;
      this.front = (this.front + 1) & this.mask;
      this.inLine--;
    } else if (first !== undefined) {
      const last = this.heap.pop() as T;
      if (this.heap.length > 0) this.siftDown(last);
    }
    return first;
  }

  add(item: T): void {
    const { inLine, front, mask, line } = this;
    if (inLine > 0 && !comesBefore(line[(front + inLine - 1) & mask] as T, item)) {
      this.siftUp(item);
      return;
    }
    line[(front + inLine) & mask] = item;
    this.inLine++;
  }

  /**
   * The time that the first two in the line share, if everything in the heap is later; else NaN.
   */
  turn(): Instant {
    if (this.inLine < 2) return NaN;
    const { time } = this.line[this.front] as T;
    const isShared = (this.line[(this.front + 1) & this.mask] as T).time === time;
    const [rival] = this.heap;
    return isShared && (rival === undefined || rival.time > time) ? time : NaN;
  }

  /** The first in the line if it has this time, which `turn` returned. */
  inTurn(time: Instant): T | undefined {
    if (this.inLine === 0) return undefined;
    const waiting = this.line[this.front] as T;
    return waiting.time === time ? waiting : undefined;
  }

  /** Moves the first in the line to its new place, after its time increased. */
  endTurn(): void {
    const moved = this.line[this.front] as T;
    this.line[this.front] = undefined;
    this.front = (this.front + 1) & this.mask;
    this.inLine--;
    this.add(moved);
  }

  private siftUp(item: T): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!comesBefore(item, heap[parent] as T)) break;
      heap[at] = heap[parent] as T;
      at = parent;
    }
    heap[at] = item;
  }

  /** Replaces the first item with another. */
  private siftDown(item: T): void {
    const { heap } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && comesBefore(heap[child + 1] as T, heap[child] as T)) child++;
      const candidate = heap[child] as T;
      if (comesBefore(item, candidate)) break;
      heap[at] = candidate;
      at = child;
    }
    heap[at] = item;
  }
}

/** Whether a fact with that time and rank comes before the head of another source. */
export function isBefore(time: Instant, rank: number, other: Placed): boolean {
  return time < other.time || (time === other.time && rank < other.rank);
}

const comesBefore = ({ time, rank }: Placed, other: Placed): boolean => isBefore(time, rank, other);
