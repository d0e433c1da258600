/** A growing column of numbers: it keeps everything pushed, across its doublings. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberAt, NumberColumn } from './number-column.js';

describe('NumberColumn', () => {
  it('holds what an array would hold after the same pushes, sets and pops', () => {
    const operations = fc.array(
      fc.oneof(
        { arbitrary: fc.record({ push: fc.double() }), weight: 8 },
        { arbitrary: fc.record({ set: fc.double(), place: fc.nat(999) }), weight: 1 },
        { arbitrary: fc.constant('pop' as const), weight: 1 },
      ),
      { maxLength: 400, size: 'max' },
    );
    const property = fc.property(operations, (drawn) => {
      const column = new NumberColumn();
      const array: number[] = [];
      for (const operation of drawn) {
        if (operation === 'pop') {
          if (array.pop() !== undefined) column.pop();
        } else if ('push' in operation) {
          column.push(operation.push);
          array.push(operation.push);
        } else if (array.length > 0) {
          column.set(operation.place % array.length, operation.set);
          array[operation.place % array.length] = operation.set;
        }
      }
      expect(column.length).toBe(array.length);
      expect([...column.toArray()]).toEqual(array);
      if (array.length > 0) expect(column.at(array.length - 1)).toBe(array.at(-1));
    });
    fc.assert(property);
  });

  it.each([0, 63, 64, 65, 128, 129, 10_000])('grows to %i numbers', (size) => {
    const column = new NumberColumn();
    for (let value = 0; value < size; value++) column.push(value * 0.5);
    expect(column.length).toBe(size);
    expect([...column.toArray()]).toEqual(Array.from({ length: size }, (_, value) => value * 0.5));
  });

  it('hands out copies', () => {
    const column = new NumberColumn();
    column.push(1);
    column.toArray()[0] = 2;
    expect(column.at(0)).toBe(1);
  });

  it.each([0, 63, 10_000])('hands over %i numbers, and is empty and usable afterward', (size) => {
    const column = new NumberColumn(Uint32Array);
    for (let value = 0; value < size; value++) column.push(value * 3);
    expect([...column.handOver()]).toEqual(Array.from({ length: size }, (_, value) => value * 3));
    expect(column.length).toBe(0);
    column.push(7);
    expect(column.toArray()).toEqual(Uint32Array.of(7));
  });

  it.each([0, 1, 64, 4095, 4096, 4097, 10_000])('hands over %i numbers in chunks', (size) => {
    const column = new NumberColumn();
    for (let value = 0; value < size; value++) column.push(value * 0.5);
    const chunks = column.handOverChunks();
    expect(column.length).toBe(0);
    column.push(7);
    expect(chunks.reduce((sum, { length }) => sum + length, 0)).toBe(size);
    const found = Array.from({ length: size }, (_, index) => numberAt(chunks, index));
    expect(found).toEqual(Array.from({ length: size }, (_, value) => value * 0.5));
  });
});
