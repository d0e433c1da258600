/** Step 2: what agents answered, and the figures of finished runs. */

import { NewTables, tableOf } from './table-of.js';

const tables = [
  tableOf('decisions', {
    run: 'text key',
    number: 'bigint key',
    as_of: 'bigint',
    time: 'bigint',
    type: 'text',
    decision: 'text null',
    rationale: 'text null',
    reason: 'text null',
  }),
  tableOf('decision_progress', {
    run: 'text key',
    decisions: 'bigint',
    watermark: 'bigint',
    failure: 'text null',
  }),
  tableOf('refusals', {
    run: 'text key',
    as_of: 'bigint key',
    id: 'text key',
    agent: 'text',
    reason: 'text',
  }),
  tableOf('scores', {
    run: 'text key',
    journal_hash: 'text',
    records: 'bigint',
    drawdown: 'text null',
    intervals: 'text',
    coverage: 'text',
  }),
  tableOf('metrics', {
    run: 'text key',
    name: 'text key',
    value: 'double precision null',
    undefined_because: 'text null',
  }),
];

export class DecisionsAndScores1763769600002 extends NewTables {
  readonly name = 'DecisionsAndScores1763769600002';
  readonly tables = tables;
}
