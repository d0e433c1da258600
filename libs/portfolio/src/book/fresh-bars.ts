/**
 * The bars of an instant that orders have not met yet, and the trades that came along with them.
 */

/** Shares that are still available. */
export interface Bound {
  left: number;
}

interface Shown {
  readonly close: number;
  /** NaN if unknown. */
  readonly volume: number;
  /** The last price before it. */
  readonly before: number;
}

export class FreshBars {
  /** The symbols that have one. */
  readonly numbers: number[] = [];
  /** Prices of trades that arrived along with these bars, by symbol number. */
  readonly trades = new Map<number, number>();
  /** What orders may still take of the last bars, by symbol number, where that is bounded. */
  readonly bounds = new Map<number, Bound>();
  private readonly closes: Float64Array;
  private readonly volumes: Float64Array;
  private readonly befores: Float64Array;

  constructor(size: number) {
    this.closes = new Float64Array(size);
    this.volumes = new Float64Array(size);
    this.befores = new Float64Array(size);
  }

  take(number: number, { close, volume, before }: Shown): void {
    this.numbers.push(number);
    if (this.bounds.size > 0) this.bounds.delete(number);
    this.closes[number] = close;
    this.volumes[number] = volume;
    this.befores[number] = before;
  }

  closeOf(number: number): number {
    return this.closes[number] as number;
  }

  volumeOf(number: number): number {
    return this.volumes[number] as number;
  }

  priceBefore(number: number): number {
    return this.befores[number] as number;
  }
}
