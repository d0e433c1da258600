/**
 * A stretch of equal decisions: what it counts while it is open, and the one event that it becomes.
 */

import { expect, it } from 'vitest';
import type { JournaledDecision } from '#contracts';
import { UnchangedDecisions } from './unchanged-decisions.js';

const long: JournaledDecision = { kind: 'target', positions: [{ symbol: 'AA', position: 1 }] };
const none: JournaledDecision = { kind: 'target', positions: [] };

it('counts its decisions while it is open, and none once it has ended', () => {
  const stretch = new UnchangedDecisions();
  expect(stretch.open).toBe(0);
  stretch.add(long, 4, 40);
  stretch.add({ ...long }, 6, 60);
  expect(stretch.open).toBe(2);
  expect(stretch.add(none, 7, 70)).toBe(false);
  expect(stretch.open).toBe(2);
  expect(stretch.end()).toEqual({
    type: 'DecisionsUnchanged',
    asOf: 6,
    time: 60,
    decision: long,
    count: 2,
    since: 4,
  });
  expect(stretch.open).toBe(0);
  expect(stretch.end()).toBeUndefined();
  stretch.add(none, 9, 90);
  expect(stretch.open).toBe(1);
});
