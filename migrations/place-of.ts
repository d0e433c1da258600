/** A table's name for statements of our own: Postgres has the tables in a schema, which they have to name. */

import type { DataSourceOptions } from 'typeorm';

export function placeOf(name: string, options: DataSourceOptions): string {
  const schema = options.type === 'postgres' ? options.schema : undefined;
  return schema === undefined ? `"${name}"` : `"${schema}"."${name}"`;
}
