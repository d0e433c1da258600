/** Names in the database: `tapeHash` is `tape_hash`, and no name depends on a schema. */

import { DefaultNamingStrategy, type Table } from 'typeorm';

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A shadow schema that is renamed keeps the names of its constraints, so the schema is not in them. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string): string {
    return snakeCase(propertyName);
  }

  override primaryKeyName(table: Table | string): string {
    const path = typeof table === 'string' ? table : table.name;
    return `${path.slice(path.lastIndexOf('.') + 1)}_key`;
  }
}
