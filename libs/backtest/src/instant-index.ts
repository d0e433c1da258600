/** Where each instant of a tape ends, found by bisection. */

import type { Instant } from '#values';
import type { FactColumns } from '#contracts';
import type { TapePlace } from '#market-view';
import { NumberColumn } from '#workflows';

export class InstantIndex {
  private readonly times = new NumberColumn();
  private readonly ends = new NumberColumn();
  private facts = 0;

  /** Takes the next facts of the tape. */
  append({ knowledgeTime, count }: FactColumns, rows = count): void {
    for (let row = 0; row < rows; row++) {
      const time = knowledgeTime[row] as number;
      this.facts++;
      const last = this.times.length - 1;
      if (last >= 0 && this.times.at(last) === time) this.ends.pop();
      else this.times.push(time);
      this.ends.push(this.facts);
    }
  }

  /** Time of the first fact; null where there is none. */
  get first(): Instant | null {
    return this.times.length === 0 ? null : this.times.at(0);
  }

  /** The last place at or before `time`; null before the first fact. */
  upTo(time: Instant): TapePlace | null {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.times.at(middle) <= time) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return null;
    return { asOf: this.ends.at(low - 1), time: this.times.at(low - 1) };
  }
}
