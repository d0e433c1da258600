/** The tables as data, read off the entities: what SQL is made from, for both databases. */

import { getMetadataArgsStorage } from 'typeorm';
import type { TopicName } from '#contracts/streams/topics';
import { CalledDecisionRow, ToolCallRow } from '../entities/call-rows.js';
import { AuditRow, CheckpointRow, TokenRow } from '../entities/control-rows.js';
import { DeadLetterRow } from '../entities/dead-letter-row.js';
import { DecisionPartRow, DecisionProgressRow, RefusalRow } from '../entities/decision-rows.js';
import {
  DenialRow,
  EquityRow,
  FillRow,
  JournalRow,
  OrderRow,
  PositionRow,
  RunProgressRow,
} from '../entities/journal-rows.js';
import { CancellationRow, RunRow, SubmissionRow, SubmissionRunRow } from '../entities/run-rows.js';
import { MetricRow, ScoreRow, TaskScoreRow } from '../entities/score-rows.js';
import {
  ClockCommandRow,
  ClockTurnsRow,
  DocumentRow,
  TapeProgressRow,
  TapeRow,
} from '../entities/tape-rows.js';
import { packing } from '../entities/packed-text.js';
import { snakeCase } from './snake-case.js';

/** `packed`: text that lies compressed in the database where it is long. */
export type ColumnKind = 'text' | 'bigint' | 'double' | 'boolean' | 'json' | 'packed';

export interface TableColumn {
  readonly property: string;
  /** In the database. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  readonly isKey: boolean;
}

/**
 * What happens to a row whose key is there: the old one stays, or the new one replaces it. Or there is none: a row that
 * is appended has a number of its run that the run did not have before, by the progress row that the same transaction
 * read and moves on. So nothing looks for it, neither here nor in the database.
 */
export type OnConflict = 'keep' | 'replace' | 'append';

export interface Table<R extends object = object> {
  readonly name: string;
  readonly entity: new () => R;
  readonly columns: readonly TableColumn[];
  /** In the order in which rows are sorted. */
  readonly keys: readonly TableColumn[];
  readonly onConflict: OnConflict;
}

/** A table is a function of one topic alone, so that the order in which topics are read changes no row. */
export interface ProjectedTable<R extends object = object> extends Table<R> {
  readonly source: TopicName;
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  bigint: 'bigint',
  'double precision': 'double',
  boolean: 'boolean',
  'simple-json': 'json',
};

function tableOf<R extends object>(entity: new () => R, onConflict: OnConflict = 'keep'): Table<R> {
  const storage = getMetadataArgsStorage();
  const columns = storage.filterColumns(entity).map(({ propertyName, options }) => ({
    property: propertyName,
    name: snakeCase(propertyName),
    kind:
      options.transformer === packing ? 'packed' : (kinds[options.type as string] as ColumnKind),
    isNullable: options.nullable === true,
    isKey: options.primary === true,
  }));
  const name = storage.filterTables(entity)[0]?.name as string;
  return { name, entity, columns, keys: columns.filter(({ isKey }) => isKey), onConflict };
}

const projection = <R extends object>(
  source: TopicName,
  entity: new () => R,
  onConflict: OnConflict = 'keep',
): ProjectedTable<R> => ({ ...tableOf(entity, onConflict), source });

/** What is rebuilt from the topics, and compared. */
export const projections = {
  tapes: projection('tapes', TapeRow),
  clockCommands: projection('clock.commands', ClockCommandRow),
  clockTurns: projection('clock.commands', ClockTurnsRow, 'replace'),
  tapeProgress: projection('market.tape', TapeProgressRow, 'replace'),
  documents: projection('market.tape', DocumentRow),
  submissions: projection('runs', SubmissionRow),
  submissionRuns: projection('runs', SubmissionRunRow),
  runs: projection('runs', RunRow),
  cancellations: projection('runs', CancellationRow),
  toolCalls: projection('agent.calls', ToolCallRow),
  decisionParts: projection('agent.decisions', DecisionPartRow, 'append'),
  decisionProgress: projection('agent.decisions', DecisionProgressRow, 'replace'),
  refusals: projection('agent.decisions', RefusalRow),
  runProgress: projection('portfolio.events', RunProgressRow, 'replace'),
  journal: projection('portfolio.events', JournalRow, 'append'),
  orders: projection('portfolio.events', OrderRow, 'replace'),
  denials: projection('portfolio.events', DenialRow, 'append'),
  fills: projection('portfolio.events', FillRow, 'append'),
  positions: projection('portfolio.events', PositionRow, 'replace'),
  equity: projection('portfolio.events', EquityRow, 'append'),
  calledDecisions: projection('portfolio.events', CalledDecisionRow),
  scores: projection('scores', ScoreRow),
  taskScores: projection('scores', TaskScoreRow),
  metrics: projection('scores', MetricRow),
  deadLetters: projection('dead-letters', DeadLetterRow),
} as const;

export const projectedTables: readonly ProjectedTable[] = Object.values(projections);
export const checkpoints = tableOf(CheckpointRow, 'replace');
/** No projections: a rebuild leaves them alone. */
export const tokens = tableOf(TokenRow);
export const audit = tableOf(AuditRow);

export const projectionEntities = [...projectedTables, checkpoints].map(({ entity }) => entity);
export const controlEntities = [TokenRow, AuditRow];
