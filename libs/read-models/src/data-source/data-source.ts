/** What the data sources of both databases have in common: entities, names and migrations of one set of tables. */

import {
  controlMigrations,
  projectionMigrations,
  recordingMigrations,
} from '../../../../migrations/index.js';
import { SnakeCaseNames } from '../tables/snake-case.js';
import { controlEntities, projectionEntities } from '../tables/tables.js';

/**
 * `projections` are made from topics and can be swapped; `control` is neither. `recordings` are the model gateway's,
 * which reads and writes them with statements of its own.
 */
export type TableSet = 'projections' | 'control' | 'recordings';

const sets = {
  projections: { entities: projectionEntities, migrations: projectionMigrations },
  control: { entities: controlEntities, migrations: controlMigrations },
  recordings: { entities: [], migrations: recordingMigrations },
};

export const dataSourceOf = (tables: TableSet) => ({
  ...sets[tables],
  namingStrategy: new SnakeCaseNames(),
  migrationsTableName: 'migrations',
  logging: false as const,
});
