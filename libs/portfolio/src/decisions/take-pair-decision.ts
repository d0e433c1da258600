/** A decision on a pair becoming the orders of its two legs. */

import type { JournalEvent, JournalEventOf, PairAction } from '#contracts';
import type { Direction } from '../book/action-table.js';
import type { Book } from '../book/book.js';
import { fillMarketOrders } from '../matching/match-orders.js';
import { fillsAtOnce, hasPriceOfNow } from '../book/policy-terms.js';

type PairOrder = Pick<JournalEventOf<'PairDecided'>, 'left' | 'right' | 'action'>;

/**
 * Turns a decision on a pair into orders for both legs, which fill together. HOLD and a repeated
 * direction leave positions and waiting orders as they are. Both symbols are the book's.
 */
export function takePairDecision(book: Book, decision: PairOrder): readonly JournalEvent[] {
  const left = book.account.numberOf.get(decision.left) as number;
  const right = book.account.numberOf.get(decision.right) as number;
  const current = book.wanted(left);
  const wanted = wantedOfLeft(decision.action, current, book.policy.hold);
  if (wanted === current) return book.takeEvents();
  for (const order of book.working) {
    if (order.purpose === 'pair') book.end(order, 'replaced');
  }
  if (fillsAtOnce(book) && ![left, right].every((leg) => hasPriceOfNow(book, leg))) {
    for (const symbol of [decision.left, decision.right]) book.deny(symbol, 'no price');
  } else if (Math.sign(book.account.shares[left] as number) !== wanted) {
    acceptLeg(book, left, wanted);
    acceptLeg(book, right, opposite(wanted));
    if (fillsAtOnce(book)) {
      fillMarketOrders(book, ({ purpose }) => purpose === 'pair', 'close');
    }
  }
  return book.takeEvents();
}

/** Direction of the left leg that an action asks for; the right leg goes the other way. */
function wantedOfLeft(action: PairAction, current: Direction, hold: 'keep' | 'flat'): Direction {
  switch (action) {
    case 'LONG_SHORT':
      return 1;
    case 'SHORT_LONG':
      return -1;
    case 'CLOSE':
      return 0;
    case 'HOLD':
      return hold === 'keep' ? current : 0;
  }
}

const opposite = (direction: Direction): Direction => (0 - direction) as Direction;

function acceptLeg(book: Book, number: number, direction: Direction): void {
  book.accept({
    number,
    purpose: 'pair',
    orderType: 'market',
    side: 'target',
    size: { kind: 'direction', direction },
    timeInForce: 'gtc',
  });
}
