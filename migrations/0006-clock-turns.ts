/** Step 6: commands to clocks and what is in force of them. Their topic had no tables: it is read from its start. */

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tableOf } from './table-of.js';

const tables = [
  tableOf('clock_commands', { tape: 'text key', id: 'text key', command: 'text' }),
  tableOf('clock_turns', { tape: 'text key', is_paused: 'boolean', speed: 'text null' }),
];

export class ClockTurns1763769600006 implements MigrationInterface {
  readonly name = 'ClockTurns1763769600006';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tables) await runner.dropTable(name);
  }
}
