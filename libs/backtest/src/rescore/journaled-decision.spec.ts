/** Each event of a due decision, as the answer that an agent would submit for it again. */

import { expect, it } from 'vitest';
import type { DecisionEvent, JournaledDecision, Prelude } from '#contracts';
import { answerIn } from './journaled-decision.js';

const at = { asOf: 7, time: 9 };
const disputed = (symbol: string, said: number): Prelude =>
  ({ type: 'PriceDisputed', ...at, symbol, said, held: 1 }) as unknown as Prelude;
const made = (decision: JournaledDecision, ...preludes: Prelude[]): unknown =>
  answerIn({ type: 'DecisionMade', ...at, decision, rationale: null }, preludes);

const order = { symbol: 'AA', side: 'buy', type: 'limit', limit: 9, stop: null, shares: 3 };

it.each<[JournaledDecision, object]>([
  [
    { kind: 'action', symbol: 'AA', action: 'BUY' },
    { kind: 'action', symbol: 'AA', action: 'BUY' },
  ],
  [
    {
      kind: 'target',
      positions: [
        { symbol: 'AA', position: 1 },
        { symbol: 'BB', position: -1 },
      ],
    },
    { kind: 'target', positions: { AA: 1, BB: -1 } },
  ],
  [
    {
      kind: 'weights',
      weights: [
        { symbol: 'AA', weight: 0.25 },
        { symbol: 'BB', weight: -0.5 },
      ],
    },
    { kind: 'weights', weights: { AA: 0.25, BB: -0.5 } },
  ],
  [
    { kind: 'orders', orders: [order], cancel: ['x'] } as unknown as JournaledDecision,
    {
      kind: 'orders',
      orders: [{ symbol: 'AA', side: 'buy', type: 'limit', limit: 9, shares: 3 }],
      cancel: ['x'],
    },
  ],
])('submits again: %j', (decision, answer) => {
  expect(made(decision)).toEqual(answer);
  const stretch: DecisionEvent = {
    type: 'DecisionsUnchanged',
    ...at,
    decision,
    count: 2,
    since: 1,
  };
  expect(answerIn(stretch, [])).toEqual(answer);
});

it('submits the prices that an agent stated', () => {
  const action = { kind: 'action', symbol: 'AA', action: 'BUY' } as const;
  expect(made(action, disputed('BB', 5), disputed('AA', 4.5))).toEqual({ ...action, price: 4.5 });
  expect(made(action, disputed('BB', 5))).toEqual(action);
  const pair = { left: 'AA', right: 'BB', action: 'LONG_SHORT' } as const;
  const decided = { type: 'PairDecided', ...at, ...pair, rationale: null } as never;
  expect(answerIn(decided, [])).toEqual({ kind: 'pair', ...pair });
  const prices = { AA: 4.5, BB: 5 };
  expect(answerIn(decided, [disputed('AA', 4.5), disputed('BB', 5)])).toEqual({
    kind: 'pair',
    ...pair,
    prices,
  });
});

it.each<[Parameters<typeof answerIn>[0], object | undefined]>([
  [
    { type: 'DecisionInvalid', ...at, reason: 'r' },
    { kind: 'invalid', reason: 'r' },
  ],
  [
    { type: 'DecisionLate', ...at, reason: 'r' },
    { kind: 'late', reason: 'r' },
  ],
  [
    { type: 'DecisionFailed', ...at, reason: 'r' },
    { kind: 'failed', reason: 'r' },
  ],
  [{ type: 'DecisionMissing', ...at }, undefined],
])('submits what became of a decision that was none: %j', (event, answer) => {
  expect(answerIn(event, [])).toEqual(answer);
});
