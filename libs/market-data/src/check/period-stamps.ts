/**
 * Where in their weeks and months a file stamps its bars: most of them inside means that they are
 * other periods.
 */

import { invalidInput, weekdayOf, yearMonthDay, type CivilDate } from '#values';
import { weekdayNames } from '#contracts/facts/calendar-name';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { BarTable } from '../manifest/dataset-manifest.js';

/** From this share of the rows on, they are not all of a week or month that is not over. */
const mostShare = 0.6;
/** Fewer rows do not tell. */
const rowsMin = 4;

export class PeriodStamps {
  private rows = 0;
  /** Rows by weekday, of those from Tuesday to Thursday; of months all under 0. */
  private readonly inside = new Map<number, number>();

  constructor(private readonly frequency: BarTable['frequency']) {}

  add(stamp: CivilDate): void {
    this.rows++;
    const key = this.placeInside(stamp);
    if (key !== undefined) this.inside.set(key, (this.inside.get(key) ?? 0) + 1);
  }

  private placeInside(stamp: CivilDate): number | undefined {
    if (this.frequency === 'weekly') {
      const weekday = weekdayOf(stamp);
      return weekday >= 2 && weekday <= 4 ? weekday : undefined;
    }
    if (this.frequency !== 'monthly') return undefined;
    const { day } = yearMonthDay(stamp);
    return day >= 5 && day <= 24 ? 0 : undefined;
  }

  /**
   * Throws `InvalidInput` if most weeks are stamped on one day from Tuesday to Thursday, or most
   * months far from their ends, in a market that closes: those are periods of one that never
   * does, and end later. Single ones may be of a week or month that is not over, stamped with
   * its last trade.
   */
  requireFit(file: string, { name }: SessionCalendar): void {
    const count = Math.max(0, ...this.inside.values());
    // Weeks that the data set names may end on any day: those of Tel Aviv on Thursday.
    if (name.startsWith('24/7') || name.includes(' weekly from ')) return;
    if (this.rows < rowsMin || count < mostShare * this.rows) return;
    const isWeekly = this.frequency === 'weekly';
    const weekday = [...this.inside.keys()].find((key) => this.inside.get(key) === count);
    const day = isWeekly ? weekdayNames[weekday!]! : 'days inside of them';
    const more = isWeekly ? `, or calendar: 24/7 with weekStart: ${day}` : '';
    throw invalidInput(`the ${this.frequency} bars are stamped on ${day}`, {
      where: file,
      expected: `the first or the last days of ${name}${more}`,
      found: `${count} of ${this.rows} rows`,
    });
  }
}
