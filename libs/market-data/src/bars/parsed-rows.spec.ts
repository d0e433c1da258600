/** Parsed rows: which are kept, and columns as arithmetic series where they are ones to the bit. */

import { describe, expect, it } from 'vitest';
import { BarBatch } from './bar-batch.js';
import { ColumnStore } from './column-store.js';
import { doubleColumns, ParsedRowsWriter } from './parsed-rows.js';

/** The form in which a column of these values is kept. */
function formOf(values: readonly number[]): unknown {
  const batch = new BarBatch(values.length);
  batch.count = values.length;
  batch.values.volume.set(values);
  const writer = new ParsedRowsWriter(new ColumnStore());
  writer.add(batch, []);
  const form = writer.end()!.chunks[0]!.columns[doubleColumns.indexOf('volume')]!;
  return typeof form === 'number' ? 'stored' : form;
}

/** Bars of one symbol whose volumes form no series, so that they are stored. */
function batchOf(...volumes: number[]): BarBatch {
  const batch = new BarBatch(volumes.length);
  batch.count = volumes.length;
  for (let row = 0; row < batch.count; row++) batch.line[row] = row + 1;
  batch.values.volume.set(volumes);
  return batch;
}

describe('the rows of a file', () => {
  it.each([
    [
      'none',
      [],
      [
        { from: 0, rows: 3 },
        { from: 3, rows: 3 },
      ],
      6,
    ],
    [
      'some of a batch',
      [1],
      [
        { from: 0, rows: 2 },
        { from: 2, rows: 3 },
      ],
      5,
    ],
    ['a whole batch', [0, 1, 2], [{ from: 0, rows: 3 }], 3],
  ])('are kept in chunks where %s are left out', (_, leftOut, chunks, rows) => {
    const writer = new ParsedRowsWriter(new ColumnStore());
    writer.add(batchOf(1, 2, 9), leftOut);
    writer.add(batchOf(3, 4, 9), []);
    expect(writer.end()).toMatchObject({ rows, chunks });
    expect(writer.end()!.chunks).toHaveLength(chunks.length);
  });

  it('are given up where there is no room, and later ones take none', () => {
    const full = (): never => {
      throw new Error('no space left on device');
    };
    const store = new ColumnStore({ bytesMax: 24, write: full });
    const writer = new ParsedRowsWriter(store);
    writer.add(batchOf(1, 2, 9), []);
    expect(store.heldBytes).toBe(24);
    writer.add(batchOf(3, 4, 9), []);
    expect([store.heldBytes, writer.end()]).toEqual([0, null]);
    writer.add(batchOf(5, 6, 9), []);
    expect([store.heldBytes, writer.end()]).toEqual([0, null]);
    store.close();
  });
});

describe('a column', () => {
  it.each([
    [[5, 5, 5], { first: 5, step: 0 }],
    [[5, 7, 9], { first: 5, step: 2 }],
    [[5], { first: 5, step: 0 }],
    [[0, 0], { first: 0, step: 0 }],
    [[NaN, NaN], { first: NaN, step: NaN }],
    [[5, 7, 10], 'stored'],
    // A value that is missing is not the one that the series would give.
    [[5, 5, NaN], 'stored'],
    [[5, NaN, 5], 'stored'],
    [[NaN, 5, 5], 'stored'],
    // The sign of zero reaches the hash of the tape.
    [[0, 0, -0], 'stored'],
    [[-0, -0], 'stored'],
    [[Infinity, Infinity], 'stored'],
  ])('of %j is kept as %j', (values, form) => {
    expect(formOf(values)).toEqual(form);
  });
});
