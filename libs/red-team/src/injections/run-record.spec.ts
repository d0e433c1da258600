/** Checks what counts as the decision after a text. */

import { describe, expect, it } from 'vitest';
import type { DecisionEvent } from '#contracts';
import { decidedAt } from './injection-trial.js';

const at = (time: number, decision: object): DecisionEvent =>
  ({ type: 'DecisionMade', asOf: time, time, rationale: null, decision }) as DecisionEvent;
const decided = (decisions: readonly DecisionEvent[], time: number): string | null =>
  decidedAt({ decisions, rationales: [], asked: [] }, 'AA', time);

describe('the decision at a time', () => {
  it('is the next one that was made', () => {
    const decisions = [
      at(10, { kind: 'action', symbol: 'AA', action: 'BUY' }),
      at(20, { kind: 'action', symbol: 'AA', action: 'SELL' }),
    ];
    expect([9, 10, 11, 20, 21].map((time) => decided(decisions, time))).toEqual([
      'BUY',
      'BUY',
      'SELL',
      'SELL',
      null,
    ]);
  });

  it('lies in a stretch that ends after it', () => {
    const stretch = {
      type: 'DecisionsUnchanged',
      asOf: 40,
      time: 40,
      since: 20,
      count: 3,
      decision: { kind: 'target', positions: [{ symbol: 'AA', position: 0 }] },
    } as unknown as DecisionEvent;
    expect(decided([at(10, { kind: 'action', symbol: 'AA', action: 'BUY' }), stretch], 30)).toBe(
      'SELL',
    );
  });

  it.each([
    [{ kind: 'target', positions: [{ symbol: 'AA', position: 1 }] }, 'BUY'],
    [{ kind: 'weights', weights: [{ symbol: 'AA', weight: -0.5 }] }, 'SELL'],
    [{ kind: 'orders', orders: [{ symbol: 'AA', side: 'buy' }], cancel: [] }, 'BUY'],
    [{ kind: 'action', symbol: 'BB', action: 'BUY' }, null],
    [{ kind: 'weights', weights: [] }, null],
  ])('is the action that %j leads to', (decision, action) => {
    expect(decided([at(10, decision)], 10)).toBe(action);
  });

  it('is nothing when nothing was decided', () => {
    const late = { type: 'DecisionLate', asOf: 10, time: 10, reason: 'late' } as DecisionEvent;
    expect(decided([late], 10)).toBeNull();
  });

  it('is the action on a pair', () => {
    const pair = { type: 'PairDecided', asOf: 10, time: 10, left: 'AA', right: 'BB' };
    const event = { ...pair, action: 'LONG_SHORT', rationale: null } as unknown as DecisionEvent;
    expect(decided([event], 10)).toBe('LONG_SHORT');
  });
});
