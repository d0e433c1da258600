/** Schemas of Postgres with one set of tables each: made, brought to today's tables, swapped and dropped. */

import { DataSource } from 'typeorm';
import { excerpt, invalidInput } from '#values';
import { dataSourceOf, type TableSet } from '../data-source/data-source.js';
import { quoted } from '../sql/row-codec.js';
import {
  coded,
  type Client,
  type PostgresConnections,
  postgresConnections,
} from './postgres-connections.js';

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

/** A data source of TypeORM over one schema: for migrations, and to see whether entities and tables agree. */
export async function openSchema(
  url: string,
  schema: string,
  tables: TableSet,
): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    extra: { max: 1 },
    ...dataSourceOf(tables),
  });
  await coded(() => source.initialize());
  return source;
}

/** Makes the schema where it is missing and runs the migrations that it has not seen, one process at a time. */
export async function migrateSchema(
  connections: PostgresConnections,
  url: string,
  schema: string,
  tables: TableSet,
): Promise<void> {
  await connections.withClient('writing', async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtextextended(?, 0))', [`migrate ${schema}`]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
    const source = await openSchema(url, schema, tables);
    try {
      await coded(() => source.runMigrations());
    } finally {
      await source.destroy();
    }
    await client.query('SELECT pg_advisory_unlock(hashtextextended(?, 0))', [`migrate ${schema}`]);
  });
}

export async function dropSchema(client: Client, schema: string): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`);
}

/** Puts the shadow in the place of the live schema, at once; who reads the old one goes on until it is dropped. */
export async function swapSchemas(
  client: Client,
  { live, shadow, old }: SchemaNames,
): Promise<void> {
  await dropSchema(client, old);
  await client.query('BEGIN');
  await client.query(`ALTER SCHEMA ${quoted(live)} RENAME TO ${quoted(old)}`);
  await client.query(`ALTER SCHEMA ${quoted(shadow)} RENAME TO ${quoted(live)}`);
  await client.query('COMMIT');
}

/** The schema that they are in, beside that of the read models. `Unavailable` when the database is away. */
export async function migrateRecordings(url: string, schema = 'tapefold'): Promise<string> {
  const recordings = `${schemaNames(schema).live}_models`;
  const connections = postgresConnections(url);
  try {
    await migrateSchema(connections, url, recordings, 'recordings');
    return recordings;
  } finally {
    await connections.close();
  }
}
