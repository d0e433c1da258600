/** Step 12: what a run waits for, next to the progress of its decisions. */

import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const column = new TableColumn({ name: 'wait', type: 'text', isNullable: true });

export class RunWaits1763769600012 implements MigrationInterface {
  readonly name = 'RunWaits1763769600012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('decision_progress', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('decision_progress', column.name);
  }
}
