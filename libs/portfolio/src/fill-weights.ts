/** Targets as shares of equity, filled together: what is sold pays for what is bought. */

import type { JournalEventOf } from '#contracts';
import type { Book } from './book.js';
import { feeRate, fill, wholeLots } from './fill-order.js';
import type { WorkingOrder } from './working-order.js';

/** Rounds of the fixed point below; costs are under 2 %, so that 8 leave nothing above 1e-13. */
const rounds = 8;
const tolerance = 1e-9;

/**
 * Fills weight orders at the last prices of their symbols. Sizes are weights of the equity that is left
 * after the costs of getting there, a fixed point: E' = E - costs(E'). Sales come first.
 */
export function fillWeights(
  book: Book,
  orders: readonly WorkingOrder[],
  at: JournalEventOf<'OrderFilled'>['at'],
): void {
  if (orders.length === 0) return;
  const base = equityAfterCosts(book, orders);
  const reason = refusalOf(book, orders, base);
  if (reason !== undefined) {
    for (const order of orders) book.deny(symbolOf(book, order), reason, order);
    return;
  }
  const trades = orders.map((order) => ({ order, shares: tradeOf(book, order, base) }));
  for (const { order, shares } of [
    ...trades.filter((trade) => trade.shares <= 0),
    ...trades.filter((trade) => trade.shares > 0),
  ]) {
    const price = book.quotes.price[order.number] as number;
    if (Math.abs(shares) * price <= tolerance * base) {
      book.end(order, 'no change');
      continue;
    }
    fill(book, { order, shares, price, slips: true, at, purpose: 'rebalance' });
    book.end(order);
  }
}

function equityAfterCosts(book: Book, orders: readonly WorkingOrder[]): number {
  const equity = book.equity();
  const slippage = book.policy.slippageBps * 1e-4;
  const rate = feeRate(book) * (1 + slippage) + slippage;
  let base = equity;
  for (let round = 0; round < rounds; round++) {
    let costs = 0;
    for (const order of orders) {
      const price = book.quotes.price[order.number] as number;
      costs += Math.abs(wantedShares(book, order, base) - held(book, order)) * price * rate;
    }
    base = equity - costs;
  }
  return base;
}

function refusalOf(
  book: Book,
  orders: readonly WorkingOrder[],
  base: number,
): JournalEventOf<'OrderDenied'>['reason'] | undefined {
  if (base <= 0) return 'equity is not positive';
  let gross = book.gross();
  for (const order of orders) {
    const price = book.quotes.price[order.number] as number;
    gross += (Math.abs(wantedShares(book, order, base)) - Math.abs(held(book, order))) * price;
  }
  return gross > base * (1 + tolerance) ? 'not enough cash' : undefined;
}

function tradeOf(book: Book, order: WorkingOrder, base: number): number {
  return wholeLots(book, wantedShares(book, order, base)) - held(book, order);
}

function wantedShares(book: Book, order: WorkingOrder, base: number): number {
  const weight = order.size.kind === 'weight' ? order.size.weight : 0;
  return (weight * base) / (book.quotes.price[order.number] as number);
}

function held(book: Book, order: WorkingOrder): number {
  return book.account.shares[order.number] as number;
}

function symbolOf(book: Book, order: WorkingOrder): string {
  return book.account.symbols[order.number] as string;
}
