/** Rows of a transaction: those of a broken message are removed, in append-only tables too. */

import { describe, expect, it } from 'vitest';
import { runA } from '../sample-messages.fixture.js';
import { projections } from '../tables/tables.js';
import { RowChanges } from './row-changes.js';

const mark = (record: number) => ({
  run: runA,
  record,
  asOf: record,
  time: record,
  session: 17_582,
  equity: 1,
  cash: 1,
  gross: 0,
  net: 0,
  stale: [],
});
const position = (record: number) => ({
  run: runA,
  symbol: 'AAPL',
  shares: record,
  record,
  asOf: record,
});

describe('rows of a transaction', () => {
  it('hold what whole messages left, and nothing of those between them', () => {
    const rows = new RowChanges();
    for (const record of [1, 2, 3]) {
      rows.put(projections.equity, mark(record));
      rows.put(projections.positions, position(record));
      if (record === 2) rows.reject();
      else rows.accept();
    }
    rows.put(projections.equity, mark(4));
    rows.reject();
    expect(new Map(rows.written())).toEqual(
      new Map<object, object>([
        [projections.positions, [position(3)]],
        [projections.equity, [mark(1), mark(3)]],
      ]),
    );
  });

  it('write no table without rows', () => {
    const rows = new RowChanges();
    rows.put(projections.equity, mark(1));
    rows.reject();
    expect([...rows.written()]).toEqual([]);
  });
});
