/** Step 10: tool calls of agents, and the digests by which the journal knows whose calls count. */

import { NewTables, tableOf } from './table-of.js';

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

export class ToolCalls1763769600010 extends NewTables {
  readonly name = 'ToolCalls1763769600010';
  readonly tables = tables;
}
