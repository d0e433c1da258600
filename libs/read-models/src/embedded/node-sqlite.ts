/** The SQLite that is built into Node, as TypeORM's driver for better-sqlite3 calls it, and no more. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

interface Statement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  all(...values: SQLInputValue[]): unknown[];
  run(...values: SQLInputValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

export class NodeSqlite {
  private readonly database: DatabaseSync;

  constructor(
    path: string,
    options: { readonly readonly?: boolean; readonly timeout?: number } = {},
  ) {
    const { readonly: readOnly = false, timeout = 5000 } = options;
    this.database = new DatabaseSync(path, { readOnly, timeout });
  }

  prepare(sql: string): Statement {
    const statement = this.database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (...values) => statement.all(...values),
      run: (...values) => statement.run(...values),
    };
  }

  pragma(sql: string): unknown[] {
    return this.database.prepare(`PRAGMA ${sql}`).all();
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  close(): void {
    this.database.close();
  }
}
