/** Step 6: commands to clocks and what is in force of them. Their topic had no tables: it is read from its start. */

import { NewTables, tableOf } from './table-of.js';

const tables = [
  tableOf('clock_commands', { tape: 'text key', id: 'text key', command: 'text' }),
  tableOf('clock_turns', { tape: 'text key', is_paused: 'boolean', speed: 'text null' }),
];

export class ClockTurns1763769600006 extends NewTables {
  readonly name = 'ClockTurns1763769600006';
  readonly tables = tables;
}
