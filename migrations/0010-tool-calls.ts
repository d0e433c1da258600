/** Step 10: tool calls of agents, and the digests by which the journal knows whose calls count. */

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tableOf } from './table-of.js';

const tables = [
  tableOf('tool_calls', {
    run: 'text key',
    as_of: 'bigint key',
    ordinal: 'bigint key',
    digest: 'text key',
    tool: 'text',
    arguments: 'text',
    result: 'text null',
    bytes: 'bigint',
    error: 'text null',
    duration_ms: 'double precision',
  }),
  tableOf('called_decisions', {
    run: 'text key',
    as_of: 'bigint key',
    digest: 'text',
    calls: 'bigint',
  }),
];

export class ToolCalls1763769600010 implements MigrationInterface {
  readonly name = 'ToolCalls1763769600010';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...tables].reverse()) await runner.dropTable(name);
  }
}
