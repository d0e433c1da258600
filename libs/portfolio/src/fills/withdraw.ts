/**
 * Orders that are to end while a bar may be under way that fills them: they end or fill once
 * that bar is known.
 */

import type { JournalEventOf } from '#contracts';
import type { Book } from '../book/book.js';
import { fillsAtTicks } from '../book/policy-terms.js';
import { byTurn } from '../orders/turns.js';
import type { WorkingOrder } from '../orders/working-order.js';

type Reason = JournalEventOf<'CancelRequested'>['reason'];

/**
 * Ends an order at once if no bar can have begun before `at` that meets it, as at trades and
 * quotes. Otherwise notes the request: for a bar that began before it, the cancellation
 * comes too late.
 */
export function withdraw(
  book: Book,
  order: WorkingOrder,
  reason: Reason,
  at = book.times.answeredAt(book.time),
): void {
  const now = book.find(order.id);
  if (now === undefined) return;
  if (fillsAtTicks(book.policy) || !book.times.mayBeMeeting(order, at)) {
    return book.end(order, reason);
  }
  if (now.cancel !== null) return;
  const request = { at, reason, lastOrder: book.lastOrder };
  book.change(order, { type: 'cancel requested', request });
  book.emit({ type: 'CancelRequested', ...book.place(), order: order.id, reason });
}

type IsFresh = (order: WorkingOrder) => boolean;

/**
 * Ends the orders whose cancellation came before their symbol's bar began. `isFresh`: whether
 * that is known now.
 */
export function endBeforeBars(book: Book, isFresh: IsFresh): void {
  endWithdrawn(book, isFresh, (number, at) => book.times.barBegan(number) >= at);
}

/**
 * Ends the orders that were to end before their symbol's bar was over, and that it did not fill.
 */
export function endAfterBars(book: Book, isFresh: IsFresh): void {
  endWithdrawn(book, isFresh, (number, at) => book.times.barEnded(number) >= at);
}

function endWithdrawn(
  book: Book,
  isFresh: IsFresh,
  isOver: (number: number, at: number) => boolean,
): void {
  for (const order of book.working) {
    const { cancel, number } = order;
    if (cancel !== null && isFresh(order) && isOver(number, cancel.at)) {
      book.end(order, cancel.reason);
    }
  }
}

/**
 * A fill of an order that was to be canceled counts toward the orders that replace it: those of its
 * symbol and side that were given since. `shares` signed.
 */
export function creditReplacements(
  book: Book,
  { cancel, number, side }: WorkingOrder,
  { shares, price }: { readonly shares: number; readonly price: number },
): void {
  if (cancel?.reason !== 'requested') return;
  let left = Math.abs(shares);
  const replacing = book.working.filter(
    (other) =>
      other.id > cancel.lastOrder &&
      other.number === number &&
      other.side === side &&
      other.entry === null &&
      other.purpose === 'order',
  );
  for (const order of replacing.toSorted(byTurn)) {
    const { size } = order;
    if (size.kind !== 'shares' && size.kind !== 'notional') continue;
    const isShares = size.kind === 'shares';
    const unit = isShares ? order.scale : 1 / price;
    const open = (isShares ? size.shares : size.notional) - order.credit;
    const counted = Math.min(left, open * unit);
    left -= counted;
    book.change(order, { type: 'credited', by: counted / unit });
    if (counted >= open * unit) book.end(order, 'no change');
  }
}
