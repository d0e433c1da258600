/** The common part of both databases' data sources: entities and migrations of one set of tables. */

import {
  controlMigrations,
  projectionMigrations,
  recordingMigrations,
} from '../../../../migrations/index.js';
import { audit, checkpoints, projectedTables, tokens } from '../tables/tables.js';

/**
 * `projections` are made from topics and can be swapped; `control` is neither. `recordings` belongs to the model
 * gateway, which reads and writes it with its own statements.
 */
export type TableSet = 'projections' | 'control' | 'recordings';

const sets = {
  projections: { tables: [...projectedTables, checkpoints], migrations: projectionMigrations },
  control: { tables: [tokens, audit], migrations: controlMigrations },
  recordings: { tables: [], migrations: recordingMigrations },
};

export const dataSourceOf = (set: TableSet) => ({
  entities: sets[set].tables.map(({ entity }) => entity),
  migrations: sets[set].migrations,
  migrationsTableName: 'migrations',
  logging: false as const,
});
