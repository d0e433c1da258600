/** A number of shares and what it was at past opens: a split that becomes known late scales that, and no later fill. */

import type { CivilDate } from '#values';

interface Opening {
  /** The last date at whose open there were these shares. */
  readonly until: CivilDate;
  /** Signed. */
  readonly shares: number;
}

/**
 * Keeps one number for each session in which the shares changed, so that no run of bars makes it grow. The number of
 * now is the caller's, and handed in as `now`.
 */
export class SharesAtOpens {
  private past: Opening[] = [];
  private splits: { readonly date: CivilDate; readonly ratio: number }[] = [];

  /** One that changes apart from this one. */
  copy(): SharesAtOpens {
    const copy = new SharesAtOpens();
    copy.past = [...this.past];
    copy.splits = [...this.splits];
    return copy;
  }

  /** To be called before the shares change in a session: `shares` were held at all opens up to it. */
  note(session: CivilDate, shares: number): void {
    const last = this.past[this.past.length - 1];
    if (last === undefined || last.until < session) this.past.push({ until: session, shares });
  }

  /** Shares at the open of the first session on or after `date`; `now` if they have not changed since. */
  at(date: CivilDate, now: number): number {
    return this.past[this.indexOf(date)]?.shares ?? now;
  }

  /**
   * The current shares after a split of `ratio` new shares for one, effective at the open of `date`. Shares held at
   * that open are scaled; later fills are in new shares already. All openings since then are updated, and
   * splits of later dates that were applied before also apply to the shares that this one adds.
   */
  split(date: CivilDate, ratio: number, now: number): number {
    const old = this.at(date, now);
    const after = (shares: number, until: CivilDate): number => {
      const later = this.ratioWithin(date, until);
      // Shares untouched since are scaled in one step, as they would have been at the time.
      return shares === old * later ? shares * ratio : shares + old * (ratio - 1) * later;
    };
    this.cut(date - 1, now);
    this.past = this.past.map(({ until, shares }) =>
      until < date ? { until, shares } : { until, shares: after(shares, until) },
    );
    const scaled = after(now, Infinity);
    this.splits.push({ date, ratio });
    return scaled;
  }

  /** Splits an entry at a date, so that the later part can change without the earlier one. */
  private cut(until: CivilDate, now: number): void {
    const index = this.indexOf(until);
    const covering = this.past[index];
    if (covering?.until === until) return;
    this.past.splice(index, 0, { until, shares: covering?.shares ?? now });
  }

  /** Ratio of the splits that were applied with a date after `date`, up to `until`. */
  ratioWithin(date: CivilDate, until: CivilDate): number {
    let ratio = 1;
    for (const split of this.splits) {
      if (split.date > date && split.date <= until) ratio *= split.ratio;
    }
    return ratio;
  }

  /** Index of the entry that covers the open of `date`; past the last if none does. */
  private indexOf(date: CivilDate): number {
    let index = this.past.length;
    while (index > 0 && (this.past[index - 1] as Opening).until >= date) index--;
    return index;
  }
}
