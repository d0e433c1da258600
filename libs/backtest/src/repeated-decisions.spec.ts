/** A stretch of one decision goes into the journal at once, whatever else stays apart. */

import { describe, expect, it } from 'vitest';
import type { JournalledDecision } from '#contracts';
import type { JournalWriter, RepeatedDecision } from '#event-log';
import { RepeatedDecisions } from './repeated-decisions.js';
import { RunFold } from './run-fold.js';

const none: JournalledDecision = { kind: 'target', positions: [] };
const other: JournalledDecision = { kind: 'weights', weights: [] };

/** What is appended for decisions at these places, in turn. */
function appended(places: readonly (readonly [asOf: number, time: number, what?: typeof none])[]) {
  const found: RepeatedDecision[] = [];
  const appendRepeated = (one: RepeatedDecision): unknown => found.push(one);
  const journal = { appendRepeated } as Partial<JournalWriter> as JournalWriter;
  const fold = new RunFold();
  const repeated = new RepeatedDecisions(journal, fold);
  for (const [asOf, time, decision = none] of places) repeated.take(asOf, time, decision);
  repeated.flush();
  repeated.flush();
  expect(fold.coverage.answered).toBe(places.length);
  expect(fold.records).toBe(places.length);
  return found.map(({ asOf, time, times, lapse }) => ({ asOf, time, times, lapse }));
}

describe('repeated decisions', () => {
  it('at even distances are one stretch', () => {
    expect(
      appended([
        [3, 100],
        [4, 160],
        [5, 220],
      ]),
    ).toEqual([{ asOf: 3, time: 100, times: 3, lapse: 60 }]);
  });

  it('behind a gap in the facts, or in the time, are another', () => {
    expect(
      appended([
        [3, 100],
        [4, 160],
        [6, 220],
        [7, 280],
        [8, 350],
      ]),
    ).toEqual([
      { asOf: 3, time: 100, times: 2, lapse: 60 },
      { asOf: 6, time: 220, times: 2, lapse: 60 },
      { asOf: 8, time: 350, times: 1, lapse: 0 },
    ]);
  });

  it('of another decision are another', () => {
    expect(
      appended([
        [3, 100],
        [4, 160, other],
        [5, 220, other],
      ]),
    ).toEqual([
      { asOf: 3, time: 100, times: 1, lapse: 0 },
      { asOf: 4, time: 160, times: 2, lapse: 60 },
    ]);
  });

  it('of no number are nothing', () => {
    expect(appended([])).toEqual([]);
  });
});
