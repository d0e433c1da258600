/**
 * The common part of both databases' data sources: the entities of one set of tables, and
 * the migrations.
 */

import { Initial1796000000001 } from '../../../../migrations/0001-initial.js';
import { audit, checkpoints, projectedTables, recordings, tokens } from '../tables/tables.js';

/**
 * `projections` are made from topics and can be swapped; `control` is neither. `recordings` belongs
 * to the model gateway, which reads and writes it with its own statements.
 */
export type TableSet = 'projections' | 'control' | 'recordings';

const sets = {
  projections: [...projectedTables, checkpoints],
  control: [tokens, audit],
  recordings,
};

export const dataSourceOf = (set: TableSet) => ({
  entities: sets[set].map(({ entity }) => entity),
  migrations: [Initial1796000000001],
  migrationsTableName: 'migrations',
  logging: false as const,
});
