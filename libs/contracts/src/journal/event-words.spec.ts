/** Events in words: the text of each, and that none can break a line. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventOf, eventTypes } from './journal-event.fixture.js';
import type { JournalEvent, JournaledDecision } from './journal-events.js';
import { decisionParts, decisionWords, eventWords } from './event-words.js';

const place = { asOf: 1, time: 1 };
const order = {
  id: null,
  symbol: 'AAPL',
  side: 'sell',
  type: 'stop-limit',
  shares: 10,
  notional: null,
  limit: 99,
  stop: 100,
  timeInForce: 'day',
  group: null,
} as const;

const decisions: readonly (readonly [JournaledDecision, string])[] = [
  [
    {
      kind: 'target',
      positions: [
        { symbol: 'AAPL', position: 1 },
        { symbol: 'GS', position: 0 },
        { symbol: 'KO', position: -1 },
      ],
    },
    'long AAPL, flat GS, short KO',
  ],
  [{ kind: 'target', positions: [] }, 'no change'],
  [{ kind: 'action', symbol: 'AAPL', action: 'HOLD' }, 'HOLD AAPL'],
  [{ kind: 'weights', weights: [{ symbol: 'AAPL', weight: 0.25 }] }, 'weight 0.25 AAPL'],
  [
    { kind: 'orders', orders: [order, { ...order, shares: null, notional: 5 }], cancel: ['mine'] },
    'cancel mine, stop-limit sell 10 AAPL limit 99 stop 100, stop-limit sell for 5 AAPL limit ' +
      '99 stop 100',
  ],
];

const accepted = {
  type: 'OrderAccepted',
  ...place,
  order: 3,
  symbol: 'AAPL',
  session: 1,
  orderType: 'market',
  side: 'target',
  size: { kind: 'direction', direction: 1 },
  limit: null,
  stop: null,
  timeInForce: 'gtc',
  group: null,
  clientId: null,
} as const;

const events: readonly (readonly [JournalEvent, string])[] = [
  [{ type: 'DecisionMissing', ...place }, 'decision: nothing'],
  [{ type: 'DecisionInvalid', ...place, reason: 'r' }, 'decision: something invalid (r)'],
  [{ type: 'DecisionMissing', ...place, class: 'refused' }, 'decision: nothing (refused)'],
  [
    { type: 'DecisionFailed', ...place, reason: 'r', class: 'tool error' },
    'decision: nothing, because it failed (tool error: r)',
  ],
  [accepted, 'order 3 accepted: market target AAPL, long'],
  [
    {
      ...accepted,
      orderType: 'limit',
      side: 'buy',
      size: { kind: 'shares', shares: 10 },
      limit: 99,
    },
    'order 3 accepted: limit buy AAPL, 10 shares, limit 99',
  ],
  [
    { type: 'OrderDenied', ...place, order: null, symbol: 'GS', reason: 'no price' },
    'denied: GS, no price',
  ],
  [{ type: 'OrderCancelled', ...place, order: 3, reason: 'expired' }, 'order 3 ended: expired'],
  [
    {
      type: 'OrderFilled',
      ...place,
      order: 3,
      symbol: 'AAPL',
      shares: -10,
      price: 99.5,
      fee: 0.125,
      at: 'open',
      purpose: 'close',
      weightBefore: 1,
      weightAfter: 0,
    },
    'order 3 filled: -10 AAPL at 99.5 (open), fee 0.13, to close',
  ],
];

describe('the words', () => {
  it.each(decisions)('of a decision: %j', (decision, words) => {
    expect(decisionWords(decision)).toBe(words);
  });

  it('of a decision leave out the only symbol of a run', () => {
    const [target] = decisions[0] as (typeof decisions)[number];
    expect(decisionParts(target, 'AAPL')).toEqual(['long', 'flat GS', 'short KO']);
  });

  it.each(events)('of an event: %j', (event, words) => {
    const { what, terms } = eventWords(event);
    expect(`${what}: ${terms}`).toBe(words);
  });

  it.each(eventTypes)('of any %s are short and stay on their line', (type) => {
    const check = fc.property(eventOf(type), (event) => {
      const { what, terms } = eventWords(event);
      expect(what).toMatch(/^[a-z]/);
      expect(`${what}${terms}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
      expect(terms.length).toBeLessThanOrEqual(160);
    });
    fc.assert(check);
  });
});
