/** The layouts of the two events that a busy run writes most after its decisions, each with a writer spelled out. */

import type { ByteWriter } from './byte-writer.js';
import {
  double,
  int,
  nullable,
  oneOf,
  positionOf,
  struct,
  symbol,
  text,
  uint,
  variant,
  type LayoutContext,
  type LayoutType,
} from './record-layout.js';

/** How much an order is for: shares, notional, a direction of the policy's size, or a weight of equity. */
export const orderSize = variant({
  direction: struct({ direction: int }),
  shares: struct({ shares: double }),
  notional: struct({ notional: double }),
  weight: struct({ weight: double }),
});
export type OrderSize = LayoutType<typeof orderSize>;

const orderTypes = ['market', 'limit', 'stop', 'stop-limit'] as const;
const sides = ['buy', 'sell', 'target'] as const;
const timesInForce = ['day', 'gtc'] as const;
const level = nullable(double);
const name = nullable(text);

const acceptedMembers = {
  order: uint,
  symbol,
  /** Session of the decision that it came from. */
  session: int,
  orderType: oneOf(...orderTypes),
  side: oneOf(...sides),
  size: orderSize,
  limit: level,
  stop: level,
  timeInForce: oneOf(...timesInForce),
  group: name,
  clientId: name,
};

export const orderAccepted = struct(acceptedMembers, (writer, value, context) => {
  writer.uint(value.order);
  symbol.write(writer, value.symbol, context);
  int.write(writer, value.session, context);
  writer.byte(positionOf(value.orderType, orderTypes));
  writer.byte(positionOf(value.side, sides));
  writeSize(writer, value.size, context);
  writeLevel(writer, value.limit, context);
  writeLevel(writer, value.stop, context);
  writer.byte(positionOf(value.timeInForce, timesInForce));
  writeName(writer, value.group, context);
  writeName(writer, value.clientId, context);
});

const filledAt = ['close', 'open', 'level'] as const;
const purposes = ['open', 'close', 'rebalance', 'order', 'reinvest', 'liquidate'] as const;

const filledMembers = {
  order: uint,
  symbol,
  shares: double,
  price: double,
  fee: double,
  at: oneOf(...filledAt),
  purpose: oneOf(...purposes),
  weightBefore: double,
  weightAfter: double,
};

export const orderFilled = struct(filledMembers, (writer, value, context) => {
  writer.uint(value.order);
  symbol.write(writer, value.symbol, context);
  double.write(writer, value.shares, context);
  double.write(writer, value.price, context);
  double.write(writer, value.fee, context);
  writer.byte(positionOf(value.at, filledAt));
  writer.byte(positionOf(value.purpose, purposes));
  double.write(writer, value.weightBefore, context);
  double.write(writer, value.weightAfter, context);
});

/** The same two as their members alone write them: what the writers above are held against. */
export const plainOrderLayouts = {
  OrderAccepted: struct(acceptedMembers),
  OrderFilled: struct(filledMembers),
};

/** Targets are what a rule agent orders by the thousand; `direction` is the first of the variants. */
function writeSize(writer: ByteWriter, size: OrderSize, context: LayoutContext): void {
  if (size.kind !== 'direction') return orderSize.write(writer, size, context);
  writer.byte(0);
  int.write(writer, size.direction, context);
}

function writeLevel(writer: ByteWriter, value: number | null, context: LayoutContext): void {
  if (value === null) writer.byte(0);
  else level.write(writer, value, context);
}

function writeName(writer: ByteWriter, value: string | null, context: LayoutContext): void {
  if (value === null) writer.byte(0);
  else name.write(writer, value, context);
}
