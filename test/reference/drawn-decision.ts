/** Drawn decisions: of each kind, with levels between the cents of prices. */

import type { Dice } from './drawing.js';
import type { Kinds } from './kinds.js';
import type { WorldDecision, WorldOrder } from './world.js';

type Prices = ReadonlyMap<string, number>;
type Type = WorldOrder['type'];

/** A decision about symbols with these last prices. */
export function drawDecision(dice: Dice, kinds: Kinds, prices: Prices): WorldDecision {
  const symbols = [...prices.keys()];
  const types = typesOf(kinds);
  const choices = [
    ...['targets', 'actions', 'weights'].filter((kind) => kinds.has(kind)),
    ...(types.length > 0 ? ['orders', 'orders', 'orders'] : []),
  ];
  switch (choices.length === 0 ? 'targets' : dice.one(...choices)) {
    case 'actions':
      return {
        kind: 'action',
        symbol: dice.one(...symbols),
        action: dice.one('BUY', 'BUY', 'SELL', 'HOLD'),
      };
    case 'weights':
      return drawWeights(dice, kinds, symbols);
    case 'orders':
      return drawOrders(dice, kinds, prices, types);
    default: {
      const directions = kinds.has('short') ? [1, 0, -1] : [1, 1, 0];
      return { kind: 'target', positions: bySymbol(dice, symbols, () => dice.one(...directions)) };
    }
  }
}

function bySymbol(
  dice: Dice,
  symbols: readonly string[],
  value: () => number,
): Record<string, number> {
  const some = dice.some(symbols, 0.7);
  const named = some.length > 0 ? some : [dice.one(...symbols)];
  return Object.fromEntries(named.map((symbol) => [symbol, value()]));
}

function drawWeights(dice: Dice, kinds: Kinds, symbols: readonly string[]): WorldDecision {
  const most = dice.one(0.6, 1) / symbols.length;
  const weights = bySymbol(dice, symbols, () => {
    if (dice.chance(0.2)) return 0;
    const weight = dice.number(0.05, most, 3);
    return kinds.has('short') && dice.chance(0.3) ? -weight : weight;
  });
  return { kind: 'weights', weights, rest: dice.one('keep', 'flat') };
}

function typesOf(kinds: Kinds): Type[] {
  const all = [
    ['market', 'market'],
    ['limits', 'limit'],
    ['stops', 'stop'],
    ['stop-limits', 'stop-limit'],
    ['trails', 'trailing-stop'],
  ] as const;
  return all.flatMap(([kind, type]) => (kinds.has(kind) ? [type] : []));
}

function drawOrders(
  dice: Dice,
  kinds: Kinds,
  prices: Prices,
  types: readonly Type[],
): WorldDecision {
  const drawn = Array.from({ length: dice.one(1, 1, 2, 3) }, () =>
    drawOrder(dice, kinds, prices, types),
  );
  const orders = kinds.has('rivals')
    ? drawn
    : drawn.filter((order, at) => !isSecond(order, drawn.slice(0, at)));
  const cancel = kinds.has('cancels') ? dice.some(['x', 'y'], 0.3) : [];
  return { kind: 'orders', orders, cancel };
}

/**
 * Left out: several market orders of one decision in one symbol, for which the cash may be short.
 */
const isSecond = ({ symbol, type }: WorldOrder, others: readonly WorldOrder[]): boolean =>
  type === 'market' && others.some((other) => other.symbol === symbol && other.type === type);

type Near = (from: number, to: number) => number;

const stopOf = (side: string, near: Near): number =>
  side === 'buy' ? near(-0.02, 0.05) : near(-0.05, 0.02);

/** The levels that orders of a type have. */
function levelsOf(
  dice: Dice,
  { type, side, stop }: { type: Type; side: 'buy' | 'sell'; stop: number },
  near: Near,
) {
  switch (type) {
    case 'limit':
      return { limit: side === 'buy' ? near(-0.05, 0.02) : near(-0.02, 0.05) };
    case 'stop':
      return { stop };
    case 'stop-limit':
      return { stop, limit: dice.level(stop * (1 + dice.number(-0.03, 0.03, 4))) };
    case 'trailing-stop':
      return trail(dice);
    default:
      return {};
  }
}

function drawOrder(dice: Dice, kinds: Kinds, prices: Prices, types: readonly Type[]): WorldOrder {
  const symbol = dice.one(...prices.keys());
  const price = prices.get(symbol)!;
  const type = dice.one(...types);
  const side = dice.one('buy', 'buy', 'sell');
  const size = dice.one(0.02, 0.1, 0.3, 0.6, 1.2);
  const shares = kinds.has('lots')
    ? Math.ceil((size * 1000) / price)
    : dice.number(0.5, Math.max(1, size * 100), 2);
  const away = (from: number, to: number): number =>
    dice.level(price * (1 + dice.number(from, to, 4)));
  const near = (from: number, to: number): number =>
    kinds.has('levels') ? dice.levelAgain(symbol, () => away(from, to)) : away(from, to);
  const stop = stopOf(side, near);
  return {
    ...(kinds.has('cancels') && dice.chance(0.7) && { id: dice.one('x', 'y') }),
    symbol,
    side,
    type,
    ...(kinds.has('notional') && dice.chance(0.5)
      ? { notional: dice.number(50, Math.max(100, size * 5000), 2) }
      : { shares }),
    ...levelsOf(dice, { type, side, stop }, near),
    ...(type !== 'trailing-stop' && kinds.has('brackets') && bracket(dice, side, away)),
    ...((kinds.has('gtc') || dice.chance(0.1)) && { timeInForce: dice.one('day', 'gtc', 'gtc') }),
    ...(kinds.has('groups') && dice.chance(0.5) && { group: groupOf(kinds, symbol, side) }),
  };
}

const groupOf = (kinds: Kinds, symbol: string, side: string): string =>
  kinds.has('one-group') ? 'g' : `${symbol} ${side}`;

const trail = (dice: Dice): Pick<WorldOrder, 'trailPercent' | 'trailAmount'> =>
  dice.chance(0.5)
    ? { trailPercent: dice.number(0.5, 6, 5) }
    : { trailAmount: dice.number(0.5, 5, 5) };

function bracket(
  dice: Dice,
  side: 'buy' | 'sell',
  away: (from: number, to: number) => number,
): Pick<WorldOrder, 'stopLoss' | 'takeProfit' | 'trailPercent' | 'trailAmount'> {
  const isBuy = side === 'buy';
  const down = isBuy ? away(-0.06, -0.01) : away(0.01, 0.06);
  const up = isBuy ? away(0.01, 0.06) : away(-0.06, -0.01);
  const stopLoss = dice.one<object>({}, { stopLoss: down }, { stopLoss: down }, trail(dice));
  return { ...stopLoss, ...(dice.chance(0.6) && { takeProfit: up }) };
}
