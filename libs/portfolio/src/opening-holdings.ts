/** What was held at the opens of past sessions: a corporate action that becomes known late counts by it. */

import type { CivilDate } from '#values';

interface Holding {
  /** The last date at whose open these shares were held. */
  readonly until: CivilDate;
  /** Signed. */
  readonly shares: number;
}

/** Keeps one number for each session in which a symbol's shares changed, so that no run of bars makes it grow. */
export class OpeningHoldings {
  private readonly past: Holding[][];

  constructor(size: number) {
    this.past = Array.from({ length: size }, () => []);
  }

  /** Before a symbol's shares change: they were held at all opens up to `until`. */
  note(number: number, until: CivilDate, shares: number): void {
    const list = this.past[number] as Holding[];
    const last = list[list.length - 1];
    if (last === undefined || last.until < until) list.push({ until, shares });
  }

  /** Shares at the open of the first session on or after `date`; `now` where none changed since. */
  at(number: number, date: CivilDate, now: number): number {
    const list = this.past[number] as Holding[];
    let index = list.length;
    while (index > 0 && (list[index - 1] as Holding).until >= date) index--;
    return list[index]?.shares ?? now;
  }
}
