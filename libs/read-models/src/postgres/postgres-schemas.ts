/** Postgres schemas with one set of tables each: created and migrated. */

import { DataSource } from 'typeorm';
import { excerpt, invalidInput } from '#values';
import { duringOutage } from '#store';
import { dataSourceOf, type TableSet } from '../data-source/data-source.js';

/**
 * The schemas of the projections and of the control. `InvalidInput` unless the name can be used
 * in SQL unquoted.
 */
export function schemaNames(name: string): { readonly live: string; readonly control: string } {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) {
    throw invalidInput('not a valid schema name', {
      where: 'schema',
      expected: 'lowercase: a letter, then letters, digits and underscores, at most 40 characters',
      found: excerpt(name),
    });
  }
  return { live: name, control: `${name}_control` };
}

/** A TypeORM data source over one schema. `Unavailable` if the server is. */
export async function openSchema(
  url: string,
  schema: string,
  tables: TableSet,
  poolSize = 4,
): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    poolSize,
    connectTimeoutMS: 5000,
    extra: { keepAlive: true },
    // An idle connection that breaks is replaced.
    poolErrorHandler: () => undefined,
    ...dataSourceOf(tables),
  });
  return duringOutage(() => source.initialize());
}

/** Opens a schema, creates it if missing and runs pending migrations. */
export async function openMigrated(
  url: string,
  schema: string,
  tables: TableSet,
): Promise<DataSource> {
  const source = await openSchema(url, schema, tables);
  try {
    await duringOutage(() =>
      // Keeps other processes out, until the migrations have ended on a connection of their own.
      source.transaction(async (lock) => {
        await lock.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`migrate ${schema}`}, 0))`;
        await source.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
        await source.runMigrations();
      }),
    );
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

/**
 * The schema of the recordings, next to that of the read models. `Unavailable` if the database is.
 */
export async function migrateRecordings(url: string, schema = 'tapefold'): Promise<string> {
  const recordings = `${schemaNames(schema).live}_models`;
  const source = await openMigrated(url, recordings, 'recordings');
  await source.destroy();
  return recordings;
}
