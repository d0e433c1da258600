/** Read models in Postgres: projections in a schema that can be swapped, tokens and audit in one that stays. */

import type { DataSource } from 'typeorm';
import { canonicalHash } from '#values';
import type { ReadModels } from '../tables/read-models.js';
import type { ReadTables } from '../sql/sql-store.js';
import { readModelsOver, type ReadModelsOptions } from '../sql/read-models-over.js';
import { coded, openMigrated, schemaNames } from './postgres-schemas.js';
import { openPostgresStore } from './postgres-store.js';

interface PostgresReadModelsOptions extends ReadModelsOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** Default: `tapefold`; a rebuild adds `…_shadow` and `…_old`, and `…_control` always exists. */
  readonly schema?: string;
}

/** Opens the read models of a database and migrates their tables. `Unavailable` if the database is. */
export async function openPostgresReadModels(
  options: PostgresReadModelsOptions,
): Promise<ReadModels> {
  const { url, schema = 'tapefold' } = options;
  const names = schemaNames(schema);
  const store = await openPostgresStore(url, names);
  try {
    const source = await openMigrated(url, names.control, 'control');
    const read: ReadTables = (work) => coded(() => work(source.manager));
    const identity = await identityOf(source, names.live);
    return readModelsOver(store, { source, read }, { ...options, identity });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Identifies the server, by the number it got when it was initialized, its database, and the schema. */
async function identityOf(source: DataSource, schema: string): Promise<string> {
  const [row] = await source.sql<object[]>`
    SELECT system_identifier::text AS server, oid::text AS database
    FROM pg_control_system(), pg_database WHERE datname = current_database()`;
  return canonicalHash({ ...row, schema }).slice(0, 12);
}
