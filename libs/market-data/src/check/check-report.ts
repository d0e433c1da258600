/** What a check of a data set finds: coverage, gaps, and every defect with file and line. */

import type { CivilDate } from '#values';

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

export interface FileReport {
  readonly file: string;
  readonly holds: 'bars' | 'news' | 'filings' | 'fundamentals' | 'dividends' | 'splits';
  readonly rows: number;
  /** 0 for tables of a database. */
  readonly bytes: number;
}

export interface SymbolCoverage {
  readonly symbol: string;
  readonly bars: number;
  /** Stamp of the first and the last bar as the file has it: a date, or an instant in UTC. */
  readonly firstBar: string | null;
  readonly lastBar: string | null;
  readonly firstSession: CivilDate | null;
  readonly lastSession: CivilDate | null;
  readonly news: number;
  readonly filings: number;
  readonly fundamentals: number;
  readonly dividends: number;
  readonly splits: number;
}

export interface SymbolGaps {
  readonly symbol: string;
  /** Sessions between the first and the last bar without one, `YYYY-MM-DD`; the first 1,000. */
  readonly missingSessions: readonly string[];
  readonly missingSessionCount: number;
  /** Places inside sessions where intraday bars are missing; 0 where the bar length is not known. */
  readonly intradayGaps: number;
}

/** How often one kind of finding occurred; at most `listed` of them stand in the lists. */
export interface FindingCount {
  readonly severity: 'error' | 'warning';
  readonly what: string;
  readonly count: number;
  readonly listed: number;
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
}
