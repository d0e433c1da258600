/** Partitions are shared evenly, each has one owner, and none moves unnecessarily. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignPartitions, type Claimant } from './message-log-assignment.js';

const assigned = (members: readonly Claimant[], partitions: number): Record<string, number[]> =>
  Object.fromEntries(assignPartitions(members, partitions));

describe('assignPartitions', () => {
  it('deals out ascending numbers to members in the order of their ids', () => {
    const members = [
      { id: 'b', holds: [] },
      { id: 'a', holds: [] },
    ];
    expect(assigned(members, 5)).toEqual({ a: [0, 1, 4], b: [2, 3] });
  });

  it('lets a third member take no more than its share', () => {
    const members = [
      { id: 'a', holds: [0, 1, 2] },
      { id: 'b', holds: [3, 4, 5] },
      { id: 'c', holds: [] },
    ];
    expect(assigned(members, 6)).toEqual({ a: [0, 1], b: [3, 4], c: [2, 5] });
  });

  it('gives what one left to the others, and moves nothing else', () => {
    const members = [
      { id: 'a', holds: [0, 1] },
      { id: 'c', holds: [2, 5] },
    ];
    expect(assigned(members, 6)).toEqual({ a: [0, 1, 3], c: [2, 4, 5] });
  });

  it('leaves the odd one where it is', () => {
    const members = [
      { id: 'a', holds: [0, 1] },
      { id: 'b', holds: [2, 3, 4] },
    ];
    expect(assigned(members, 5)).toEqual({ a: [0, 1], b: [2, 3, 4] });
  });

  it('assigns nothing without members, and nothing to a surplus member', () => {
    expect(assigned([], 3)).toEqual({});
    const three = ['a', 'b', 'c'].map((id) => ({ id, holds: [] }));
    expect(assigned(three, 2)).toEqual({ a: [0], b: [1], c: [] });
  });

  it('is whole, even and independent of the order of members, whatever they claim', () => {
    const claims = fc.uniqueArray(
      fc.record({ id: fc.string(), holds: fc.array(fc.integer({ min: -1, max: 20 })) }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(claims, fc.integer({ min: 0, max: 16 }), (members, partitions) => {
        const result = assigned(members, partitions);
        const all = Object.values(result).flat();
        expect(all.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: partitions }, (_, n) => n),
        );
        const counts = Object.values(result).map(({ length }) => length);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        expect(assigned(members.toReversed(), partitions)).toEqual(result);
        const settled = members.map(({ id }) => ({ id, holds: result[id] ?? [] }));
        expect(assigned(settled, partitions)).toEqual(result);
      }),
      { numRuns: 1000 },
    );
  });
});
