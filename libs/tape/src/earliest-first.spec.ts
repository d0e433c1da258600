/** The earliest comes first, whatever is added and removed in between. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EarliestFirst, type Placed } from './earliest-first.js';

const most = 9;
/** Takes the first, and puts it back this much later; or removes it for good. */
const steps = fc.array(fc.option(fc.integer({ min: 0, max: 5 }), { freq: 20 }), { maxLength: 200 });
const times = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: most });

const inOrder = (items: readonly Placed[]): Placed[] =>
  items.toSorted((a, b) => a.time - b.time || a.rank - b.rank);

describe('EarliestFirst', () => {
  it('gives what sorting gives', () => {
    fc.assert(
      fc.property(times, steps, (starts, moves) => {
        const heads = new EarliestFirst<Placed>(most);
        let expected: Placed[] = [];
        for (const [rank, time] of starts.entries()) {
          const head = { rank, time };
          heads.add(head);
          expected = inOrder([...expected, head]);
        }
        for (const later of moves) {
          expect(heads.size).toBe(expected.length);
          expect(heads.first()).toBe(expected[0]);
          const taken = heads.takeFirst();
          expect(taken).toBe(expected.shift());
          if (taken === undefined || later === null) continue;
          taken.time += later;
          heads.add(taken);
          expected = inOrder([...expected, taken]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('returns the items of one time in the order in which they would be taken', () => {
    const later = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(times, fc.array(later, { minLength: 1, maxLength: 40 }), (starts, moves) => {
        const [turns, plain] = [0, 1].map(() => {
          const heads = new EarliestFirst<Placed>(most);
          for (const [rank, time] of starts.entries()) heads.add({ rank, time });
          return heads;
        }) as [EarliestFirst<Placed>, EarliestFirst<Placed>];
        for (let move = 0; move < moves.length && starts.length > 0;) {
          const time = turns.turn();
          const shared = turns.inTurn(time);
          for (let head = shared; head !== undefined; head = turns.inTurn(time)) {
            const expected = plain.takeFirst() as Placed;
            expect(head).toEqual(expected);
            const by = moves[move++ % moves.length] as number;
            head.time += by;
            expected.time += by;
            turns.endTurn();
            plain.add(expected);
          }
          if (shared !== undefined) continue;
          expect(turns.first()).toEqual(plain.first());
          for (const heads of [turns, plain]) {
            const head = heads.takeFirst() as Placed;
            head.time += moves[move % moves.length] as number;
            heads.add(head);
          }
          move++;
        }
        expect(turns.size).toBe(plain.size);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the turns of those that move on by the same time', () => {
    const heads = new EarliestFirst<Placed>(4);
    for (let rank = 0; rank < 4; rank++) heads.add({ rank, time: 1 });
    const seen: number[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const head = heads.takeFirst() as Placed;
      seen.push(head.rank);
      head.time++;
      heads.add(head);
    }
    expect(seen).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  });
});
