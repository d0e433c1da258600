/**
 * The buffer of an instant: it grows with a burst, keeps what it has, and is small again
 * once that is over.
 */

import { expect, it } from 'vitest';
import { FactBuffer } from './fact-buffer.js';

function filled(rows: number, count: number): FactBuffer {
  const buffer = new FactBuffer(rows);
  for (let at = 0; at < count; at++) {
    buffer.push({ kind: 'sessionClose', early: false, session: at }, 0, at, 10 * at);
  }
  return buffer;
}

it('keeps every fact of an instant in order, with its payload and times, however many there are', () => {
  const { columns } = filled(2, 9);
  expect(columns.count).toBe(9);
  const numbers = Array.from({ length: 9 }, (_, at) => at);
  expect(columns.payload.slice(0, 9)).toEqual(
    numbers.map((session) => ({ kind: 'sessionClose', early: false, session })),
  );
  expect([...columns.eventTime.subarray(0, 9)]).toEqual(numbers);
  expect([...columns.knowledgeTime.subarray(0, 9)]).toEqual(numbers.map((at) => 10 * at));
});

it('grows only when it is full, by doubling', () => {
  expect(filled(2, 2).columns.capacity).toBe(2);
  expect(filled(2, 3).columns.capacity).toBe(4);
  expect(filled(2, 5).columns.capacity).toBe(8);
});

it('is empty after an instant, and as small as before once a burst enlarged it by more than 16', () => {
  const large = filled(2, 32);
  const before = large.columns;
  large.clear();
  expect(large.columns).toBe(before);
  expect([large.columns.count, large.columns.capacity]).toEqual([0, 32]);
  const larger = filled(2, 33);
  larger.clear();
  expect([larger.columns.count, larger.columns.capacity]).toEqual([0, 2]);
});
