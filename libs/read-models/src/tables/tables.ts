/** The tables: the schema of each one's rows, its key, and its topic. */

import { EntitySchema } from 'typeorm';
import { z } from 'zod';
import type { TopicName } from '#contracts/streams/topics';
import { calledDecisionRowSchema, callRowSchema } from '../entities/call-rows.js';
import { auditRowSchema, checkpointRowSchema, tokenRowSchema } from '../entities/control-rows.js';
import {
  decisionPartRowSchema,
  decisionProgressRowSchema,
  refusalRowSchema,
} from '../entities/decision-rows.js';
import {
  denialRowSchema,
  equityRowSchema,
  fillRowSchema,
  journalRowSchema,
  orderRowSchema,
  positionRowSchema,
  runProgressRowSchema,
} from '../entities/journal-rows.js';
import {
  cancellationRowSchema,
  runRowSchema,
  submissionRowSchema,
  submissionRunRowSchema,
} from '../entities/run-rows.js';
import { metricRowSchema, scoreRowSchema } from '../entities/score-rows.js';
import {
  clockCommandRowSchema,
  clockTurnsRowSchema,
  deadLetterRowSchema,
  documentRowSchema,
  tapeProgressRowSchema,
  tapeRowSchema,
} from '../entities/tape-rows.js';
import { tableOf, type OnConflict, type Table } from './table.js';

/**
 * A table is a function of one topic alone, so that the order in which topics are read
 * does not matter.
 */
export interface ProjectedTable<R extends object = object> extends Table<R> {
  readonly source: TopicName;
}

/** Names of the members of a row. */
type Keys<S extends z.ZodObject> = readonly (keyof z.output<S> & string)[];

/** The tables of a topic. */
const from =
  (source: TopicName) =>
  <S extends z.ZodObject>(
    name: string,
    schema: S,
    keys: Keys<S>,
    onConflict: OnConflict = 'keep',
  ): ProjectedTable<z.output<S>> => ({ ...tableOf(name, schema, { keys, onConflict }), source });

const ofTurns = from('clock.commands');
const ofTape = from('market.tape');
const ofRuns = from('runs');
const ofDecisions = from('agent.decisions');
const ofJournals = from('portfolio.events');
const ofScores = from('scores');
/** The key of a record of a run. */
const record = ['run', 'record'] as const;

/** Rebuilt from the topics, and compared. */
export const projections = {
  tapes: from('tapes')('tapes', tapeRowSchema, ['tape']),
  clockCommands: ofTurns('clock_commands', clockCommandRowSchema, ['tape', 'id']),
  clockTurns: ofTurns('clock_turns', clockTurnsRowSchema, ['tape'], 'replace'),
  tapeProgress: ofTape('tape_progress', tapeProgressRowSchema, ['tape'], 'replace'),
  documents: ofTape('documents', documentRowSchema, ['tape', 'hash']),
  submissions: ofRuns('submissions', submissionRowSchema, ['submission']),
  submissionRuns: ofRuns('submission_runs', submissionRunRowSchema, ['submission', 'run']),
  runs: ofRuns('runs', runRowSchema, ['run']),
  cancellations: ofRuns('cancellations', cancellationRowSchema, ['run']),
  toolCalls: from('agent.calls')('tool_calls', callRowSchema, ['run', 'asOf', 'ordinal', 'digest']),
  decisionParts: ofDecisions('decision_parts', decisionPartRowSchema, ['run', 'first'], 'append'),
  decisionProgress: ofDecisions('decision_progress', decisionProgressRowSchema, ['run'], 'replace'),
  refusals: ofDecisions('refusals', refusalRowSchema, ['run', 'asOf', 'id']),
  runProgress: ofJournals('run_progress', runProgressRowSchema, ['run'], 'replace'),
  journal: ofJournals('journal', journalRowSchema, ['run', 'first'], 'append'),
  orders: ofJournals('orders', orderRowSchema, ['run', 'number'], 'replace'),
  denials: ofJournals('denials', denialRowSchema, record, 'append'),
  fills: ofJournals('fills', fillRowSchema, record, 'append'),
  positions: ofJournals('positions', positionRowSchema, ['run', 'symbol'], 'replace'),
  equity: ofJournals('equity', equityRowSchema, record, 'append'),
  calledDecisions: ofJournals('called_decisions', calledDecisionRowSchema, ['run', 'asOf']),
  scores: ofScores('scores', scoreRowSchema, ['run']),
  metrics: ofScores('metrics', metricRowSchema, ['run', 'name']),
  deadLetters: from('dead-letters')('dead_letters', deadLetterRowSchema, [
    'topic',
    'partition',
    'offset',
  ]),
} as const;

export const projectedTables: readonly ProjectedTable[] = Object.values(projections);
export const checkpoints = tableOf('checkpoints', checkpointRowSchema, {
  keys: ['topic', 'partition'],
  onConflict: 'replace',
});
/** Not projections: a rebuild leaves them alone. */
export const tokens = tableOf('tokens', tokenRowSchema, {
  keys: ['name'],
  uniqueIndex: { name: 'tokens_by_hash', columns: ['hash'] },
});
export const audit = tableOf('audit', auditRowSchema, { keys: ['at', 'id'] });

/**
 * Tables of the model gateway, which reads and writes them with its own statements; made
 * from no topic.
 */
export const recordings: readonly { readonly entity: EntitySchema }[] = [
  /** One row: the gateway that may make calls. */
  tableOf('model_gateways', z.strictObject({ place: z.string(), instance: z.string() }), {
    keys: ['place'],
  }),
  /** Streams `<run>/asks` and `<run>/model-calls` of libs/store; libs/llm writes their records. */
  {
    entity: new EntitySchema({
      name: 'model_records',
      columns: {
        stream: { type: 'text', primary: true, primaryKeyConstraintName: 'model_records_key' },
        seq: { type: 'bigint', primary: true, primaryKeyConstraintName: 'model_records_key' },
        body: { type: 'bytea' },
        digest: { type: 'bytea' },
      },
    }),
  },
];
