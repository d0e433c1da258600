/** The findings of a data set's check: coverage, gaps, and every defect with file and line. */

import type { CivilDate, Instant } from '#values';
import type { CalendarName } from '#contracts';
import type { TableKind } from '../manifest/dataset-manifest.js';

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** Line of a text file, row of a binary one; 0 when it concerns the file as a whole. */
  readonly line: number;
  readonly field?: string;
  /** Constant for one kind of finding. */
  readonly what: string;
  readonly expected?: string;
  readonly found?: string;
}

/** A warning about a file or folder as a whole. */
export type FileWarning = Pick<Finding, 'file' | 'what' | 'found'>;

export interface FileReport {
  readonly file: string;
  readonly holds: 'bars' | TableKind | 'frames';
  readonly rows: number;
  /** 0 for tables of a database. */
  readonly bytes: number;
  /** How its numbers are read, if not as they are written. */
  readonly values?: ValuesReport;
  /** The times of bars, if there are any. */
  readonly times?: BarTimesReport;
  /**
   * The same for each calendar in the file, if symbols of the data set have calendars of their own.
   */
  readonly calendars?: readonly CalendarTimesReport[];
}

/** What the manifest declares of the values in a file. */
export interface ValuesReport {
  /** Open, high and low are the close. */
  readonly closeOnly?: true;
  /** The unit of its prices. */
  readonly scale?: number;
  /** Shares in a lot, which its volumes count. */
  readonly lotSize?: number;
}

/**
 * When the first bar of a file begins and ends, in UTC, and how many end with their session,
 * before their length.
 */
export interface BarTimesReport {
  /** Null if the data set gives ends without the length of its bars. */
  readonly from: string | null;
  readonly to: string;
  readonly endWithSession: number;
}

export interface CalendarTimesReport extends BarTimesReport {
  readonly calendar: CalendarName;
  readonly symbols: readonly string[];
}

/** Rows of each kind of table besides bars. */
export type RowCounts = Readonly<Record<TableKind, number>>;

export interface SymbolCoverage extends RowCounts {
  readonly symbol: string;
  readonly bars: number;
  /** Stamp of the first and the last bar as in the file: a date, or an instant in UTC. */
  readonly firstBar: string | null;
  readonly lastBar: string | null;
  /** Covers bars, trades and quotes. */
  readonly firstSession: CivilDate | null;
  readonly lastSession: CivilDate | null;
}

export interface SymbolGaps {
  readonly symbol: string;
  /** Sessions without a bar between the first and the last bar, `YYYY-MM-DD`; the first 1,000. */
  readonly missingSessions: readonly string[];
  readonly missingSessionCount: number;
  /** Places inside sessions where intraday bars are missing; 0 if the bar length is unknown. */
  readonly intradayGaps: number;
}

/** Bar warnings that qualify computed figures; constant for a kind. */
export const barWarnings = {
  jump: 'the close jumps by more than 40%',
  gap: 'bars are missing inside sessions',
  empty: 'rows without a value of the symbol are no bars of it',
} as const;

/**
 * The check's findings about the bars of one symbol, by session: they qualify figures over a window
 * of these bars. Complete, without a limit.
 */
export interface BarFindings {
  readonly symbol: string;
  /** Session of the first and the last bar; of trades and quotes if there are no bars. */
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
  /** Ranges between them without bars in any session of the calendar, ascending. */
  readonly missing: readonly { readonly from: CivilDate; readonly to: CivilDate }[];
  /** Warnings about bars, one entry per session and kind; `what` as in `Finding`. */
  readonly odd: readonly {
    readonly what: string;
    readonly session: CivilDate;
    readonly count: number;
  }[];
}

/** How often one kind of finding occurred; at most `listed` of them are listed. */
export interface FindingCount {
  readonly severity: 'error' | 'warning';
  readonly what: string;
  readonly count: number;
  readonly listed: number;
}

/** The contents of a feed's recording, in numbers; counts cover the whole recording. */
export interface RecordingReport extends RecordingTotals {
  /** Receive times of the first and the last frame; null before any. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether it was ended for good. */
  readonly isEnded: boolean;
  readonly items: number;
  /**
   * From the first to the last frame, including nights and pauses; null for a
   * recording of no length.
   */
  readonly itemsPerSecond: number | null;
  readonly itemsInSecondMax: number;
  /** Items of symbols or kinds that the description does not request. */
  readonly unused: number;
  /** Bars that arrived before they were over. */
  readonly unfinished: number;
  /** Stretches that were compared with the history of the feed. */
  readonly reconciliations: number;
  /** From the vendor's time to the arrival, rounded up to a power of 2. */
  readonly lagMs: { readonly median: number | null; readonly p99: number | null };
}

/** Counts of a whole recording, shown by its recorder and reported by a check. */
export interface RecordingTotals {
  readonly frames: number;
  readonly facts: number;
  readonly duplicates: number;
  readonly late: number;
  readonly corrections: number;
  /** Unreadable frames or items. */
  readonly unreadable: number;
  /** Messages, or elements of lists, that match no mapping. */
  readonly unmapped: number;
  readonly reconnects: number;
  readonly gapsRepaired: number;
  readonly gapsLost: number;
  /** Gaps under repair. */
  readonly gapsOpen: number;
  /** Items found by a comparison with the history of the feed: they had been missed silently. */
  readonly reconciled: number;
  /** How far the venue's clock is ahead of this machine's, if it was measured. */
  readonly clockOffsetMs: number | null;
}

/** A recording's findings about its feed, by session: they qualify figures over a window of it. */
export interface FeedFindings {
  /** As `feed.kind` of its description. */
  readonly kind: string;
  /** When its first frame arrived; null before any. */
  readonly since: Instant | null;
  /**
   * Closed sessions, ascending. Each counts the facts known by its close, since the previous one.
   */
  readonly sessions: readonly FeedSession[];
}

export interface FeedSession {
  readonly session: CivilDate;
  /** Gaps that were lost. */
  readonly gaps: number;
  readonly corrections: number;
}

/** The contents of a folder of filing packages, in numbers. */
export interface XbrlReport {
  readonly packages: number;
  /** Counts the files of packages. */
  readonly files: number;
  /** Counts packages and taxonomies. */
  readonly bytes: number;
  readonly taxonomyYears: readonly number[];
}

export interface CheckReport {
  readonly dataset: string;
  readonly synthetic: boolean;
  readonly files: readonly FileReport[];
  readonly coverage: readonly SymbolCoverage[];
  readonly gaps: readonly SymbolGaps[];
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly counts: readonly FindingCount[];
  /** Only for recordings. */
  readonly recording?: RecordingReport;
  /** Only for folders of filing packages. */
  readonly xbrl?: XbrlReport;
}
