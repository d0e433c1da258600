/** Quantiles of many latencies in bounded memory: counts in buckets that grow by a twentieth. */

const growth = 1.05;
const buckets = 600;

export class Latencies {
  count = 0;
  private readonly counts = new Float64Array(buckets);

  /** Microseconds; what is less than one counts as one. */
  add(micros: number): void {
    const bucket = Math.floor(Math.log(Math.max(1, micros)) / Math.log(growth));
    const at = Math.min(buckets - 1, bucket);
    this.counts[at] = (this.counts[at] as number) + 1;
    this.count++;
  }

  /** Upper bound of the bucket that holds the quantile, milliseconds. */
  quantile(share: number): number {
    let left = share * this.count;
    for (let at = 0; at < buckets; at++) {
      left -= this.counts[at] as number;
      if (left <= 0) return growth ** (at + 1) / 1000;
    }
    return Infinity;
  }
}
