/** Step 8: the scores of runs of tasks; their figures are in `metrics`, beside those of runs that trade. */

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tableOf } from './table-of.js';

const taskScores = tableOf('task_scores', {
  run: 'text key',
  workflow: 'text',
  journal_hash: 'text',
  records: 'bigint',
  solutions: 'text null',
  coverage: 'text',
});

export class TaskScores1763769600008 implements MigrationInterface {
  readonly name = 'TaskScores1763769600008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(taskScores);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(taskScores.name);
  }
}
