/** Tokens and audit: plain rows that no topic knows of. */

import { randomUUID } from 'node:crypto';
import { conflict } from '#values';
import type { Control } from '../read-models.js';
import { audit, tokens, type Table } from '../tables.js';
import { readPage } from './read-page.js';
import { columnList, decodedRow, encodedRow, quoted } from './row-codec.js';
import type { SqlReader } from './sql-store.js';

/** The control side of read models over a database that keeps `tokens` and `audit`. */
export function controlOver(reader: SqlReader): Control {
  return {
    async addToken(token) {
      if (await inserted(reader, tokens, token)) return;
      throw conflict('a token of this name is there already', { where: token.name });
    },
    async tokenByHash(hash) {
      const [row] = await reader.query(
        `SELECT ${columnList(tokens, 't')} FROM ${reader.name(tokens)} t WHERE t.hash = ?`,
        [hash],
      );
      return row === undefined ? undefined : decodedRow(tokens, row);
    },
    tokens: (page = {}) => readPage(reader, tokens, [], page),
    async revokeToken(name) {
      const rows = await reader.query(
        `DELETE FROM ${reader.name(tokens)} WHERE name = ? RETURNING name`,
        [name],
      );
      return rows.length > 0;
    },
    async appendAudit(entry) {
      await inserted(reader, audit, { ...entry, id: randomUUID() });
    },
    audit: (page = {}) => readPage(reader, audit, [], page),
  };
}

/** Whether the row was put in; false where something unique about it is taken. */
async function inserted(reader: SqlReader, table: Table, row: object): Promise<boolean> {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const marks = table.columns.map(() => '?').join(', ');
  const key = table.keys[0]?.name as string;
  const rows = await reader.query(
    `INSERT INTO ${reader.name(table)} (${names}) VALUES (${marks})
     ON CONFLICT DO NOTHING RETURNING "${key}"`,
    encodedRow(table, row),
  );
  return rows.length > 0;
}
