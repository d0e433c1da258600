/** Step 4: tokens and audit, which no topic knows of and no rebuild touches. */

import { NewTables, tableOf } from './table-of.js';

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

export class Control1763769600004 extends NewTables {
  readonly name = 'Control1763769600004';
  readonly tables = tables;
}
