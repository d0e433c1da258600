/** Schemas of Postgres with one set of tables each: made, brought to today's tables, swapped and dropped. */

import { DataSource, type QueryRunner } from 'typeorm';
import { excerpt, invalidInput } from '#values';
import { dataSourceOf, type TableSet } from '../data-source/data-source.js';
import { unavailableOn } from '../sql/sql-store.js';

/** The live projections, those that are being made, those that were swapped out, and what is no projection. */
export interface SchemaNames {
  readonly live: string;
  readonly shadow: string;
  readonly old: string;
  readonly control: string;
}

/** `InvalidInput` unless the name can stand in SQL as it is. */
export function schemaNames(name: string): SchemaNames {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) {
    throw invalidInput('no name for a schema', {
      where: 'schema',
      expected: 'a letter, then letters, digits and underscores, all small, at most 40',
      found: excerpt(name),
    });
  }
  return { live: name, shadow: `${name}_shadow`, old: `${name}_old`, control: `${name}_control` };
}

/**
 * What passes by itself: the server is away, going or coming, or two transactions were in each other's way. Appended
 * rows are new by their numbers, so a key that is taken (23505) was taken by another transaction meanwhile.
 */
const passing = new RegExp(
  '^(08|23505|40001|40P01|53|57P0|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)' +
    '|connection terminated|timeout exceeded|not queryable|connection timeout|already released',
  'i',
);
export const coded = unavailableOn(passing, 'the database is away');

/** A data source of TypeORM over one schema. `Unavailable` when the server is away. */
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
    // A connection that breaks while nobody uses it is made anew.
    poolErrorHandler: () => undefined,
    ...dataSourceOf(tables),
  });
  return coded(() => source.initialize());
}

/** Opens a schema, makes it where it is missing and runs the migrations that it has not seen. */
export async function openMigrated(
  url: string,
  schema: string,
  tables: TableSet,
): Promise<DataSource> {
  const source = await openSchema(url, schema, tables);
  try {
    await underLock(source, `migrate ${schema}`, async (runner) => {
      await runner.createSchema(schema, true);
      await source.runMigrations();
    });
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

/** Runs `work` while no other process has the lock, which ends with the connection of `runner`. */
export const underLock = <T>(
  source: DataSource,
  key: string,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> =>
  coded(async () => {
    const runner = source.createQueryRunner();
    try {
      await runner.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [key]);
      return await work(runner).finally(() => unlock(runner, key));
    } finally {
      await runner.release();
    }
  });

export const unlock = (runner: QueryRunner, key: string): Promise<unknown> =>
  runner.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]);

/** Puts the shadow in the place of the live schema, at once; who reads the old one goes on until it is dropped. */
export async function swapSchemas(
  runner: QueryRunner,
  { live, shadow, old }: SchemaNames,
): Promise<void> {
  await runner.dropSchema(old, true, true);
  await runner.manager.transaction(async (tables) => {
    await tables.query(`ALTER SCHEMA "${live}" RENAME TO "${old}"`);
    await tables.query(`ALTER SCHEMA "${shadow}" RENAME TO "${live}"`);
  });
}

/** The schema that they are in, beside that of the read models. `Unavailable` when the database is away. */
export async function migrateRecordings(url: string, schema = 'tapefold'): Promise<string> {
  const recordings = `${schemaNames(schema).live}_models`;
  const source = await openMigrated(url, recordings, 'recordings');
  await source.destroy();
  return recordings;
}
