/** The port to read models: tables made from the topics alone, read page by page; and tokens and audit beside them. */

import type { JournalEvent } from '#contracts';
import type { RunSubmitted, RunWait } from '#contracts/streams/runs';
import type { BrokenMessage, MessageBatch, MessageLog, Position } from '#event-log';
import type { ToolCallRow } from '../entities/call-rows.js';
import type { AuditRow, TokenRow } from '../entities/control-rows.js';
import type { DeadLetterRow } from '../entities/dead-letter-row.js';
import type { DecisionRow, RefusalRow } from '../entities/decision-rows.js';
import type {
  DenialRow,
  EquityRow,
  FillRow,
  OrderRow,
  PositionRow,
} from '../entities/journal-rows.js';
import type { SubmissionRow } from '../entities/run-rows.js';
import type { MetricRow, ScoreRow, TaskScoreRow } from '../entities/score-rows.js';
import type { DocumentRow, TapeProgressRow, TapeRow } from '../entities/tape-rows.js';
import type { Page, PageOf } from './page.js';
import type { ProjectedTable } from './tables.js';

export interface RunFilter {
  /** Also runs that another submission asked for first. */
  readonly submission?: string;
  readonly tape?: string;
  readonly status?: RunStatus;
}

/** A run and how far it is. */
export interface RunState {
  readonly run: string;
  readonly label: string;
  /** The first that asked for it. */
  readonly submission: string;
  readonly tape: string;
  readonly plan: RunSubmitted['plan'];
  readonly status: RunStatus;
  /** Records of its journal so far, with as-of and knowledge time (microseconds) of the last; 0 before the first. */
  readonly records: number;
  readonly asOf: number;
  readonly time: number;
  /** Decisions so far; all that are due at or before the watermark are among them. */
  readonly decisions: number;
  readonly watermark: number;
  /** Null until the journal is closed. */
  readonly journalHash: string | null;
  readonly tapeHash: string | null;
  readonly cancelReason: string | null;
  readonly failure: string | null;
  /** Whether its figures are there. */
  readonly isScored: boolean;
  /** Facts of its tape so far; null where none is known. */
  readonly tapeFacts: number | null;
  readonly isTapeClosed: boolean;
  /** By the commands to its clock so far. */
  readonly isTapePaused: boolean;
  /** What it waits for, as the agent adapter noted; null once it has gone on. */
  readonly wait: RunWait | null;
}
export type StatusCounts = Readonly<Record<RunStatus, number>>;

/** A tape as far as it is; `facts` is 0 where none came yet. */
export interface TapeState extends TapeProgressRow {
  /** As it was asked for; null where nobody did. */
  readonly request: Omit<TapeRow, 'tape' | 'header'> | null;
  /** By the commands so far; the speed is the one that was set last, else as asked for, else null. */
  readonly isPaused: boolean;
  readonly speed: TapeRow['speed'] | null;
}

interface Figures {
  readonly metrics: readonly Omit<MetricRow, 'run'>[];
}

/** The figures of a run that trades. */
export interface Score extends ScoreRow, Figures {}

/** The figures of a run of tasks, which says its workflow. */
export interface TaskScore extends TaskScoreRow, Figures {}

/** Records of a journal from a number on. */
export interface JournalPage {
  readonly records: readonly { readonly record: number; readonly event: JournalEvent }[];
  /** Number of the record behind these; null when there is none yet. */
  readonly next: number | null;
  /** The hash of the journal, once all of it is there. */
  readonly journalHash: string | null;
}

/** How a table of two sets of read models compares. */
export interface TableComparison {
  readonly table: string;
  readonly rows: number;
  readonly otherRows: number;
  /** SHA-256 over the rows in the order of their keys. */
  readonly digest: string;
  readonly otherDigest: string;
  /** The first row in which they differ, as each has it; null where they are equal. */
  readonly difference: { readonly row: object | null; readonly otherRow: object | null } | null;
}

export interface RebuildReport {
  /** Messages that were read. */
  readonly messages: number;
  /** How far the new tables were when they took the place of the old ones. */
  readonly checkpoints: readonly Position[];
}

/** Rows in the order of their keys. */
export interface ComparableTables {
  rowsOf(table: ProjectedTable): AsyncIterable<readonly object[]>;
}

/** Where a rebuild reads from. */
export type LogSource = Pick<MessageLog, 'endOffsets' | 'tail'>;

export interface ProjectedTables extends ComparableTables {
  /** The same for all who open these tables, and another for tables in any other database. */
  readonly identity: string;
  /**
   * Takes in messages: rows and checkpoint in one transaction. Messages below the checkpoint are skipped, records that
   * a run has already as well. Messages that cannot be read go to `report`, which is awaited before the transaction
   * ends; without one they are `InvalidInput`. `Invariant`, naming run and numbers, where numbers are missing, unless
   * the read models were opened to mark such a run as failed. `Unavailable` when the database is away: try again.
   */
  project(
    batch: MessageBatch,
    report?: (broken: readonly BrokenMessage[]) => Promise<void>,
  ): Promise<void>;
  /** From where the topics have to be read; partitions that were never projected are left out: read them from 0. */
  checkpoints(): Promise<readonly Position[]>;
  /** Makes all tables anew from offset 0 and swaps them in; reading and projecting go on. `Conflict` while one runs. */
  rebuild(source: LogSource): Promise<RebuildReport>;
  /** Makes all tables anew beside the live ones, compares them at the same checkpoints, and throws them away. */
  differences(source: LogSource): Promise<readonly TableComparison[]>;
  /** Compares with other read models, of any kind; nobody should be projecting meanwhile. */
  compare(other: ComparableTables): Promise<readonly TableComparison[]>;
}

export interface RunReading {
  submissions(page?: Page): Promise<PageOf<SubmissionRow>>;
  submission(submission: string): Promise<SubmissionRow | undefined>;
  /** In the order of their ids. */
  runs(filter?: RunFilter, page?: Page): Promise<PageOf<RunState>>;
  run(run: string): Promise<RunState | undefined>;
  /**
   * How many runs have each status. A run of a submission that is not in the tables yet, its message being in a
   * partition that is read later, counts as submitted; not so where `tape` is asked for.
   */
  runCounts(filter?: Omit<RunFilter, 'status'>): Promise<StatusCounts>;
  decisions(run: string, page?: Page): Promise<PageOf<DecisionRow>>;
  /** Tool calls of the answers that the journal has, in their order. */
  calls(run: string, page?: Page): Promise<PageOf<ToolCallRow>>;
  refusals(run: string, page?: Page): Promise<PageOf<RefusalRow>>;
  orders(run: string, page?: Page): Promise<PageOf<OrderRow>>;
  denials(run: string, page?: Page): Promise<PageOf<DenialRow>>;
  fills(run: string, page?: Page): Promise<PageOf<FillRow>>;
  positions(run: string, page?: Page): Promise<PageOf<PositionRow>>;
  equity(run: string, page?: Page): Promise<PageOf<EquityRow>>;
  /** Records from number `from`, 1 when it is left out; `limit` as of a page. */
  journal(run: string, from?: number, limit?: number): Promise<JournalPage>;
  /** The figures of a finished run. */
  score(run: string): Promise<Score | TaskScore | undefined>;
}

export interface TapeReading {
  tapes(page?: Page): Promise<PageOf<TapeState>>;
  tape(tape: string): Promise<TapeState | undefined>;
  documents(tape: string, page?: Page): Promise<PageOf<DocumentRow>>;
  deadLetters(page?: Page): Promise<PageOf<DeadLetterRow>>;
}

/** No projections: a rebuild leaves them alone. */
export interface Control {
  /** `Conflict` where name or hash is taken. */
  addToken(token: TokenRow): Promise<void>;
  tokenByHash(hash: string): Promise<TokenRow | undefined>;
  tokens(page?: Page): Promise<PageOf<TokenRow>>;
  /** Whether there was one. */
  revokeToken(name: string): Promise<boolean>;
  appendAudit(entry: Omit<AuditRow, 'id'>): Promise<void>;
  /** In the order of their instants. */
  audit(page?: Page): Promise<PageOf<AuditRow>>;
}

export interface ReadModels extends ProjectedTables, RunReading, TapeReading, Control {
  close(): Promise<void>;
}

/**
 * Where a run stands. `submitted`: nothing came of it yet. `running`: decisions or records came. `finished`: its
 * journal is closed. `cancelled`: nobody wants the rest. `failed`: it cannot go on, because its tape cannot, or because
 * numbers are missing on its topics.
 */
export const runStatuses = ['submitted', 'running', 'finished', 'cancelled', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];
