/** What a process holds in memory while it works: lows between collections, since forced ones would stop the world. */

export class Heap {
  private readonly samples: number[] = [];

  sample(): void {
    const { heapUsed, external } = process.memoryUsage();
    this.samples.push((heapUsed + external) / 2 ** 20);
  }

  /** Low of the last third less that of the second; the first fills caches. */
  get growthMegabytes(): number {
    const [, middle, last] = this.lows(3) as [number, number, number];
    return last - middle;
  }

  /** The low of each of so many stretches of equal length, megabytes. */
  lows(stretches: number): number[] {
    const length = Math.floor(this.samples.length / stretches);
    return Array.from({ length: stretches }, (_, at) =>
      Math.min(...this.samples.slice(at * length, (at + 1) * length)),
    );
  }
}
