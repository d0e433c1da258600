/** What a check of a data set finds: coverage, gaps, and every defect with file and line. */

import type { CivilDate, Instant } from '#values';
import type { FactTableKind, TickTableKind } from '../manifest/dataset-manifest.js';

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
  readonly holds: 'bars' | FactTableKind | TickTableKind | 'frames';
  readonly rows: number;
  /** 0 for tables of a database. */
  readonly bytes: number;
}

/** Rows of each kind of table besides bars. */
export type RowCounts = Readonly<Record<FactTableKind | TickTableKind, number>>;

export interface SymbolCoverage extends RowCounts {
  readonly symbol: string;
  readonly bars: number;
  /** Stamp of the first and the last bar as the file has it: a date, or an instant in UTC. */
  readonly firstBar: string | null;
  readonly lastBar: string | null;
  /** Of bars, trades and quotes. */
  readonly firstSession: CivilDate | null;
  readonly lastSession: CivilDate | null;
}

export interface SymbolGaps {
  readonly symbol: string;
  /** Sessions between the first and the last bar without one, `YYYY-MM-DD`; the first 1,000. */
  readonly missingSessions: readonly string[];
  readonly missingSessionCount: number;
  /** Places inside sessions where intraday bars are missing; 0 where the bar length is not known. */
  readonly intradayGaps: number;
}

/** What warnings about bars say that figures have to be read with; constant for a kind. */
export const barWarnings = {
  jump: 'the close jumps by more than 40 %',
  gap: 'bars are missing inside sessions',
} as const;

/**
 * What a check finds about the bars of one symbol, by session: what figures over a window of them have to be read
 * with. All of it, however much that is.
 */
export interface BarFindings {
  readonly symbol: string;
  /** Of the first and the last bar; of trades and quotes where there are no bars. */
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
  /** Ranges between them in which no session of the calendar has a bar, ascending. */
  readonly missing: readonly { readonly from: CivilDate; readonly to: CivilDate }[];
  /** Warnings about bars, one entry for each session and kind; `what` as in `Finding`. */
  readonly odd: readonly {
    readonly what: string;
    readonly session: CivilDate;
    readonly count: number;
  }[];
}

/** How often one kind of finding occurred; at most `listed` of them stand in the lists. */
export interface FindingCount {
  readonly severity: 'error' | 'warning';
  readonly what: string;
  readonly count: number;
  readonly listed: number;
}

/** What a recording of a feed holds, in numbers; counts are of the whole recording. */
export interface RecordingReport extends RecordingTotals {
  /** Receive times of the first and the last frame; null before any. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether it was ended for good. */
  readonly isEnded: boolean;
  readonly items: number;
  /** From the first to the last frame, nights and pauses included; null for a recording of no length. */
  readonly itemsPerSecond: number | null;
  readonly itemsInSecondMax: number;
  /** Items of symbols or kinds that the description does not ask for. */
  readonly unused: number;
  /** Bars that came before they were over. */
  readonly unfinished: number;
  /** Stretches that were compared with the history of the feed. */
  readonly reconciliations: number;
  /** From the vendor's time to the arrival, rounded up to a power of 2. */
  readonly lagMs: { readonly median: number | null; readonly p99: number | null };
}

/** Counts of a whole recording, as its recorder shows them and a check reports them. */
export interface RecordingTotals {
  readonly frames: number;
  readonly facts: number;
  readonly duplicates: number;
  readonly late: number;
  readonly corrections: number;
  /** Frames, or items of them, that nobody could read. */
  readonly unreadable: number;
  /** Messages, or elements of lists, to which no mapping applies. */
  readonly unmapped: number;
  readonly reconnects: number;
  readonly gapsRepaired: number;
  readonly gapsLost: number;
  /** Gaps that are being repaired. */
  readonly gapsOpen: number;
  /** Items that a comparison with the history of the feed brought: they had been missed without a sign. */
  readonly reconciled: number;
  /** How far the venue's clock is ahead of ours, where it was measured. */
  readonly clockOffsetMs: number | null;
}

/** What a recording says of its feed, session by session: what figures over a window of it have to be read with. */
export interface FeedFindings {
  /** As `feed.kind` of its description. */
  readonly kind: string;
  /** When its first frame came; null before any. */
  readonly since: Instant | null;
  /** Sessions that have closed, ascending. Counts are of facts that were known by their close, since the one before. */
  readonly sessions: readonly FeedSession[];
}

export interface FeedSession {
  readonly session: CivilDate;
  /** Gaps that were lost. */
  readonly gaps: number;
  readonly corrections: number;
}

/** What a folder of filing packages holds, in numbers. */
export interface XbrlReport {
  readonly packages: number;
  /** Of packages. */
  readonly files: number;
  /** Of packages and taxonomies. */
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
  /** Of a recording alone. */
  readonly recording?: RecordingReport;
  /** Of a folder of filing packages alone. */
  readonly xbrl?: XbrlReport;
}
