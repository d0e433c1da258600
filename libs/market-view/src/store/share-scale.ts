/**
 * Whose shares a price is in: those of its day, turned into those of an as-of by the
 * splits in between.
 */

import { microsPerMinute, type CivilDate, type Instant } from '#values';
import { zoneOfCalendar } from '#contracts/facts/calendar-name';
import { zonedInstant } from '#values/zones/zone-clock';
import type { CalendarName, PriceBasis, Split } from '#contracts';
import type { SeqList } from './seq-list.js';

/** What a store knows of splits and of the dates on which they take effect. */
interface Actions {
  readonly priceBasis: PriceBasis;
  readonly splitsOf: readonly SeqList<Split>[];
  sessionsOf(calendar: CalendarName): SeqList<{ readonly date: CivilDate; readonly open: Instant }>;
  /** The calendar of an instrument's bars. */
  calendarOf(instrument: number): CalendarName;
}

/** The position of a reader. */
interface Reader {
  readonly store: Actions;
  readonly asOf: number;
  readonly time: Instant;
  readonly session: CivilDate | null;
  /** Whose session that is. */
  readonly calendar: CalendarName;
}

/** A split in force: what ended by `begins` is in old shares, `to` new ones for `from`. */
export interface SplitScale {
  readonly begins: Instant;
  readonly from: number;
  readonly to: number;
}

/** Shared by all symbols without a split, so that reading it costs a comparison. */
const noScales: readonly SplitScale[] = [];

/**
 * The splits of raw prices that are known and effective for the reader, in the order in which
 * they became known.
 */
export function scalesOf(reader: Reader, instrument: number): readonly SplitScale[] {
  const { store, asOf } = reader;
  const splits = store.splitsOf[instrument];
  if (splits === undefined || splits.isEmpty || store.priceBasis !== 'raw') return noScales;
  return splits.last(asOf, Infinity).flatMap(({ effectiveDate, from, to }: Split) => {
    const begins = beginOf(reader, effectiveDate, instrument);
    return begins === undefined ? [] : [{ begins, from, to }];
  });
}

/**
 * When the first trades of a date are possible: at its midnight, or at the open of its session (of
 * the next one if it has none) if that is earlier. Inside of a week or month at its midnight.
 * Undefined while the reader is before.
 */
export function beginOf(
  { store, time, session, calendar }: Reader,
  date: CivilDate,
  instrument: number,
): Instant | undefined {
  const own = store.calendarOf(instrument);
  const midnight = midnightOf(own, date);
  // Sessions of another calendar say nothing of the symbol's.
  const isForeign = own !== calendar;
  if (isForeign || session === null || session < date)
    return midnight < time ? midnight : undefined;
  const open = store.sessionsOf(calendar).first((one) => one.date >= date)?.open ?? midnight;
  if (!isPeriodic(calendar) || open > midnight - earliestOpen) return Math.min(midnight, open);
  return midnight < time ? midnight : undefined;
}

/** Whether sessions are weeks or months: `XNYS weekly`. */
const isPeriodic = (calendar: CalendarName): boolean => / (weekly|monthly)/.test(calendar);

/**
 * More than from the open of a day to its midnight (the forex day's is at 17:00), less than to
 * that of the next.
 */
const earliestOpen = 12 * 60 * microsPerMinute;

/** The start of a date on the clock of a calendar. */
const midnightOf = (calendar: CalendarName, date: CivilDate): Instant =>
  zonedInstant(date, 0, zoneOfCalendar(calendar));

/** Price or number of shares. */
type Measure = 'price' | 'size';

/**
 * A price of something that ended or happened at `end`, or a number of shares of it, in the shares
 * of the reader.
 */
export function scaled(
  value: number,
  end: Instant,
  scales: readonly SplitScale[],
  measure: Measure = 'price',
): number {
  let result = value;
  for (const { begins, from, to } of scales) {
    if (end <= begins) result = measure === 'price' ? (result * from) / to : (result * to) / from;
  }
  return result;
}

/**
 * Turns a column into the shares of the reader, in place. `ends`: of its numbers, which begin at
 * kept row `first`.
 */
export function scaleColumn(
  column: number[],
  { ends, first, scales }: { ends: Float64Array; first: number; scales: readonly SplitScale[] },
  measure: Measure = 'price',
): number[] {
  for (let index = 0; scales.length > 0 && index < column.length; index++) {
    const end = ends[first + index] as number;
    column[index] = scaled(column[index] as number, end, scales, measure);
  }
  return column;
}
