/** Tests of sorting in bounded memory. */

import fc from 'fast-check';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ExternalSort } from './external-sort.js';

const folder = mkdtempSync(join(tmpdir(), 'external-sort-spec-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Row = readonly [number, string];

function sorter(rowBudget: number): ExternalSort<Row> {
  return new ExternalSort<Row>({
    compare: (a, b) => a[0] - b[0] || Number(a[1] > b[1]) - Number(a[1] < b[1]),
    rowBudget,
    folder,
  });
}

describe('an external sort', () => {
  it('gives what sorting in memory gives, for any rows and budget', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.string());
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        (rows, budget) => {
          const sort = sorter(budget);
          for (const one of rows) sort.add(one);
          const expected = [...rows].sort(
            (a, b) => a[0] - b[0] || Number(a[1] > b[1]) - Number(a[1] < b[1]),
          );
          expect([...sort.sorted()]).toEqual(expected);
        },
      ),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('merges in rounds when there are many runs', () => {
    const sort = sorter(2);
    for (let value = 400; value > 0; value--) sort.add([value, 'é\n"']);
    const values = [...sort.sorted()].map(([value]) => value);
    expect(values).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
    expect(sort.spilledRuns).toBeGreaterThan(200);
  });

  it('touches no disk below its budget, and leaves nothing when it is given up', () => {
    const small = sorter(10);
    small.add([2, 'b']);
    small.add([1, 'a']);
    expect([...small.sorted()]).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(small.spilledRuns).toBe(0);
    const abandoned = sorter(1);
    abandoned.add([1, 'a']);
    abandoned.add([2, 'b']);
    for (const row of abandoned.sorted()) {
      expect(row[0]).toBe(1);
      break;
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
