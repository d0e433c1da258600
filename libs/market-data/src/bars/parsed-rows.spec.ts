/** Columns of parsed rows: only what is an arithmetic series, to the bit, is kept as one. */

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
