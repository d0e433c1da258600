/** The layouts of the two events that a busy run writes most after its decisions, each with a writer spelled out. */

import {
  double,
  int,
  nullable,
  oneOf,
  struct,
  symbol,
  text,
  uint,
  variant,
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

const orderType = oneOf('market', 'limit', 'stop', 'stop-limit');
const side = oneOf('buy', 'sell', 'target');
const level = nullable(double);
const timeInForce = oneOf('day', 'gtc');
const name = nullable(text);

export const orderAccepted = struct(
  {
    order: uint,
    symbol,
    /** Session of the decision that it came from. */
    session: int,
    orderType,
    side,
    size: orderSize,
    limit: level,
    stop: level,
    timeInForce,
    group: name,
    clientId: name,
  },
  (writer, value, context) => {
    uint.write(writer, value.order, context);
    symbol.write(writer, value.symbol, context);
    int.write(writer, value.session, context);
    orderType.write(writer, value.orderType, context);
    side.write(writer, value.side, context);
    orderSize.write(writer, value.size, context);
    level.write(writer, value.limit, context);
    level.write(writer, value.stop, context);
    timeInForce.write(writer, value.timeInForce, context);
    name.write(writer, value.group, context);
    name.write(writer, value.clientId, context);
  },
);

const filledAt = oneOf('close', 'open', 'level');
const purpose = oneOf('open', 'close', 'rebalance', 'order', 'reinvest', 'liquidate');

export const orderFilled = struct(
  {
    order: uint,
    symbol,
    shares: double,
    price: double,
    fee: double,
    at: filledAt,
    purpose,
    weightBefore: double,
    weightAfter: double,
  },
  (writer, value, context) => {
    uint.write(writer, value.order, context);
    symbol.write(writer, value.symbol, context);
    double.write(writer, value.shares, context);
    double.write(writer, value.price, context);
    double.write(writer, value.fee, context);
    filledAt.write(writer, value.at, context);
    purpose.write(writer, value.purpose, context);
    double.write(writer, value.weightBefore, context);
    double.write(writer, value.weightAfter, context);
  },
);
