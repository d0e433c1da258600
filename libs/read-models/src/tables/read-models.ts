/**
 * The port to read models: tables made from the topics alone, read page by page; plus
 * tokens and audit.
 */

import type { z } from 'zod';
import type { BrokenMessage, MessageBatch, MessageLog, Position } from '#event-log';
import type { callRowSchema } from '../entities/call-rows.js';
import type { auditRowSchema, tokenRowSchema } from '../entities/control-rows.js';
import type { DecisionRow, refusalRowSchema } from '../entities/decision-rows.js';
import type {
  denialRowSchema,
  equityRowSchema,
  fillRowSchema,
  OrderRow,
  positionRowSchema,
} from '../entities/journal-rows.js';
import type { SubmissionRow } from '../entities/run-rows.js';
import type { scoreSchema } from '../entities/score-rows.js';
import type { deadLetterRowSchema, documentRowSchema } from '../entities/tape-rows.js';
import type { Page, PageOf } from './page.js';
import type { JournalPage, RunState, RunStatus, StatusCounts, TapeState } from './shown.js';
import type { ProjectedTable } from './tables.js';

export interface RunFilter {
  /** Includes runs that another submission asked for first. */
  readonly submission?: string | undefined;
  readonly tape?: string | undefined;
  readonly status?: RunStatus | undefined;
}

/** The figures of a run; those of a run of tasks name its workflow. */
export type Score = z.output<typeof scoreSchema>;
type Token = z.output<typeof tokenRowSchema>;
type AuditEntry = z.output<typeof auditRowSchema>;

/** How a table of two sets of read models compares. */
export interface TableComparison {
  readonly table: string;
  readonly rows: number;
  readonly otherRows: number;
  /** The first row in which they differ, on each side; null if they are equal. */
  readonly difference: { readonly row: object | null; readonly otherRow: object | null } | null;
}

export interface RebuildReport {
  /** Messages that were read. */
  readonly messages: number;
  /** The position of the new tables when they replaced the old ones. */
  readonly checkpoints: readonly Position[];
}

/** Rows in the order of their keys. */
export interface ComparableTables {
  rowsOf(table: ProjectedTable): AsyncIterable<readonly object[]>;
}

/** Where a rebuild reads from. */
export type LogSource = Pick<MessageLog, 'endOffsets' | 'tail'>;

export interface ProjectedTables extends ComparableTables {
  /** Equal for all who open these tables, different for tables in any other database. */
  readonly identity: string;
  /**
   * Projects messages: rows and checkpoint in one transaction. Skips messages below the checkpoint,
   * and records that a run has already. Unreadable messages go to `report`, which is awaited before
   * the transaction ends; without it they are `InvalidInput`. `Invariant`, naming run and numbers,
   * if numbers are missing, unless the read models were opened to mark such a run as failed.
   * `Unavailable` if the database is: retry.
   */
  project(
    batch: MessageBatch,
    report?: (broken: readonly BrokenMessage[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Where to resume reading the topics; partitions never projected are omitted: read them from 0.
   */
  checkpoints(): Promise<readonly Position[]>;
  /**
   * Rebuilds all tables from offset 0 in one transaction: readers see the old ones until it ends,
   * and projecting waits. `Conflict` if one runs.
   */
  rebuild(source: LogSource): Promise<RebuildReport>;
  /**
   * Rebuilds all tables likewise up to their checkpoints, compares them with those before,
   * and undoes it.
   */
  differences(source: LogSource): Promise<readonly TableComparison[]>;
  /** Compares with other read models, of any kind; projecting should be stopped meanwhile. */
  compare(other: ComparableTables): Promise<readonly TableComparison[]>;
}

export interface RunReading {
  submissions(page?: Page): Promise<PageOf<SubmissionRow>>;
  submission(submission: string): Promise<SubmissionRow | undefined>;
  /** In the order of their ids. */
  runs(filter?: RunFilter, page?: Page): Promise<PageOf<RunState>>;
  run(run: string): Promise<RunState | undefined>;
  /**
   * The number of runs with each status. A run of a submission that is not in the tables yet,
   * because its message is in a partition read later, counts as submitted; not if `tape` is given.
   */
  runCounts(filter?: Omit<RunFilter, 'status'>): Promise<StatusCounts>;
  decisions(run: string, page?: Page): Promise<PageOf<DecisionRow>>;
  /** Tool calls of the answers in the journal, in order. */
  calls(run: string, page?: Page): Promise<PageOf<z.output<typeof callRowSchema>>>;
  refusals(run: string, page?: Page): Promise<PageOf<z.output<typeof refusalRowSchema>>>;
  orders(run: string, page?: Page): Promise<PageOf<OrderRow>>;
  denials(run: string, page?: Page): Promise<PageOf<z.output<typeof denialRowSchema>>>;
  fills(run: string, page?: Page): Promise<PageOf<z.output<typeof fillRowSchema>>>;
  positions(run: string, page?: Page): Promise<PageOf<z.output<typeof positionRowSchema>>>;
  equity(run: string, page?: Page): Promise<PageOf<z.output<typeof equityRowSchema>>>;
  /** Records from number `from`, 1 by default; `limit` as for a page. */
  journal(run: string, from?: number, limit?: number): Promise<JournalPage>;
  /** The figures of a finished run. */
  score(run: string): Promise<Score | undefined>;
}

export interface TapeReading {
  tapes(page?: Page): Promise<PageOf<TapeState>>;
  tape(tape: string): Promise<TapeState | undefined>;
  documents(tape: string, page?: Page): Promise<PageOf<z.output<typeof documentRowSchema>>>;
  deadLetters(page?: Page): Promise<PageOf<z.output<typeof deadLetterRowSchema>>>;
}

/** Not projections: a rebuild leaves them alone. */
export interface Control {
  /** `Conflict` if name or hash is taken. */
  addToken(token: Token): Promise<void>;
  tokenByHash(hash: string): Promise<Token | undefined>;
  tokens(page?: Page): Promise<PageOf<Token>>;
  /** Whether the token existed. */
  revokeToken(name: string): Promise<boolean>;
  appendAudit(entry: Omit<AuditEntry, 'id'>): Promise<void>;
  /** In the order of their instants. */
  audit(page?: Page): Promise<PageOf<AuditEntry>>;
}

export interface ReadModels extends ProjectedTables, RunReading, TapeReading, Control {
  close(): Promise<void>;
}
