/** Rows against the order that a manifest declares: which row is behind the last one in order. */

import { describe, expect, it } from 'vitest';
import { rowFields } from '../rows/row-fields.js';
import { FieldOrder, TimeOrder } from './declared-order.js';

const table = { file: 'a.csv' } as Parameters<typeof rowFields>[1];

describe('the order of facts', () => {
  /** Which of the rows are out of order, from 0. */
  const behind = (order: readonly string[] | undefined, rows: readonly object[]): number[] => {
    const checked = new FieldOrder(order);
    return rows.flatMap((row, at) => {
      const defect = checked.defectOf(rowFields(row as Record<string, unknown>, table));
      if (defect === undefined) return [];
      const expected = `order by ${order!.join(', ')}`;
      expect(defect).toEqual({ what: 'the row is out of order', expected });
      return [at];
    });
  };
  const values = (...all: unknown[]): object[] => all.map((a) => ({ a }));

  it.each<[string, object[], number[]]>([
    ['numbers as numbers', values(2, 10, 9, 10), [2]],
    ['texts by code unit', values('B', 'a', 'Z', 'a'), [2]],
    ['digits in texts as texts', values('2', '10', '3'), [1]],
    ['dates as instants', values('2024-01-31', '2024-02-01', '2024-01-30'), [2]],
    ['dates of other forms as instants', values('2024-01-31', '01/02/2024'), [1]],
    [
      'times with other offsets',
      values('2024-01-01T12:00:00+02:00', '2024-01-01T11:00:00Z', '2024-01-01T12:30:00+02:00'),
      [2],
    ],
    [
      'a date before a time of its day',
      values('2024-01-01', '2024-01-01T00:00:01Z', '2024-01-01'),
      [2],
    ],
    ['unknown before known', values('', null, 'a', ''), [3]],
    ['equals', values(1, 1, 1), []],
  ])('takes %s', (_, rows, expected) => {
    expect(behind(['a'], rows)).toEqual(expected);
  });

  it('looks at the second field where the first is equal', () => {
    const rows = [
      { a: 1, b: 5 },
      { a: 1, b: 4 },
      { a: 2, b: 1 },
      { a: 2, b: 1 },
      { a: 1, b: 9 },
    ];
    expect(behind(['a', 'b'], rows)).toEqual([1, 4]);
  });

  it('is none if none is declared', () => {
    expect(behind(undefined, values(3, 2, 1))).toEqual([]);
  });
});

describe('the order of bars', () => {
  const orderOf = (order?: readonly string[], columns?: Record<string, string>): TimeOrder =>
    new TimeOrder({ order, columns } as ConstructorParameters<typeof TimeOrder>[0], {
      rows: 'bars',
      stamp: 'date',
      column: 'day',
      file: 'bars.csv',
    });
  const behind = (order: readonly string[] | undefined, rows: readonly [string, number][]) => {
    const checked = orderOf(order);
    return rows.flatMap(([symbol, stamp], at) => {
      const defect = checked.defectOf(symbol, stamp);
      if (defect !== undefined) expect(defect.expected).toBe(`order by ${order!.join(', ')}`);
      return defect === undefined ? [] : [at];
    });
  };

  it.each<[string[], [string, number][], number[]]>([
    [
      ['symbol', 'date'],
      [
        ['A', 1],
        ['A', 2],
        ['A', 1],
        ['B', 1],
        ['A', 9],
        ['B', 1],
      ],
      [2, 4],
    ],
    [
      ['date', 'symbol'],
      [
        ['A', 1],
        ['B', 1],
        ['A', 1],
        ['A', 2],
        ['B', 1],
      ],
      [2, 4],
    ],
    [
      ['date'],
      [
        ['B', 1],
        ['A', 1],
        ['C', 0],
      ],
      [2],
    ],
    [
      ['symbol'],
      [
        ['A', 9],
        ['A', 1],
        ['B', 0],
        ['A', 9],
      ],
      [3],
    ],
    [
      ['-date'],
      [
        ['A', 3],
        ['A', 3],
        ['A', 4],
        ['A', 2],
      ],
      [2],
    ],
    [
      ['symbol', '-date'],
      [
        ['A', 3],
        ['A', 1],
        ['B', 9],
        ['B', 10],
      ],
      [3],
    ],
  ])('by %j', (order, rows, expected) => {
    expect(behind(order, rows)).toEqual(expected);
  });

  it('compares with the last row in order, not with one behind it', () => {
    expect(
      behind(
        ['date'],
        [
          ['A', 5],
          ['A', 1],
          ['A', 3],
          ['A', 6],
        ],
      ),
    ).toEqual([1, 2]);
  });

  it('is none if none is declared', () => {
    expect(
      behind(undefined, [
        ['B', 2],
        ['A', 1],
      ]),
    ).toEqual([]);
  });

  it('may name the columns of the file, and no others', () => {
    const columns = { symbol: 'ticker', date: 'when' };
    const byFile = orderOf(['ticker', '-when'], columns);
    expect(byFile.defectOf('B', 2)).toBeUndefined();
    expect(byFile.defectOf('A', 2)).toBeDefined();
    expect(byFile.defectOf('B', 3)).toBeDefined();
    for (const key of ['close', '-symbol', 'when']) {
      expect(() => orderOf([key])).toThrow(
        `bars.csv: bars cannot be ordered by this column; expected symbol, day; found ${key}`,
      );
    }
  });
});
