/** Step 8: the scores of task runs; their figures are in `metrics`, next to those of trading runs. */

import { NewTables, tableOf } from './table-of.js';

const tables = [
  tableOf('task_scores', {
    run: 'text key',
    workflow: 'text',
    journal_hash: 'text',
    records: 'bigint',
    solutions: 'text null',
    coverage: 'text',
  }),
];

export class TaskScores1763769600008 extends NewTables {
  readonly name = 'TaskScores1763769600008';
  readonly tables = tables;
}
