/** Where each instant of a tape ends, found by bisection. */

import type { Instant } from '#values';
import type { FactColumns } from '#contracts';
import type { TapePlace } from '#market-view';

export class InstantIndex {
  private times = new Float64Array(1024);
  private ends = new Float64Array(1024);
  private count = 0;
  private facts = 0;

  /** Takes the next facts of the tape. */
  append({ knowledgeTime, count }: FactColumns, rows = count): void {
    for (let row = 0; row < rows; row++) {
      const time = knowledgeTime[row] as number;
      this.facts++;
      if (this.count === 0 || this.times[this.count - 1] !== time) this.open(time);
      this.ends[this.count - 1] = this.facts;
    }
  }

  /** Time of the first fact; null where there is none. */
  get first(): Instant | null {
    return this.count === 0 ? null : (this.times[0] as number);
  }

  /** The last place at or before `time`; null before the first fact. */
  upTo(time: Instant): TapePlace | null {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.times[middle] as number) <= time) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return null;
    return { asOf: this.ends[low - 1] as number, time: this.times[low - 1] as number };
  }

  private open(time: Instant): void {
    if (this.count === this.times.length) {
      this.times = doubled(this.times);
      this.ends = doubled(this.ends);
    }
    this.times[this.count++] = time;
  }
}

function doubled(values: Float64Array): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * values.length);
  more.set(values);
  return more;
}
