/**
 * The equity of past instants at which orders waited: an order that fills in a bar from then
 * is sized by it.
 */

import type { Instant } from '#values';

interface Noted {
  readonly time: Instant;
  readonly equity: number;
}

export class EquityLog {
  private entries: Noted[] = [];

  /**
   * `since`: no fill happens before; the last entry up to it, and all later ones, are kept. An open
   * that the tape reports late has an earlier time than what came before the report: then it counts
   * from the last entry on.
   */
  note(noted: Instant, equity: number, since: Instant): void {
    const last = this.entries.at(-1)?.time ?? -Infinity;
    const time = Math.max(noted, last);
    if (last === time) this.entries.pop();
    const first = this.entries.findLastIndex((entry) => entry.time <= since);
    if (first > 0) this.entries = this.entries.slice(first);
    this.entries.push({ time, equity });
  }

  clear(): void {
    if (this.entries.length > 0) this.entries = [];
  }

  /**
   * The equity at an instant, if later ones were noted since; undefined if it is what the
   * account is worth now.
   */
  at(instant: Instant): number | undefined {
    const last = this.entries.at(-1);
    if (last === undefined || last.time <= instant) return undefined;
    return this.entries.findLast(({ time }) => time <= instant)?.equity;
  }
}
