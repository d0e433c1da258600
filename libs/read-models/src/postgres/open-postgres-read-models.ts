/** Read models in Postgres: projections in a schema that can be swapped, tokens and audit in one that stays. */

import type { ReadModels } from '../read-models.js';
import { readModelsOver, type ReadModelsOptions } from '../sql/read-models-over.js';
import { quoted } from '../sql/row-codec.js';
import { postgresConnections } from './postgres-connections.js';
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
  } catch (error) {
    await connections.close();
    throw error;
  }
  const control = {
    name: ({ name }: { readonly name: string }) => `${quoted(names.control)}.${quoted(name)}`,
    query: connections.read,
    close: () => connections.close(),
  };
  return readModelsOver(new PostgresStore(connections, url, names), control, options);
}
