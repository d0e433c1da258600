/** Tables for migrations in few words, with types that Postgres and SQLite share. */

import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** `bytea`: only Postgres has it. */
type ColumnType = 'text' | 'bigint' | 'double precision' | 'boolean' | 'bytea';
/** `key`: part of the primary key. */
type ColumnSpec = ColumnType | `${ColumnType} key` | `${ColumnType} null`;

export interface IndexSpec {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique?: boolean;
}

/** A table with its columns in this order; the primary key is named for the table alone. */
export function tableOf(
  name: string,
  columns: Readonly<Record<string, ColumnSpec>>,
  indices: readonly IndexSpec[] = [],
): Table {
  return new Table({
    name,
    columns: Object.entries(columns).map(([column, spec]) => ({
      name: column,
      type: spec.replace(/ (key|null)$/, ''),
      isPrimary: spec.endsWith(' key'),
      isNullable: spec.endsWith(' null'),
      ...(spec.endsWith(' key') ? { primaryKeyConstraintName: `${name}_key` } : {}),
    })),
    indices: indices.map(({ name: index, columns: columnNames, isUnique = false }) => ({
      name: index,
      columnNames: [...columnNames],
      isUnique,
    })),
  });
}

/** A step that makes tables, and going back drops them again. */
export abstract class NewTables implements MigrationInterface {
  abstract readonly name: string;
  abstract readonly tables: readonly Table[];

  async up(runner: QueryRunner): Promise<void> {
    for (const table of this.tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of this.tables.toReversed()) await runner.dropTable(name);
  }
}
