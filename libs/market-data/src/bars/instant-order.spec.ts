/** Facts of one instant by instrument, however the source cuts them into chunks. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FactColumns, type FactSource } from '#contracts';
import { inInstrumentOrder } from './instant-order.js';

/** A fact by its time, its instrument, and its place in the file. */
type Row = readonly [time: number, instrument: number, place: number];

function chunkOf(rows: readonly Row[]): FactColumns {
  const columns = new FactColumns(Math.max(1, rows.length));
  for (const [knowledgeTime, instrument, eventTime] of rows) {
    columns.pushTrade({ instrument, knowledgeTime, eventTime, price: 1, size: 1 });
  }
  return columns;
}

/** All rows that a source of these chunks yields, in order; `chunkRows` at first have room. */
function ordered(chunks: readonly (readonly Row[])[], chunkRows = 2): Row[] {
  const left = chunks.map(chunkOf);
  const source: FactSource = {
    name: 'test',
    rank: 0,
    pull: () => left.shift() ?? null,
    close: () => undefined,
  };
  const { pull } = inInstrumentOrder(source, chunkRows);
  const rows: Row[] = [];
  for (let next = pull(); next !== null; next = pull()) {
    const facts = next as FactColumns;
    for (let row = 0; row < facts.count; row++) {
      rows.push([facts.knowledgeTime[row]!, facts.instrument[row]!, facts.eventTime[row]!]);
    }
  }
  return rows;
}

it('orders an instant that two chunks share', () => {
  const first: Row[] = [
    [1, 2, 1],
    [2, 2, 2],
  ];
  const second: Row[] = [
    [2, 0, 3],
    [2, 1, 4],
    [3, 1, 5],
  ];
  expect(ordered([first, second])).toEqual([
    [1, 2, 1],
    [2, 0, 3],
    [2, 1, 4],
    [2, 2, 2],
    [3, 1, 5],
  ]);
});

it('orders an instant that is longer than any chunk', () => {
  const chunks = [5, 4, 3, 2, 1, 0].map((instrument): Row[] => [[7, instrument, instrument]]);
  expect(ordered(chunks).map(([, instrument]) => instrument)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('keeps the order of the file for facts of one instrument, in any chunks', () => {
  const step = fc.record({
    later: fc.integer({ min: 0, max: 1 }),
    instrument: fc.integer({ min: 0, max: 3 }),
    cuts: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let time = 1;
      const rows: Row[] = [];
      const chunks: Row[][] = [[]];
      for (const [place, { later, instrument, cuts }] of steps.entries()) {
        time += later;
        const row: Row = [time, instrument, place];
        if (cuts) chunks.push([]);
        chunks.at(-1)!.push(row);
        rows.push(row);
      }
      const expected = rows.toSorted(
        (one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2],
      );
      expect(ordered(chunks)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
