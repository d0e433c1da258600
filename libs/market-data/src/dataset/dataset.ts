/**
 * The port of a data set: what runs, checks and imports can ask of it, wherever its
 * files come from.
 */

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
  /**
   * The text with this SHA-256 of its UTF-8 bytes; undefined if the data set lacks it. Synchronous.
   */
  get(sha256: string): string | undefined;
}

export interface OpenSourcesOptions {
  /**
   * Instruments in the order of the tape; throws `InvalidInput` for a symbol that the
   * data set lacks.
   */
  readonly symbols: readonly string[];
  /** Only facts known at or before the close of the last session on or before this date. */
  readonly until: CivilDate;
  /** Includes facts known after that close as well; sessions end there. */
  readonly beyond?: boolean;
  /**
   * Reject a data set with defects, or drop the rows and put a `rowDropped` fact in their place.
   */
  readonly badRows: 'refuse' | 'drop';
  /**
   * The calendars whose sessions are on the tape, the first of which ends it; defaults to that
   * of the data set.
   */
  readonly calendars?: readonly SessionCalendar[] | undefined;
  /**
   * Whether its tasks, or weekly reports, are on the tape; then it extends at least to
   * the last of them.
   */
  readonly tasks?: boolean | WeeklyReports;
}

export interface Dataset {
  readonly name: string;
  readonly manifest: DatasetManifest;
  /** As declared in the manifest, else as named by the bars, sorted. */
  readonly symbols: readonly string[];
  /** That of symbols without one of their own. */
  readonly calendar: SessionCalendar;
  readonly sessionsPerYear: number;
  readonly priceBasis: PriceBasis;
  readonly tradePrice: 'close' | 'adjClose';
  readonly adjusted?: 'vendor' | undefined;
  /** Whether bars have closes alone. */
  readonly closeOnly?: true | undefined;
  readonly barFrequency: 'daily' | 'intraday';
  /**
   * Length of the intraday bars of each symbol, minutes; symbols whose bars have no declared
   * length are omitted.
   */
  barMinutes(): Promise<Readonly<Record<string, number>>>;
  readonly synthetic: boolean;
  /**
   * Made from the frames of a feed: its tape has all of its symbols, in their order, and extends as
   * far as its frames, whatever `until` is.
   */
  readonly recorded?: true;
  readonly dateRule: DateRule;
  /** Texts of filings and long news; complete once sources are open, or coverage is known. */
  readonly documents: DocumentStore;
  currencyOf(symbol: string): string;
  /** The calendar whose sessions its bars are of. */
  readonly calendarOf: (symbol: string) => SessionCalendar;
  /** Rows, first and last session per symbol; reads every file once and caches the result. */
  coverage(): Promise<readonly SymbolCoverage[]>;
  /**
   * The check's warnings about the bars of each symbol, by session; from the same pass
   * as `coverage`.
   */
  barFindings(): Promise<readonly BarFindings[]>;
  /**
   * A recording's report on its feed; from the same pass as `coverage`. Omitted by all
   * other data sets.
   */
  feedFindings?(): Promise<FeedFindings>;
  /** Finds defects; in the file of solutions only on request. */
  check(options?: { readonly solutions?: boolean }): Promise<CheckReport>;
  /**
   * SHA-256 over the manifest and the content of the relevant files, wherever they are stored.
   * If parsed bars are kept, it covers the bytes that they were parsed from, otherwise the
   * current bytes.
   */
  contentHash(): Promise<string>;
  /** Sources for a tape, each sorted by knowledge time; the caller closes them. */
  openSources(options: OpenSourcesOptions): Promise<FactSource[]>;
  /**
   * The bars that `check` parsed, as plain data: `openDataset` in another thread takes it while
   * this data set is open. Undefined if a file is unreadable.
   */
  parsed(): Promise<ParsedBars | undefined>;
  /**
   * The work, in the order in which it becomes known: the requested weekly reports, or else the
   * tasks of its file; empty if the data set has none. Reports without an end continue to the end
   * of the calendar. The file is read once and cached; inputs are in `documents` then. Throws
   * `InvalidInput` with file and line of the error.
   */
  tasks(reports?: WeeklyReports): readonly TimedTask[];
  /**
   * Ground truth, never on a tape: only scoring and `check` use it. Null if the data set has none.
   * It is read each time: a solution may be corrected while the data set is open. Throws
   * `InvalidInput` with file and line of the error.
   */
  solutions(): Solutions | null;
  /**
   * Closes a database, so that other programs can write it; it is opened again where more is read.
   * Omitted by data sets that hold none.
   */
  release?(): Promise<void>;
  /** Closes files and removes temporary ones; safe to call twice. */
  close(): Promise<void>;
}
