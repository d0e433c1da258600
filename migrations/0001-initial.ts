/** The initial step: all tables of a data source, as its entities describe them. */

import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { invalidInput } from '#values';

export class Initial1796000000001 implements MigrationInterface {
  readonly name = 'Initial1796000000001';

  /** `InvalidInput` if a table exists: a version with other migrations made it. */
  async up(runner: QueryRunner): Promise<void> {
    const { entityMetadatas, driver } = runner.connection;
    const [existing] = await runner.getTables(entityMetadatas.map(({ tablePath }) => tablePath));
    if (existing !== undefined) {
      throw invalidInput('the database was migrated by another version', {
        expected: 'an empty database; read models are projected again from the topics',
        found: `the table ${existing.name}`,
      });
    }
    for (const metadata of entityMetadatas) {
      await runner.createTable(Table.create(metadata, driver));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { tablePath } of runner.connection.entityMetadatas)
      await runner.dropTable(tablePath);
  }
}
