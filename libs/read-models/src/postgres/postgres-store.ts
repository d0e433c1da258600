/**
 * Projected tables in a Postgres schema; several processes may project different
 * partitions into it.
 */

import type { EntityManager } from 'typeorm';
import { conflict } from '#values';
import { duringOutage } from '#store';
import { storeOver, type SqlStore } from '../sql/sql-store.js';
import { openMigrated, openSchema } from './postgres-schemas.js';

/** Opens the tables of a schema, and creates it if missing. `Unavailable` if the server is. */
export async function openPostgresStore(url: string, schema: string): Promise<SqlStore> {
  const writing = await openMigrated(url, schema, 'projections');
  try {
    const reading = await openSchema(url, schema, 'projections', 8);
    const locked = (tables: EntityManager, lock: string, key: string): Promise<unknown> =>
      tables.query(`SELECT ${lock}(hashtextextended($1, 0)) AS locked`, [`${key} ${schema}`]);
    return storeOver({
      writing,
      reading,
      coded: duringOutage,
      transaction: (work, isAlone) =>
        duringOutage(() =>
          writing.transaction(async (tables) => {
            if (isAlone) {
              const [row] = (await locked(tables, 'pg_try_advisory_xact_lock', 'rebuild')) as {
                locked: boolean;
              }[];
              if (row?.locked !== true) throw conflict('these tables are being rebuilt already');
            }
            // Projectors share the lock; who is alone has it exclusively.
            await locked(tables, `pg_advisory_xact_lock${isAlone ? '' : '_shared'}`, 'project');
            return work(tables);
          }),
        ),
    });
  } catch (error) {
    await writing.destroy();
    throw error;
  }
}
