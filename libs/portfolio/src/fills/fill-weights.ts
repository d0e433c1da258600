/** Targets as shares of equity, filled together: sales pay for purchases. */

import type { JournalEventOf } from '#contracts';
import type { Book } from '../book/book.js';
import { withheld } from './cash-in-time.js';
import { feeRate, fill, wholeLots } from './fill-order.js';
import { commonSizingEquity } from './out-of-order.js';
import { fillPayable, stuckValue, type Purchase, whyUnpaid } from './fill-payable.js';
import { byTurn } from '../orders/turns.js';
import { frees } from './wanted-part.js';
import type { WorkingOrder } from '../orders/working-order.js';

const tolerance = 1e-9;
/**
 * Rounding room of the no-leverage rule: smaller, so that another valuation stays within the above.
 */
const lendingTolerance = 1e-10;
/**
 * Weights that were rounded before they were submitted may add up to so much. They are cut to
 * what there is.
 */
const roundedSum = 1.005;

/**
 * Fills weight orders at the last prices of their symbols, in bars that began at one instant. Sizes
 * are weights of the equity that is left after the costs of getting there: E' = E - costs(E'). What
 * makes room comes first, sales before purchases. Where those need more cash than there is, they
 * are cut to that by one factor.
 */
export function fillWeights(
  book: Book,
  due: readonly WorkingOrder[],
  at: JournalEventOf<'OrderFilled'>['at'],
): void {
  // An order that waited for cash is no longer a purchase once its position has grown beyond its
  // weight. One that is on the other side, by another order, has not grown.
  const isOver = (order: WorkingOrder): boolean =>
    order.begun && weightOf(order) * held(book, order) > 0 && frees(book, order);
  for (const order of due) if (isOver(order)) book.end(order, 'no change');
  const orders = due.filter((order) => book.isWorking(order));
  if (orders.length === 0) return;
  const numbers = orders.map(({ number }) => number);
  const equity = commonSizingEquity(book, numbers);
  const base = equityAfterCosts(book, orders, equity);
  const gross = grossAfter(book, orders, (order) => wantedShares(book, order, base));
  // Whole lots need no more than the weights: they may fit where those do not.
  const traded = grossAfter(book, orders, (order) => lotsOf(book, order, base));
  const kept = Math.max(0, ...numbers.map((number) => withheld(book, number)));
  // What the account is worth now pays, also where it was worth more when the bars began.
  const paying = base + Math.min(0, book.equity() - equity);
  const isPaid = traded + kept <= paying * (1 + lendingTolerance);
  const stuck = isPaid ? 0 : stuckValue(book, orders);
  const isLate = orders.some(({ late, begun }) => late || begun);
  // Beside orders that come late, others have filled at other prices: what counts is what
  // was asked for.
  const weight = orders.reduce((sum, order) => sum + Math.abs(weightOf(order)), 0);
  const isRounded = (isLate ? weight : (gross - stuck) / base) <= roundedSum;
  if (base <= 0) {
    for (const order of orders) book.deny(symbolOf(book, order), whyUnpaid(book), order);
    return;
  }
  const trades = orders.map((order) => ({ order, shares: tradeOf(book, order, base) }));
  trades.sort((a, b) => turn(book, a) - turn(book, b) || byTurn(a.order, b.order));
  const purchases = fillTrades(book, trades, { at, base, isPaid });
  fillPayable(book, purchases, at, 'rebalance', stuck === 0 && !isLate && isRounded);
}

/** Fills trades in their order; returns the purchases for which cash is too short. */
function fillTrades(
  book: Book,
  trades: readonly Purchase[],
  {
    at,
    base,
    isPaid,
  }: {
    readonly at: JournalEventOf<'OrderFilled'>['at'];
    readonly base: number;
    readonly isPaid: boolean;
  },
): Purchase[] {
  const purchases: Purchase[] = [];
  for (const trade of trades) {
    const { order, shares } = trade;
    const price = book.quotes.price[order.number] as number;
    const grows = turn(book, trade) >= 2;
    const terms = { order, price, slips: true, at, purpose: 'rebalance', fee: null } as const;
    if (Math.abs(shares) * price <= tolerance * base) {
      book.end(order, 'no change');
    } else if (!isPaid && grows) {
      // The other side is closed, whatever can be opened after it.
      const closed = held(book, order) * shares < 0 ? -held(book, order) : 0;
      if (closed !== 0) fill(book, { ...terms, shares: closed, isPart: true });
      purchases.push({ order, shares: shares - closed });
    } else {
      fill(book, { ...terms, shares });
      book.end(order);
    }
  }
  return purchases;
}

/**
 * A position that shrinks frees equity for one that grows; a sale brings the cash for a purchase.
 */
function turn(book: Book, { order, shares }: Purchase): number {
  const before = held(book, order);
  const grows = Math.abs(before + shares) > Math.abs(before);
  return (grows ? 2 : 0) + (shares > 0 ? 1 : 0);
}

/**
 * The root of g(x) = x + costs(x) - E by Newton's method from E down; 0 if there is none. Costs are
 * convex and piecewise linear in x, so that each round passes at least one bend for good, and the
 * last is exact. Where g does not rise (costs eat more than what is traded) it stays above its
 * value here for every smaller x.
 */
function equityAfterCosts(book: Book, orders: readonly WorkingOrder[], equity: number): number {
  let base = equity;
  for (let round = 0; round < orders.length + 2 && base > 0; round++) {
    const { costs, slope } = costsOf(book, orders, base);
    const above = base + costs - equity;
    if (above > 0 && 1 + slope <= 0) return 0;
    if (above <= 0) break;
    const next = base - above / (1 + slope);
    if (Math.abs(base - next) <= 1e-15 * equity) break;
    base = next;
  }
  return base;
}

/** Fees and slippage of getting to weights of `base`, and how they grow with it. */
function costsOf(
  book: Book,
  orders: readonly WorkingOrder[],
  base: number,
): { costs: number; slope: number } {
  const slippage = book.policy.slippageBps * 1e-4;
  const fee = feeRate(book);
  let costs = 0;
  let slope = 0;
  for (const order of orders) {
    const price = book.quotes.price[order.number] as number;
    const shares = wantedShares(book, order, base) - held(book, order);
    const side = Math.sign(shares);
    const rate = slippage + fee * (1 + side * slippage);
    costs += Math.abs(shares) * price * rate;
    slope += side * weightOf(order) * rate;
  }
  return { costs, slope };
}

/** Absolute value of all positions once each order has brought its own to so many shares. */
function grossAfter(
  book: Book,
  orders: readonly WorkingOrder[],
  sharesOf: (order: WorkingOrder) => number,
): number {
  let gross = book.gross();
  for (const order of orders) {
    const price = book.quotes.price[order.number] as number;
    gross += (Math.abs(sharesOf(order)) - Math.abs(held(book, order))) * price;
  }
  return gross;
}

function tradeOf(book: Book, order: WorkingOrder, base: number): number {
  return lotsOf(book, order, base) - held(book, order);
}

function lotsOf(book: Book, order: WorkingOrder, base: number): number {
  return wholeLots(book, wantedShares(book, order, base));
}

function wantedShares(book: Book, order: WorkingOrder, base: number): number {
  return (weightOf(order) * base) / (book.quotes.price[order.number] as number);
}

function weightOf({ size }: WorkingOrder): number {
  return size.kind === 'weight' ? size.weight : 0;
}

function held(book: Book, order: WorkingOrder): number {
  return book.account.shares[order.number] as number;
}

function symbolOf(book: Book, order: WorkingOrder): string {
  return book.account.symbols[order.number] as string;
}
