/** The order of the lists of a decision decides nothing: what its orders are does. */

import { expect, it } from 'vitest';
import { decides, tickStory, trades } from '../../test/tick-story.js';
import { orders } from '../../test/decisions.js';

type Request = NonNullable<Parameters<typeof orders>[0]>;

/** Which of two orders takes the first 6 shares of a market that both share. */
function firstOf(...requests: readonly Request[]): string | undefined {
  const { events } = tickStory({ policy: { participation: 0.1 } }, [
    [1, decides(orders(...requests))],
    [2, trades(100, 60)],
  ]);
  const filled = events.flatMap((event) =>
    event.type === 'OrderPartlyFilled' ? [event.order] : [],
  );
  const accepted = events.flatMap((event) => (event.type === 'OrderAccepted' ? [event] : []));
  return accepted.find(({ order }) => order === filled[0])?.clientId ?? undefined;
}

it.each<[string, Request, Request]>([
  ['size', { id: 'a', shares: 8 }, { id: 'b', shares: 9 }],
  ['id', { id: 'a', shares: 9 }, { id: 'b', shares: 9 }],
  ['type', { id: 'b' }, { id: 'a', type: 'limit', limit: 101 }],
  ['limit', { id: 'b', type: 'limit', limit: 101 }, { id: 'a', type: 'limit', limit: 102 }],
  ['time in force', { id: 'b', timeInForce: 'day' }, { id: 'a', timeInForce: 'gtc' }],
])('the first by %s is the same in both orders of the list', (_, one, other) => {
  expect(firstOf(one, other)).toBe(one.id);
  expect(firstOf(other, one)).toBe(one.id);
});
