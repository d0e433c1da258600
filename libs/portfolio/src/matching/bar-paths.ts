/**
 * Limits and stops inside a bar: the worse of the two paths on which its price can have
 * reached high and low.
 */

import type { Dividend, Split } from '#contracts';
import type { Book } from '../book/book.js';
import type { Bound } from '../book/fresh-bars.js';
import { withheld } from '../fills/cash-in-time.js';
import { awaitsEntry } from '../fills/entry-orders.js';
import { fillPart } from '../fills/fill-part.js';
import { requestedShares } from '../fills/requested-shares.js';
import { actInside, actionsInside } from './corporate-actions.js';
import { isLess, rivalsAtLevels, settleRivals, worstOrdering } from './rivals.js';
import { match, type BarPrices, type MatchedFill, type MatchedTrigger } from '../orders/match.js';
import { byTurn } from '../orders/turns.js';
import { splitRatio, waysAcross, type Way } from './ways-across.js';
import { followPrice } from '../fills/trailing-stop.js';
import { leftOf, levelsOf, trailOf, type WorkingOrder } from '../orders/working-order.js';

interface Reached {
  readonly order: WorkingOrder;
  readonly met: MatchedFill | MatchedTrigger;
  /** Where the price is then. */
  readonly place: number;
}

/** What a symbol's orders meet in its bar. */
interface Met {
  readonly number: number;
  /**
   * Numbers of the orders that the bars of the instant reach, and of those that had their chance.
   */
  readonly reached: ReadonlySet<number>;
  readonly tried: Set<number>;
  readonly bound: Bound;
}

/**
 * Fills the limits and stops that the bars of an instant reach. First all at the opens. Then a
 * symbol's price goes from the open to the low, the high and the close, or to the high first: each
 * order fills when the price gets there, and an order that has nothing to close waits for its
 * entry. Of the two ways counts the one with less equity at the close. A trailing stop follows the
 * open, and each corner of a way that the price gets to. The bar of a week or month does not say
 * when the corporate actions inside of it took effect: more ways, and again the worst.
 */
export function fillOnPaths(
  book: Book,
  isDue: (order: WorkingOrder) => boolean,
  boundAt: (number: number) => Bound,
): void {
  const reached = reachedOrders(book, isDue);
  if (reached.length === 0) return;
  const bounds = new Map<number, Bound>();
  for (const { number } of reached) bounds.set(number, boundAt(number));
  const ids = new Set(reached.map(({ id }) => id));
  const all: Reaching = { orders: reached, reached: ids, tried: new Set(), bounds };
  const symbols = symbolsInTurn(book, all);
  for (const number of symbols) meetOpen(book, metBy(all, number));
  for (const number of symbols) meetRest(book, metBy(all, number));
}

function reachedOrders(
  book: Book,
  isDue: (order: WorkingOrder) => boolean,
): readonly WorkingOrder[] {
  const reached = book.working.filter(
    (order) => isDue(order) && (isReached(book, order) || isSplitInside(book, order)),
  );
  // An exit of an entry that the bar does not reach has nothing to close in it, and gives its
  // symbol no turn.
  const isEntry = (id: number): boolean => reached.some((order) => order.id === id);
  return reached.filter(
    (order) => order.entry === null || leftOf(order) !== 0 || isEntry(order.entry),
  );
}

/** The orders that the bars of an instant reach. */
interface Reaching extends Pick<Met, 'reached' | 'tried'> {
  /** As they were then. */
  readonly orders: readonly WorkingOrder[];
  readonly bounds: ReadonlyMap<number, Bound>;
}

function metBy({ reached, tried, bounds }: Reaching, number: number): Met {
  return { number, reached, tried, bound: bounds.get(number) as Bound };
}

/** The orders that still wait for their chance. */
function untried(book: Book, { number, reached, tried }: Met): readonly WorkingOrder[] {
  return book.working.filter(
    (order) => order.number === number && reached.has(order.id) && !tried.has(order.id),
  );
}

/**
 * A held position can be sold, and pays for the rest. Which of the others comes first is not
 * known: if cash decides between them, or a group between any, the order that leaves the least
 * equity counts.
 */
function symbolsInTurn(book: Book, all: Reaching): readonly number[] {
  const { symbols, shares } = book.account;
  const numbers = [...new Set(all.orders.map(({ number }) => number))];
  if (numbers.length < 2) return numbers;
  numbers.sort((a, b) => ((symbols[a] as string) < (symbols[b] as string) ? -1 : 1));
  const held = numbers.filter((number) => shares[number] !== 0);
  const others = numbers.filter((number) => shares[number] === 0);
  const inTurn = [...held, ...others];
  const equityBy = (ordering: readonly number[]): number =>
    equityInTurn(book.fork(), all, ordering);
  if (shareGroup(all.orders)) return worstOrdering(inTurn, equityBy);
  if (!mayLackCash(book, all, inTurn)) return inTurn;
  const first = worstOrdering(held, (ordering) => equityBy([...ordering, ...others]));
  const then = worstOrdering(others, (ordering) => equityBy([...first, ...ordering]));
  return [...first, ...then];
}

/** Whether orders of several symbols have one group. */
function shareGroup(orders: readonly WorkingOrder[]): boolean {
  return orders.some(
    ({ group, number }) =>
      group !== null && orders.some((other) => other.group === group && other.number !== number),
  );
}

/** Room for the costs of what closes a position, which also take cash. */
const costRoom = 1.1;

/**
 * Whether the orders can need more cash than there is, whichever symbol is first: at the highs
 * of their bars.
 */
function mayLackCash(book: Book, { orders }: Reaching, numbers: readonly number[]): boolean {
  const highOf = (number: number): number => book.quotes.high[number] as number;
  const needs = orders.map((order) => {
    if (order.entry !== null || (order.side === 'sell' && !book.policy.short)) return 0;
    const price = highOf(order.number);
    const requested = Math.abs(requestedShares(book, order, { price, slips: false }));
    const money = order.size.kind === 'notional' ? order.size.notional : 0;
    return Math.max(money, (leftOf(order) ?? requested) * price);
  });
  const need = needs.reduce((sum, one) => sum + one, 0) * costRoom;
  const shortNow = numbers.reduce((sum, number) => {
    const held = Math.min(0, book.account.shares[number] as number);
    return sum - held * (highOf(number) - (book.quotes.price[number] as number));
  }, 0);
  const kept = Math.max(...numbers.map((number) => withheld(book, number, highOf(number))));
  return need > book.equity() - book.gross() - 2 * shortNow - kept;
}

/** Equity at the closes, once the orders of each symbol met its bar in this order. */
function equityInTurn(book: Book, all: Reaching, numbers: readonly number[]): number {
  const bounds = new Map([...all.bounds].map(([number, bound]) => [number, { ...bound }]));
  const copy: Reaching = { ...all, tried: new Set(all.tried), bounds };
  for (const number of numbers) meetOpen(book, metBy(copy, number));
  for (const number of numbers) meetRest(book, metBy(copy, number));
  const { account, quotes } = book;
  return numbers.reduce((equity, number) => {
    const change = book.closeOf(number) - (quotes.price[number] as number);
    return equity + (account.shares[number] as number) * change;
  }, book.equity());
}

/** Fills what the open has passed. */
function meetOpen(book: Book, met: Met): void {
  const { open } = barOf(book, met.number);
  const atOpen = { corners: [] };
  const actions = actionsInside(book, met.number);
  settleRivals(book, rivalsAtLevels(untried(book, met)), (fork) => {
    const own = apart(met);
    followPath(fork, own, open, atOpen);
    // What the rest of the bar does to their exits tells the worse order, too.
    if (actions.length > 0) return worstAcross(fork, own, actions).equity;
    return leastEquity(waysOf(fork, own));
  });
  followPath(book, met, open, atOpen);
}

/** Fills the rest, along the worst of the ways that the price can have gone. */
function meetRest(book: Book, met: Met): void {
  const actions = actionsInside(book, met.number);
  if (actions.length === 0) fillOnPath(book, met);
  else fillAcrossActions(book, met, actions);
}

/** The two ways through a bar, each with the equity that it leaves. */
function waysOf(book: Book, met: Met): readonly [WayOut, WayOut] {
  const { open, high, low } = barOf(book, met.number);
  const close = book.closeOf(met.number);
  const through = (corners: readonly number[]): WayOut => {
    const way = { corners };
    return { way, equity: equityAfter(book.fork(), apart(met), open, way) };
  };
  return [through([low, high, close]), through([high, low, close])];
}

interface WayOut {
  readonly way: Way;
  readonly equity: number;
}

const leastEquity = (ways: readonly WayOut[]): number =>
  Math.min(...ways.map(({ equity }) => equity));

function fillOnPath(book: Book, met: Met): void {
  const { open, high, low } = barOf(book, met.number);
  let way: Way = { corners: [low, high, book.closeOf(met.number)] };
  // A lone order fills alike on both, unless the price moves it.
  const orders = untried(book, met);
  if (orders.length > 1 || orders.some((order) => trailOf(order) !== null)) {
    settleRivals(book, rivalsAtLevels(orders), (fork) => leastEquity(waysOf(fork, met)));
    const [down, up] = waysOf(book, met);
    if (isLess(up.equity, down.equity)) way = up.way;
  }
  followPath(book, met, open, way);
}

/**
 * Fills along the way with the least equity at the close, of all that the bar and its
 * actions allow.
 */
function fillAcrossActions(book: Book, met: Met, actions: readonly (Dividend | Split)[]): void {
  const { date } = book;
  const rivals = rivalsAtLevels(untried(book, met));
  settleRivals(book, rivals, (fork) => worstAcross(fork, met, actions).equity);
  followPath(book, met, barOf(book, met.number).open, worstAcross(book, met, actions).way);
  // The bars of other symbols are still at their opens.
  book.date = date;
}

/** The first of the ways around the actions of a bar that leave the least equity. */
function worstAcross(book: Book, met: Met, actions: readonly (Dividend | Split)[]): WayOut {
  const { number } = met;
  const { open } = barOf(book, number);
  const bar = { ...barOf(book, number), close: book.closeOf(number) };
  const ways = waysAcross(bar, untried(book, met), actions).map((way): WayOut => {
    return { way, equity: equityAfter(book.fork(), apart(met), open, way) };
  });
  return ways.reduce((worst, way) => (isLess(way.equity, worst.equity) ? way : worst));
}

/** What is met on a fork: tries and volume are its own. */
const apart = (met: Met): Met => ({
  ...met,
  tried: new Set(met.tried),
  bound: { ...met.bound },
});

/** Cash and the symbol's position at its close, once its orders went a way. */
function equityAfter(book: Book, met: Met, open: number, way: Way): number {
  followPath(book, met, open, way);
  return book.account.cash + (book.account.shares[met.number] as number) * book.closeOf(met.number);
}

/** Fills orders along a way of their symbol's price; each has one chance. */
function followPath(book: Book, met: Met, open: number, { corners, acts }: Way): void {
  const { tried, bound } = met;
  let here = open;
  let fills = 0;
  const ready = (): readonly WorkingOrder[] =>
    untried(book, met).filter((order) => !awaitsEntry(book, order));
  const next = (to: number): Reached | undefined => {
    const found = ready().flatMap((order) => {
      const begun = order.state.kind === 'waiting' ? followPrice(book, order, here) : order;
      return reach(begun, { here, to, isInside: corners.length > 0 });
    });
    return found.toSorted((a, b) => compare(a, b, here))[0];
  };
  let left = acts;
  const act = (isDue: (moment: NonNullable<Way['acts']>) => boolean): void => {
    if (left === undefined || !isDue(left)) return;
    actInside(book, left.actions);
    here /= splitRatio(left.actions);
    left = undefined;
  };
  const actAfter = (after: 'corners' | 'fills', count: number): void =>
    act((moment) => moment.after === after && moment.count === count);
  for (const [leg, to] of (corners.length === 0 ? [here] : corners).entries()) {
    actAfter('corners', leg);
    actAfter('fills', fills);
    for (let meeting = next(to); meeting !== undefined; meeting = next(to)) {
      const { met: now } = meeting;
      here = meeting.place;
      if (!meetsRest(now)) tried.add(meeting.order.id);
      // Before the fill, after which others may wait for an entry.
      for (const other of ready()) followPrice(book, other, here);
      const order = trigger(book, meeting);
      if (now.kind === 'trigger') continue;
      const at = corners.length === 0 ? 'open' : 'level';
      fillPart(book, order, { price: now.price, slips: now.slips, at, side: 0, bound });
      actAfter('fills', ++fills);
    }
    here = to;
    for (const order of ready()) followPrice(book, order, here);
  }
  act(() => true);
}

/** A part of the way; `isInside`: not at the open. */
interface Leg {
  readonly here: number;
  readonly to: number;
  readonly isInside: boolean;
}

/** Where the price reaches an order between two prices, if it does. */
function reach(order: WorkingOrder, { here, to, isInside }: Leg): readonly Reached[] {
  const bar = { open: here, high: Math.max(here, to), low: Math.min(here, to), isInside };
  const met = match(order, bar);
  if (met.kind === 'fill') return [{ order, met, place: met.place }];
  if (met.kind === 'nothing') return [];
  return [{ order, met, place: met.at === 'open' ? here : (levelsOf(order).stop as number) }];
}

/**
 * An order that is triggered inside of this bar, not at a price that passed it, is a limit order
 * of later bars.
 */
const meetsRest = (met: Reached['met']): boolean => met.kind === 'trigger' && met.at === 'open';

/**
 * A stop-limit counts as triggered once it has its turn: others may have filled before the price
 * got to its stop, and have left it nothing to close. Where fills are in parts, the rest of a stop
 * is a market order from then on.
 */
function trigger(book: Book, { order, met }: Reached): WorkingOrder {
  const { state } = order;
  if (state.kind !== 'armed') return order;
  const inParts = book.policy.participation !== undefined;
  const isTriggered = met.kind === 'trigger' || state.limit !== null || inParts;
  return isTriggered ? book.change(order, { type: 'triggered' }) : order;
}

/**
 * The nearest first. At one place stops, then the older decision, then the level that comes first.
 */
function compare(a: Reached, b: Reached, here: number): number {
  const type = ({ order }: Reached): number => (order.type === 'limit' ? 1 : 0);
  // Rises with the distance that a price has to go to the level.
  const level = ({ order }: Reached): number => {
    const { stop, limit } = levelsOf(order);
    const isBelow = (order.side === 'buy') === (order.type === 'limit');
    return (isBelow ? -1 : 1) * ((stop ?? limit) as number);
  };
  return (
    Math.abs(a.place - here) - Math.abs(b.place - here) ||
    type(a) - type(b) ||
    a.order.earliest - b.order.earliest ||
    level(a) - level(b) ||
    byTurn(a.order, b.order)
  );
}

/**
 * Whether the bar mixes the prices of before and after a split, so that its high and low
 * exclude no level.
 */
const isSplitInside = (book: Book, { number, type }: WorkingOrder): boolean =>
  type !== 'market' && actionsInside(book, number).some(({ kind }) => kind === 'split');

/** Whether a bar touches the level at which an order fills or is triggered, or moves that level. */
const isReached = (book: Book, order: WorkingOrder): boolean =>
  trailOf(order) !== null || match(order, barOf(book, order.number)).kind !== 'nothing';

function barOf({ quotes }: Book, number: number): BarPrices {
  const open = quotes.open[number];
  const high = quotes.high[number];
  const low = quotes.low[number];
  return { open, high, low } as BarPrices;
}
