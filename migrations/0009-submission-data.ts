/** Step 9: findings of the data check, stored with the scenario that they concern. */

import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const column = new TableColumn({ name: 'data', type: 'text', isNullable: true });

export class SubmissionData1763769600009 implements MigrationInterface {
  readonly name = 'SubmissionData1763769600009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('submissions', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('submissions', column.name);
  }
}
