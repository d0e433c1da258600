/** Step 3: journals as received, and the contents of their events: orders, denials, fills, positions, equity. */

import { NewTables, tableOf } from './table-of.js';

const event = { run: 'text key', record: 'bigint key', as_of: 'bigint', time: 'bigint' } as const;

const tables = [
  tableOf('run_progress', {
    run: 'text key',
    records: 'bigint',
    as_of: 'bigint',
    time: 'bigint',
    journal_hash: 'text null',
    tape_hash: 'text null',
    facts: 'bigint null',
    failure: 'text null',
  }),
  tableOf('journal', {
    run: 'text key',
    first: 'bigint key',
    last: 'bigint',
    events: 'text',
    journal_hash: 'text null',
  }),
  tableOf('orders', {
    run: 'text key',
    number: 'bigint key',
    record: 'bigint',
    as_of: 'bigint',
    time: 'bigint',
    symbol: 'text',
    session: 'bigint',
    order_type: 'text',
    side: 'text',
    size: 'text',
    limit_price: 'double precision null',
    stop_price: 'double precision null',
    time_in_force: 'text',
    group_name: 'text null',
    client_id: 'text null',
    status: 'text',
    reason: 'text null',
    fills: 'bigint',
    end_record: 'bigint null',
  }),
  tableOf('denials', { ...event, order_number: 'bigint null', symbol: 'text', reason: 'text' }),
  tableOf('fills', {
    ...event,
    order_number: 'bigint',
    symbol: 'text',
    shares: 'double precision',
    price: 'double precision',
    fee: 'double precision',
    at: 'text',
    purpose: 'text',
    weight_before: 'double precision',
    weight_after: 'double precision',
  }),
  tableOf('positions', {
    run: 'text key',
    symbol: 'text key',
    shares: 'double precision',
    record: 'bigint',
    as_of: 'bigint',
  }),
  tableOf('equity', {
    ...event,
    session: 'bigint',
    equity: 'double precision',
    cash: 'double precision',
    gross: 'double precision',
    net: 'double precision',
    stale: 'text',
  }),
];

export class Journals1763769600003 extends NewTables {
  readonly name = 'Journals1763769600003';
  readonly tables = tables;
}
