/** Equal answers have equal numbers, whatever comes along with them. */

import { expect, it } from 'vitest';
import type { DecisionEvent } from '#contracts';
import { labelsOf as labelsOfRuns } from '#metrics/repeats/compared-agent';
import { AnswerLabels } from './answer-labels.js';

const at = { asOf: 1, time: 1 };
const target = (position: number, rationale: string | null = null): DecisionEvent => ({
  type: 'DecisionMade',
  ...at,
  rationale,
  decision: { kind: 'target', positions: [{ symbol: 'AA', position }] },
});

function labelsOf(...events: DecisionEvent[]): number[] {
  const labels = new AnswerLabels();
  for (const event of events) labels.take(event);
  return labelsOfRuns(labels.runs());
}

it('are equal for equal decisions, with another rationale too', () => {
  const [one, other, again] = labelsOf(target(1), target(-1), target(1, 'a'.repeat(64)));
  expect(one).toBe(again);
  expect(one).not.toBe(other);
  expect(one).not.toBe(0);
});

it('count each decision of a stretch, and are what they are without one', () => {
  const decision = { kind: 'target', positions: [{ symbol: 'AA', position: 1 }] } as const;
  const stretch: DecisionEvent = {
    type: 'DecisionsUnchanged',
    ...at,
    since: 1,
    count: 3,
    decision,
  };
  expect(labelsOf(target(1), target(1), target(1))).toEqual(labelsOf(stretch));
});

it('are zero if nothing was answered, and empty for events before an answer', () => {
  const tools: DecisionEvent = { type: 'ToolsCalled', ...at, calls: 2, digest: 'a' };
  const failed: DecisionEvent = { type: 'DecisionFailed', ...at, reason: 'it threw' };
  expect(labelsOf(tools, failed, { type: 'DecisionMissing', ...at })).toEqual([0, 0]);
});

it('tell a decision of nothing from none, and pairs by their legs and action', () => {
  const nothing: DecisionEvent = {
    type: 'DecisionMade',
    ...at,
    rationale: null,
    decision: { kind: 'target', positions: [] },
  };
  expect(labelsOf(nothing)[0]).not.toBe(0);
  const pair = { type: 'PairDecided', ...at, left: 'AA', right: 'BB', rationale: null } as const;
  const [hold, close] = labelsOf({ ...pair, action: 'HOLD' }, { ...pair, action: 'CLOSE' });
  expect(hold).not.toBe(close);
});

it('do not depend on the symbol of a run that has one', () => {
  const decisions = (symbol: string) =>
    [
      { kind: 'action', symbol, action: 'BUY' },
      { kind: 'target', positions: [{ symbol, position: 1 }] },
      { kind: 'weights', weights: [{ symbol, weight: 0.5 }] },
    ] as const;
  const labels = (own: string | undefined, symbol: string) => {
    const found = new AnswerLabels();
    found.symbol = own;
    for (const decision of decisions(symbol)) {
      found.take({ type: 'DecisionMade', ...at, rationale: null, decision } as DecisionEvent);
    }
    return labelsOfRuns(found.runs());
  };
  expect(labels('AA', 'AA')).toEqual(labels('BB', 'BB'));
  expect(new Set(labels('AA', 'AA')).size).toBe(3);
  // In a run of several, the choice of symbol is part of the answer.
  for (const [at, label] of labels(undefined, 'AA').entries()) {
    expect(label).not.toBe(labels(undefined, 'BB')[at]);
  }
});
