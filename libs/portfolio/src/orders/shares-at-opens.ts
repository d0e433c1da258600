/**
 * A number of shares and what it was at past opens: a split that becomes known late scales that,
 * and no later fill.
 */

import type { CivilDate } from '#values';

interface Opening {
  /** The last date at whose open there were these shares. */
  readonly until: CivilDate;
  /** Signed. */
  readonly shares: number;
}

/** The latest first, so that a new one leaves those before it as they are. */
interface Openings extends Opening {
  readonly before: Openings | null;
}

interface AppliedSplit {
  readonly date: CivilDate;
  readonly ratio: number;
}

/**
 * Keeps one number for each session in which the shares changed, so that no run of bars makes it
 * grow. The number of now is the caller's, and handed in as `now`. A value: what changes it
 * returns another one.
 */
export class SharesAtOpens {
  /** Stands for what has not changed yet. */
  static readonly none = new SharesAtOpens(null, []);

  private constructor(
    private readonly past: Openings | null,
    private readonly splits: readonly AppliedSplit[],
  ) {}

  /** Call before a position changes; `shares` is the holding at every open so far. */
  note(session: CivilDate, shares: number): SharesAtOpens {
    const { past, splits } = this;
    if (past !== null && past.until >= session) return this;
    return new SharesAtOpens({ until: session, shares, before: past }, splits);
  }

  /**
   * Shares at the open of the first session on or after `date`; `now` if they have not
   * changed since.
   */
  at(date: CivilDate, now: number): number {
    let shares = now;
    for (let one = this.past; one !== null && one.until >= date; one = one.before) {
      ({ shares } = one);
    }
    return shares;
  }

  /**
   * The current shares after a split of `ratio` new shares for one, effective at the open of
   * `date`. Shares held at that open are scaled; later fills are in new shares already. All
   * openings since then are updated, and splits of later dates that were applied before also apply
   * to the shares that this one adds.
   */
  split(date: CivilDate, ratio: number, now: number): { opens: SharesAtOpens; shares: number } {
    const old = this.at(date, now);
    const after = (shares: number, until: CivilDate): number => {
      const later = this.ratioWithin(date, until);
      // Shares untouched since are scaled in one step, as they would have been at the time.
      return shares === old * later ? shares * ratio : shares + old * (ratio - 1) * later;
    };
    const [earlier, since] = this.cut(date - 1, now);
    let past = earlier;
    for (const { until, shares } of since) {
      past = { until, shares: after(shares, until), before: past };
    }
    const opens = new SharesAtOpens(past, [...this.splits, { date, ratio }]);
    return { opens, shares: after(now, Infinity) };
  }

  /** The openings up to a date, with one of its own, and those after it, the oldest first. */
  private cut(until: CivilDate, now: number): readonly [Openings, readonly Opening[]] {
    const since: Opening[] = [];
    let earlier = this.past;
    for (; earlier !== null && earlier.until > until; earlier = earlier.before) {
      since.unshift(earlier);
    }
    if (earlier?.until === until) return [earlier, since];
    return [{ until, shares: since[0]?.shares ?? now, before: earlier }, since];
  }

  /** Ratio of the splits that were applied with a date after `date`, up to `until`. */
  ratioWithin(date: CivilDate, until: CivilDate): number {
    let ratio = 1;
    for (const split of this.splits) {
      if (split.date > date && split.date <= until) ratio *= split.ratio;
    }
    return ratio;
  }
}
