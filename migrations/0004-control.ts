/** Step 4: tokens and audit, which no topic knows of and no rebuild touches. */

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tableOf } from './table-of.js';

const tables = [
  tableOf('tokens', { name: 'text key', hash: 'text', scopes: 'text', expires: 'bigint null' }, [
    { name: 'tokens_by_hash', columns: ['hash'], isUnique: true },
  ]),
  tableOf('audit', {
    at: 'bigint key',
    id: 'text key',
    who: 'text',
    what: 'text',
    outcome: 'text',
    detail: 'text',
  }),
];

export class Control1763769600004 implements MigrationInterface {
  readonly name = 'Control1763769600004';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...tables].reverse()) await runner.dropTable(name);
  }
}
