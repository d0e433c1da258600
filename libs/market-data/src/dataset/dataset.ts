/** The port of a data set: what a run, a check and an import can ask of one, wherever its files come from. */

import type { CivilDate } from '#values';
import type { DateRule, FactSource, PriceBasis } from '#contracts';
import type { Solutions } from '#contracts/scenario/task-terms';
import type { WeeklyReports } from '#contracts/scenario/weekly-reports';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type {
  BarFindings,
  CheckReport,
  FeedFindings,
  SymbolCoverage,
} from '../findings/check-report.js';
import type { ParsedBars } from '../check/bar-scan.js';
import type { DatasetManifest } from '../manifest/dataset-manifest.js';
import type { TimedTask } from '../tasks/task-file.js';

/** Texts that facts refer to by claim check. */
export interface DocumentStore {
  /** The text with this SHA-256 of its UTF-8 bytes; undefined when the data set has none. Synchronous. */
  get(sha256: string): string | undefined;
}

export interface OpenSourcesOptions {
  /** Instruments in the order of the tape; `InvalidInput` for a symbol that the data set does not have. */
  readonly symbols: readonly string[];
  /** Only facts known at or before the close of the last session on or before this date. */
  readonly until: CivilDate;
  /** Facts that become known after that close as well; sessions end there. */
  readonly beyond?: boolean;
  /** Refuse a data set with defects, or drop the rows and put a `rowDropped` fact in their place. */
  readonly badRows: 'refuse' | 'drop';
  /** Whether its tasks, or weekly reports, are on the tape; then it reaches to the last of them at least. */
  readonly tasks?: boolean | WeeklyReports;
}

export interface Dataset {
  readonly name: string;
  readonly manifest: DatasetManifest;
  /** As the manifest declares them, else as the bars name them, sorted. */
  readonly symbols: readonly string[];
  readonly calendar: SessionCalendar;
  readonly sessionsPerYear: number;
  readonly priceBasis: PriceBasis;
  readonly tradePrice: 'close' | 'adjClose';
  readonly adjusted?: 'vendor' | undefined;
  readonly barFrequency: 'daily' | 'intraday';
  readonly synthetic: boolean;
  /**
   * Made of the frames of a feed: its tape has all of its symbols, in their order, and goes as far as its frames do,
   * whatever `until` is.
   */
  readonly recorded?: true;
  readonly dateRule: DateRule;
  /** Texts of filings and long news; complete once sources are open, or coverage is known. */
  readonly documents: DocumentStore;
  currencyOf(symbol: string): string;
  /** Rows, first and last session per symbol; reads every file once and remembers. */
  coverage(): Promise<readonly SymbolCoverage[]>;
  /** What a check warns about in the bars of each symbol, session by session; of the same reading as `coverage`. */
  barFindings(): Promise<readonly BarFindings[]>;
  /** What a recording says of its feed; of the same reading as `coverage`. Left out by all other data sets. */
  feedFindings?(): Promise<FeedFindings>;
  /** Finds what is wrong; in the file of solutions only where that is asked for. */
  check(options?: { readonly solutions?: boolean }): Promise<CheckReport>;
  /**
   * SHA-256 over the manifest and the content of the files that count, wherever they are stored. Where parsed bars are
   * kept, it covers the bytes that they were parsed from, otherwise the bytes that are there now.
   */
  contentHash(): Promise<string>;
  /** Sources for a tape, each sorted by knowledge time; the caller closes them. */
  openSources(options: OpenSourcesOptions): Promise<FactSource[]>;
  /**
   * What `check` has parsed, as plain data: `openDataset` in another thread takes it, as long as this data set is open.
   * Undefined if a file cannot be read.
   */
  parsed(): Promise<ParsedBars | undefined>;
  /**
   * What is to be done, in the order in which it becomes known: the weekly reports that are asked for, or else the
   * tasks of its file; none where the data set has none. Reports without an end go on to the end of the calendar. The
   * file is read once and remembered; inputs are in `documents` then. `InvalidInput` names file and line of what is
   * broken.
   */
  tasks(reports?: WeeklyReports): readonly TimedTask[];
  /**
   * Ground truth, never on a tape: only scoring and `check` ask for it. Null where the data set has none. It is read
   * again each time: a solution may be mended while the data set is open. `InvalidInput` names file and line of what is
   * broken.
   */
  solutions(): Solutions | null;
  /** Closes files and removes temporary ones; safe to call twice. */
  close(): Promise<void>;
}
