/** What happens to an order that waits, and what it is after that. */

import type { CivilDate } from '#values';
import { SharesAtOpens } from './shares-at-opens.js';
import {
  atMarket,
  type CancelRequest,
  type OrderState,
  type Trail,
  type WorkingOrder,
} from './working-order.js';

/** A bar or tick of its symbol came that could fill it, or could not. */
interface CameBar {
  readonly type: 'came';
  readonly isMet: boolean;
}

/** Its stop was touched. */
interface Triggered {
  readonly type: 'triggered';
}

/** A trailing stop met a price, of this date. */
interface Followed {
  readonly type: 'followed';
  readonly price: number;
  readonly date: CivilDate;
}

/** The leg of a pair could fill at a price, or no longer can. */
interface Seen {
  readonly type: 'seen';
  readonly price: number | null;
}

/** A price of this date made it a number of shares, unsigned; the first one counts. */
interface SizedBy {
  readonly type: 'sized';
  readonly shares: number;
  readonly date: CivilDate;
}

/** The cash is enough for so many shares. */
interface Cut {
  readonly type: 'cut';
  readonly shares: number;
}

/** So many shares of its entry are left. */
interface ExitSized {
  readonly type: 'exit sized';
  readonly shares: number;
}

/** It met a price, and waits for cash. */
interface Begun {
  readonly type: 'begun';
}

/** So many shares of it, unsigned, were filled: what is left shrinks by them. */
interface PartTaken {
  readonly type: 'part taken';
  readonly shares: number;
  readonly session: CivilDate;
}

/** A part that opened a position had costs. */
interface Charged {
  readonly type: 'charged';
  readonly costs: number;
}

/** An order that this one replaces was filled. */
interface Credited {
  readonly type: 'credited';
  readonly by: number;
}

interface CancelRequested {
  readonly type: 'cancel requested';
  readonly request: CancelRequest;
}

/** New shares for one, effective at the open of a date. */
interface SplitBy {
  readonly type: 'split';
  readonly date: CivilDate;
  readonly ratio: number;
}

/** It has this place among the orders of its decision. */
interface Placed {
  readonly type: 'placed';
  readonly place: number;
}

/** It has another turn among the orders of its decision, until the next bars come. */
interface Turned {
  readonly type: 'turned';
  readonly turn: number;
}

export type OrderEvent =
  | CameBar
  | Triggered
  | Followed
  | Seen
  | SizedBy
  | Cut
  | ExitSized
  | Begun
  | PartTaken
  | Charged
  | Credited
  | CancelRequested
  | SplitBy
  | Placed
  | Turned;

type Evolutions = {
  readonly [Type in OrderEvent['type']]: (
    order: WorkingOrder,
    event: Extract<OrderEvent, { readonly type: Type }>,
  ) => WorkingOrder;
};

const evolutions: Evolutions = {
  came: takeBar,
  triggered: (order) => inState(order, triggered(order.state)),
  followed: follow,
  seen: (order, { price }) =>
    order.state.kind === 'leg' ? inState(order, { kind: 'leg', seen: price }) : order,
  sized: takeSize,
  cut: (order, { shares }) => {
    const { shares: sized } = order;
    return sized.kind === 'sized'
      ? { ...order, shares: { ...sized, left: shares, isCut: true } }
      : order;
  },
  'exit sized': (order, { shares }) => ({ ...order, shares: { kind: 'exit', left: shares } }),
  begun: (order) => (order.begun ? order : { ...order, begun: true }),
  'part taken': takePart,
  charged: (order, { costs }) => ({ ...order, costs: order.costs + costs }),
  credited: (order, { by }) => ({ ...order, credit: order.credit + by }),
  'cancel requested': (order, { request }) => ({ ...order, cancel: request }),
  split,
  placed: (order, { place }) => ({ ...order, place, turn: place }),
  turned: (order, { turn }) => ({ ...order, turn }),
};

/** The order after an event; itself, where that changes nothing. */
export function evolveOrder(order: WorkingOrder, event: OrderEvent): WorkingOrder {
  const evolution = evolutions[event.type] as (
    order: WorkingOrder,
    event: OrderEvent,
  ) => WorkingOrder;
  return evolution(order, event);
}

const inState = (order: WorkingOrder, state: OrderState): WorkingOrder => ({ ...order, state });

/** The turns of an earlier instant are over. */
function takeBar(order: WorkingOrder, event: CameBar): WorkingOrder {
  const met = meetBar(order, event);
  return met.turn === met.place ? met : { ...met, turn: met.place };
}

/** Day orders end by it, and weights are sized by it; no others ask. */
function meetBar(order: WorkingOrder, { isMet }: CameBar): WorkingOrder {
  if (order.timeInForce !== 'day' && order.size.kind !== 'weight') return order;
  const met = order.met || isMet;
  const late = order.late || !met;
  return met === order.met && late === order.late ? order : { ...order, met, late };
}

function triggered(state: OrderState): OrderState {
  if (state.kind !== 'armed') return state;
  const { limit, stop } = state;
  return limit === null ? atMarket : { kind: 'resting', limit, stop };
}

/** A better price moves the stop, any other leaves it. */
function follow(order: WorkingOrder, { price, date }: Followed): WorkingOrder {
  const { state, side } = order;
  if ((state.kind !== 'waiting' && state.kind !== 'armed') || state.trail === null) return order;
  const { trail } = state;
  const { best } = trail;
  if (best !== null && (side === 'sell' ? price <= best : price >= best)) return order;
  return inState(order, behind({ ...trail, best: price, date }, price, side));
}

/** A stop behind the best price. */
function behind(trail: Trail, best: number, side: WorkingOrder['side']): OrderState {
  const { percent, amount } = trail;
  const away = percent === null ? (amount as number) : (best * percent) / 100;
  const stop = side === 'sell' ? best - away : best + away;
  return { kind: 'armed', stop, limit: null, trail };
}

function takeSize(order: WorkingOrder, { shares, date }: SizedBy): WorkingOrder {
  if (order.shares.kind !== 'unsized') return order;
  const since = order.size.kind === 'shares' ? order.date : date;
  return { ...order, shares: { kind: 'sized', left: shares, since, opens: null, isCut: false } };
}

/** An exit follows what is left of its entry's shares instead. */
function takePart(order: WorkingOrder, { shares: part, session }: PartTaken): WorkingOrder {
  const { shares } = order;
  if (shares.kind !== 'sized') return order.hasPart ? order : { ...order, ...taken };
  const opens = (shares.opens ?? SharesAtOpens.none).note(session, shares.left);
  return { ...order, ...taken, shares: { ...shares, opens, left: shares.left - part } };
}

const taken = { begun: true, hasPart: true };

/**
 * Levels move if the order was accepted before the split takes effect. The rest of it at that open
 * is scaled; parts that were filled since were new shares.
 */
function split(order: WorkingOrder, { date, ratio }: SplitBy): WorkingOrder {
  const { shares } = order;
  const isOld = order.date < date;
  const scale = isOld ? order.scale * ratio : order.scale;
  const state = splitState(order, date, ratio);
  if (shares.kind !== 'sized' || shares.since >= date) return { ...order, scale, state };
  const rest = { opens: shares.opens, shares: shares.left * ratio };
  const { opens, shares: left } = shares.opens?.split(date, ratio, shares.left) ?? rest;
  return { ...order, scale, state, shares: { ...shares, opens, left } };
}

function splitState(order: WorkingOrder, date: CivilDate, ratio: number): OrderState {
  const { state, side } = order;
  const isOld = order.date < date;
  switch (state.kind) {
    case 'waiting':
      return { ...state, trail: splitTrail(state.trail, { date, ratio, isOld }) };
    case 'armed': {
      if (state.trail === null) {
        if (!isOld) return state;
        const limit = state.limit === null ? null : state.limit / ratio;
        return { ...state, stop: state.stop / ratio, limit };
      }
      const trail = splitTrail(state.trail, { date, ratio, isOld });
      return behind(trail, trail.best as number, side);
    }
    case 'resting': {
      if (!isOld) return state;
      const stop = state.stop === null ? null : state.stop / ratio;
      return { ...state, limit: state.limit / ratio, stop };
    }
    default:
      return state;
  }
}

/** Scales the amount of an order from before the split, and a best price from before it. */
function splitTrail(
  trail: Trail,
  { date, ratio, isOld }: { date: CivilDate; ratio: number; isOld: boolean },
): Trail {
  const { amount, best } = trail;
  const isSeenBefore = trail.date < date;
  return {
    ...trail,
    amount: amount !== null && isOld ? amount / ratio : amount,
    best: best !== null && isSeenBefore ? best / ratio : best,
  };
}
