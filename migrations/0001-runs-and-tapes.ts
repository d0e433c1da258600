/** Step 1: what is asked for and how far it is: tapes, submissions, runs; checkpoints and dead letters. */

import { NewTables, tableOf } from './table-of.js';

const tables = [
  tableOf('checkpoints', { topic: 'text key', partition: 'bigint key', next_offset: 'bigint' }),
  tableOf('dead_letters', {
    topic: 'text key',
    partition: 'bigint key',
    offset: 'bigint key',
    key: 'text null',
    reason: 'text',
    value: 'text',
    size: 'bigint',
  }),
  tableOf('tapes', {
    tape: 'text key',
    dataset: 'text',
    data_hash: 'text',
    until: 'bigint',
    bad_rows: 'text',
    speed: 'text',
    header: 'text',
  }),
  tableOf('tape_progress', {
    tape: 'text key',
    header: 'text null',
    facts: 'bigint',
    time: 'bigint',
    is_closed: 'boolean',
    tape_hash: 'text null',
    failure: 'text null',
  }),
  tableOf('documents', {
    tape: 'text key',
    hash: 'text key',
    chars: 'bigint',
    first_seq: 'bigint',
  }),
  tableOf('submissions', { submission: 'text key', tape: 'text', scenario: 'text', runs: 'text' }),
  tableOf(
    'runs',
    { run: 'text key', label: 'text', submission: 'text', tape: 'text', plan: 'text' },
    [{ name: 'runs_by_submission', columns: ['submission', 'run'] }],
  ),
  tableOf('cancellations', { run: 'text key', reason: 'text' }),
];

export class RunsAndTapes1763769600001 extends NewTables {
  readonly name = 'RunsAndTapes1763769600001';
  readonly tables = tables;
}
