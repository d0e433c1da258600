/** Read models in Postgres: projections in one schema, tokens and audit in another. */

import type { DataSource } from 'typeorm';
import { canonicalHash } from '#values';
import { duringOutage } from '#store';
import type { ReadModels } from '../tables/read-models.js';
import type { WithTables } from '../sql/sql-store.js';
import { readModelsOver, type ReadModelsOptions } from '../sql/read-models-over.js';
import { openMigrated, schemaNames } from './postgres-schemas.js';
import { openPostgresStore } from './postgres-store.js';

interface PostgresReadModelsOptions extends ReadModelsOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** Default: `tapefold`; tokens and audit are in `…_control`. */
  readonly schema?: string;
}

/**
 * Opens the read models of a database and migrates their tables. `Unavailable` if the database is.
 */
export async function openPostgresReadModels(
  options: PostgresReadModelsOptions,
): Promise<ReadModels> {
  const { url, schema = 'tapefold' } = options;
  const names = schemaNames(schema);
  const store = await openPostgresStore(url, names.live);
  try {
    const source = await openMigrated(url, names.control, 'control');
    const read: WithTables = (work) => duringOutage(() => work(source.manager));
    const identity = await identityOf(source, names.live);
    return readModelsOver(store, { source, read }, { ...options, identity });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Identifies the server, by the number it got when it was initialized, its database,
 * and the schema.
 */
async function identityOf(source: DataSource, schema: string): Promise<string> {
  const [row] = await source.sql<object[]>`
    SELECT system_identifier::text AS server, oid::text AS database
    FROM pg_control_system(), pg_database WHERE datname = current_database()`;
  return canonicalHash({ ...row, schema }).slice(0, 12);
}
