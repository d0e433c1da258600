/** What the check of a bar file keeps per symbol: its extent, its gaps, and where its rows are. */

import { formatCivilDate, type CivilDate } from '#values';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { LineRange } from '../rows/line-cursor.js';
import type { RowRange } from '../bars/parsed-bar-reader.js';
import type { Defect } from '../rows/row-defect.js';
import { barWarnings } from '../findings/check-report.js';

const missingListedMax = 1000;

/**
 * A part of the file with rows of one symbol: bytes of a text file, and numbers among
 * the sound rows.
 */
export type SymbolRange = LineRange & RowRange;

/** Plain data: it is sent to threads. */
export type SymbolExtent = Readonly<Omit<SymbolHistory, 'add' | 'addRun' | 'note'>>;

/** Bars longer than a day: the days between two of them, and how many pairs it takes to be sure. */
const spacings = [
  { what: 'some days', least: 2, most: 5, pairs: 12 },
  { what: 'weekly', least: 6, most: 8, pairs: 1 },
  { what: 'half a month', least: 12, most: 17, pairs: 1 },
  { what: 'monthly', least: 26, most: 35, pairs: 1 },
  { what: 'some months', least: 58, most: 190, pairs: 1 },
  { what: 'a year', least: 330, most: 400, pairs: 1 },
] as const;

export type Spacing = (typeof spacings)[number]['what'];

/**
 * The spacing of rows, from how often they are how many days apart, if it is longer than bars of
 * the frequency are: they are always at least so far apart, and three of four exactly that.
 * Undefined for rows as expected.
 */
export function spacingOf(
  steps: ReadonlyMap<number, number>,
  frequency: 'daily' | 'weekly' | 'monthly',
): Spacing | undefined {
  const days = [...steps].flatMap(([step, count]) => Array<number>(count).fill(step));
  const from = spacings.findIndex(({ what }) => what === frequency) + 1;
  const found = spacings.slice(from).find(({ least, most, pairs }) => {
    const near = days.filter((step) => step <= most).length;
    return (
      days.length >= pairs && days.every((step) => step >= least) && near >= 0.75 * days.length
    );
  });
  return found?.what;
}

export class SymbolHistory {
  rows = 0;
  firstStamp = NaN;
  lastStamp = NaN;
  firstSession: CivilDate | null = null;
  lastSession: CivilDate | null = null;
  lastClose = NaN;
  /** Whether every row so far is later than the one before it. */
  inOrder = true;
  readonly missing: CivilDate[] = [];
  missingCount = 0;
  /** Everything missing, as ranges of dates. */
  readonly missingRanges: { readonly from: CivilDate; readonly to: CivilDate }[] = [];
  /** Warnings about rows, by session and kind. */
  readonly odd: { readonly what: string; readonly session: CivilDate; count: number }[] = [];
  intradayGaps = 0;
  /** Line after the first of them. */
  firstGapLine = 0;
  /** Parts of the file that hold the symbol's rows. */
  readonly ranges: SymbolRange[] = [];

  constructor(readonly symbol: string) {}

  /** Adds a sound row, later than the rows before. Returns what is missing between them. */
  add(
    stamp: number,
    session: CivilDate,
    close: number,
    line: number,
    calendar: SessionCalendar,
    barMicros: number | undefined,
  ): Defect | undefined {
    let gap: Defect | undefined;
    if (this.lastSession !== null && session > this.lastSession + 1) {
      gap = this.missingBetween(this.lastSession, session, calendar);
    }
    if (
      session === this.lastSession &&
      barMicros !== undefined &&
      stamp - this.lastStamp > barMicros
    ) {
      if (this.intradayGaps++ === 0) this.firstGapLine = line;
      this.note(barWarnings.gap, session);
    }
    if (this.rows++ === 0) this.firstStamp = stamp;
    this.firstSession ??= session;
    this.lastStamp = stamp;
    this.lastSession = session;
    this.lastClose = close;
    return gap;
  }

  /** Adds sound rows of the last session, without a gap, up to the one of this stamp. */
  addRun(rows: number, stamp: number, close: number): void {
    this.rows += rows;
    this.lastStamp = stamp;
    this.lastClose = close;
  }

  /** Adds a warning about a row of the session, which is the latest so far. */
  note(what: string, session: CivilDate): void {
    for (let at = this.odd.length - 1; this.odd[at]?.session === session; at--) {
      const one = this.odd[at];
      if (one?.what !== what) continue;
      one.count++;
      return;
    }
    this.odd.push({ what, session, count: 1 });
  }

  private missingBetween(
    last: CivilDate,
    session: CivilDate,
    calendar: SessionCalendar,
  ): Defect | undefined {
    const missing = calendar.sessionsBetween(last + 1, session - 1);
    const [first] = missing;
    if (first === undefined) return undefined;
    this.missingCount += missing.length;
    this.missingRanges.push({ from: last + 1, to: session - 1 });
    for (const date of missing) if (this.missing.length < missingListedMax) this.missing.push(date);
    const until = formatCivilDate(missing[missing.length - 1] as CivilDate);
    const found =
      missing.length === 1
        ? until
        : `${formatCivilDate(first)}..${until} (${missing.length} sessions)`;
    return { what: 'sessions are missing before the row', field: this.symbol, found };
  }
}
