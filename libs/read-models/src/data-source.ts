/** What the data sources of both databases have in common: entities, names and migrations of one set of tables. */

import { controlMigrations, projectionMigrations } from '../../../migrations/index.js';
import { SnakeCaseNames } from './snake-case.js';
import { controlEntities, projectionEntities } from './tables.js';

/** `projections` are made from topics and can be swapped; `control` is neither. */
export type TableSet = 'projections' | 'control';

export const dataSourceOf = (tables: TableSet) => ({
  entities: tables === 'control' ? controlEntities : projectionEntities,
  migrations: tables === 'control' ? controlMigrations : projectionMigrations,
  namingStrategy: new SnakeCaseNames(),
  migrationsTableName: 'migrations',
  logging: false as const,
});
