/** The law of writing: a row is read as it was written, whatever its numbers and texts. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { projections } from '../tables/tables.js';
import { rowsOf } from './read-page.js';
import { writeRows, type SqlStore } from './sql-store.js';

const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const whole = fc.maxSafeNat();
const text = fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', '"').toWellFormed());
const marks = fc.record({
  run: fc.constant('a run'),
  asOf: whole,
  time: fc.maxSafeInteger(),
  session: fc.maxSafeInteger(),
  equity: double,
  cash: double,
  gross: double,
  net: double,
  stale: fc.array(text),
});

export async function readsAsWritten(store: SqlStore): Promise<void> {
  let record = 0;
  const law = fc.asyncProperty(fc.array(marks, { minLength: 1, maxLength: 20 }), async (list) => {
    const rows = list.map((one) => ({ ...one, record: ++record }));
    await store.transaction(async (tables) => {
      await tables.deleteAll(projections.equity.entity);
      await writeRows(tables, projections.equity, rows);
    });
    const read: object[] = [];
    for await (const portion of rowsOf(store.read, projections.equity)) read.push(...portion);
    expect(read).toEqual(rows);
  });
  await fc.assert(law);
}
