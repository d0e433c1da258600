/** A stretch means the same however it is split: as many decisions, due up to the same as-of. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behind, dueIn, dueInAll, type DecisionEvent } from './due-decisions.js';

const decision = { kind: 'target' as const, positions: [] };
const made = (asOf: number): DecisionEvent => ({ type: 'DecisionMissing', asOf, time: asOf });
const stretch = (since: number, asOf: number, count: number): DecisionEvent => ({
  type: 'DecisionsUnchanged',
  asOf,
  time: asOf,
  decision,
  count,
  since,
});

/** Lists of both kinds, with ascending positions. */
const lists = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 9 }))).map((drawn) => {
  let asOf = 0;
  return drawn.map(([isStretch, size]) => {
    const since = asOf + 1;
    asOf += 2 * size;
    return isStretch ? stretch(since, asOf, size) : made(asOf);
  });
});

describe('due decisions', () => {
  it('are one for an event, and as many as a stretch says', () => {
    expect([made(3), stretch(1, 9, 4)].map(dueIn)).toEqual([1, 4]);
    expect(dueInAll([made(3), stretch(4, 9, 4)])).toBe(5);
  });

  it('are what is left behind those that are known, wherever a stretch is cut', () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (events, first, second) => {
        const due = dueInAll(events);
        const one = first % (due + 1);
        const other = second % (due + 1);
        const rest = behind(events, one);
        expect(dueInAll(rest)).toBe(due - one);
        expect(behind(rest, Math.min(other, due - one))).toEqual(
          behind(events, one + Math.min(other, due - one)),
        );
        expect(rest.at(-1)?.asOf).toBe(due > one ? events.at(-1)?.asOf : undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('of the rest of a stretch begin behind those that are known', () => {
    expect(behind([stretch(4, 20, 6)], 2, 9)).toEqual([stretch(10, 20, 4)]);
    expect(behind([made(3), stretch(4, 20, 6)], 1, 3)).toEqual([stretch(4, 20, 6)]);
  });
});
