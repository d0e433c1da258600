/** Postgres schemas with one set of tables each: created, migrated, swapped and dropped. */

import { DataSource, type QueryRunner } from 'typeorm';
import { excerpt, invalidInput } from '#values';
import { dataSourceOf, type TableSet } from '../data-source/data-source.js';
import { unavailableOn } from '../sql/sql-store.js';

/** The live projections, those being built, those swapped out, and the control schema. */
export interface SchemaNames {
  readonly live: string;
  readonly shadow: string;
  readonly old: string;
  readonly control: string;
}

/** `InvalidInput` unless the name can be used in SQL unquoted. */
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
 * Transient errors: the server is down, stopping or starting, or two transactions conflicted. Appended
 * rows are new by number, so a duplicate key (23505) means that another transaction inserted it meanwhile.
 */
const passing = new RegExp(
  '^(08|23505|40001|40P01|53|57P0|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)' +
    '|connection terminated|timeout exceeded|not queryable|connection timeout|already released',
  'i',
);
export const coded = unavailableOn(passing, 'the database is away');

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
  return coded(() => source.initialize());
}

/** Opens a schema, creates it if missing and runs pending migrations. */
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

/** Runs `work` while no other process has the lock, which is released with the connection of `runner`. */
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

/** Replaces the live schema by the shadow atomically; readers of the old one continue until it is dropped. */
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

/** The schema of the recordings, next to that of the read models. `Unavailable` if the database is. */
export async function migrateRecordings(url: string, schema = 'tapefold'): Promise<string> {
  const recordings = `${schemaNames(schema).live}_models`;
  const source = await openMigrated(url, recordings, 'recordings');
  await source.destroy();
  return recordings;
}
