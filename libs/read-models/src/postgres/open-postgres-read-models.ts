/** Read models in Postgres: projections in a schema that can be swapped, tokens and audit in one that stays. */

import { canonicalHash } from '#values';
import type { ReadModels } from '../tables/read-models.js';
import { readModelsOver, type ReadModelsOptions } from '../sql/read-models-over.js';
import { quoted } from '../sql/row-codec.js';
import { postgresConnections, type PostgresConnections } from './postgres-connections.js';
import { migrateSchema, schemaNames } from './postgres-schemas.js';
import { PostgresStore } from './postgres-store.js';

export interface PostgresReadModelsOptions extends ReadModelsOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** `tapefold` when it is left out; beside it come `…_shadow` and `…_old` during a rebuild, and `…_control`. */
  readonly schema?: string;
}

/** Opens the read models of a database, and brings their tables to today's. `Unavailable` when it is away. */
export async function openPostgresReadModels(
  options: PostgresReadModelsOptions,
): Promise<ReadModels> {
  const { url, schema = 'tapefold' } = options;
  const names = schemaNames(schema);
  const connections = postgresConnections(url);
  try {
    await migrateSchema(connections, url, names.live, 'projections');
    await migrateSchema(connections, url, names.control, 'control');
    const identity = await identityOf(connections, names.live);
    const control = {
      name: ({ name }: { readonly name: string }) => `${quoted(names.control)}.${quoted(name)}`,
      query: connections.read,
      close: () => connections.close(),
    };
    const store = new PostgresStore(connections, url, names);
    return readModelsOver(store, control, { ...options, identity });
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/** Of the server, which has a number since it was initialized, the database in it, and the schema. */
async function identityOf(connections: PostgresConnections, schema: string): Promise<string> {
  const [row] = await connections.read(
    'SELECT system_identifier::text AS server, oid::text AS database ' +
      'FROM pg_control_system(), pg_database WHERE datname = current_database()',
  );
  return canonicalHash({ ...row, schema }).slice(0, 12);
}
