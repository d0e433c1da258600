/** The rows that the messages of a transaction want to see as they are in the database, each once. */

import type { Table } from '../tables.js';
import { keyText, type KeyValue } from './row-changes.js';

export class Needs {
  private readonly wanted = new Map<Table, Map<string, readonly KeyValue[]>>();

  need(table: Table, ...key: readonly KeyValue[]): void {
    let keys = this.wanted.get(table);
    if (keys === undefined) this.wanted.set(table, (keys = new Map()));
    keys.set(keyText(key), key);
  }

  *keys(): Generator<readonly [Table, readonly (readonly KeyValue[])[]]> {
    for (const [table, keys] of this.wanted) yield [table, [...keys.values()]];
  }
}
