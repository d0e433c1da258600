/** What a run did with its orders, where their fills come in an order of their own. */

import { runClosed } from '#contracts/scenario/run-records.fixture';
import { expect, it } from 'vitest';
import {
  accepted,
  at,
  changesOf,
  filled,
  foldOf,
  marked,
  opened,
} from './trading-events.fixture.js';

it('has the position changes of two flips whose closing halves come first', () => {
  const close = { shares: -1, purpose: 'close', weightAfter: 0 } as const;
  const open = { shares: -2, weightAfter: -1 };
  const fold = foldOf(
    opened(['AA', 'BB']),
    accepted(1, 1),
    accepted(2, 1, 'BB'),
    filled(1, 2, {}),
    filled(2, 2, { symbol: 'BB' }),
    accepted(3, 3),
    accepted(4, 3, 'BB'),
    filled(3, 4, close),
    filled(4, 4, { ...close, symbol: 'BB' }),
    filled(3, 4, open),
    filled(4, 4, { ...open, symbol: 'BB' }),
    marked(4, 1400, -400),
    runClosed(at(4)),
  );
  const positions = changesOf(fold).map((change) => (change as { position: number }).position);
  expect(positions).toEqual([1, 1, 0, 0, -1, -1]);
});

it('has a dividend that comes once its position is closed in no trip', () => {
  const cash = { symbol: 'AA', exDate: 2, perShare: 1, shares: 10, cash: 500 };
  const fold = foldOf(
    opened(['AA']),
    accepted(1, 1),
    filled(1, 1, { shares: 10, weightAfter: 1 }),
    accepted(2, 2),
    filled(2, 2, { shares: -10, price: 90, weightBefore: 1, weightAfter: 0 }),
    { type: 'DividendBooked', ...at(3), ...cash },
    accepted(3, 3),
    filled(3, 3, { shares: 10, weightAfter: 1 }),
    accepted(4, 4),
    filled(4, 4, { shares: -10, price: 90, weightBefore: 1, weightAfter: 0 }),
  );
  expect([...fold.performance().tripProfits]).toEqual([-100, -100]);
});

it('counts each change of a position once, the last one as soon as it is there', () => {
  const events = [
    opened(['AA']),
    accepted(1, 1),
    filled(1, 1, { shares: 10, weightAfter: 1 }),
    accepted(2, 2),
    filled(2, 2, { shares: -10, weightBefore: 1, weightAfter: 0 }),
  ];
  const counts = events.map((_, at) => {
    const { orders } = foldOf(...events.slice(0, at + 1));
    expect(orders.positionChanges()).toHaveLength(orders.changes);
    return orders.changes;
  });
  expect(counts).toEqual([0, 0, 1, 1, 2]);
  const { orders } = foldOf(...events, runClosed(at(3)));
  orders.settleChange();
  expect([orders.changes, orders.positionChanges().length]).toEqual([2, 2]);
});
