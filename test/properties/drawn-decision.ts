/**
 * A decision of any kind, drawn from a seed: what an agent does may depend on every
 * byte that it read.
 */

import { seededRandom, type SeededRandom } from '#values';
import type { Decision, OrderRequest } from '#contracts';

const orderTypes = ['market', 'limit', 'stop', 'stop-limit', 'trailing-stop'] as const;

/** `priceOf` gives the level around which limits and stops are drawn. */
export function drawnDecision(
  seed: number,
  symbols: readonly string[],
  priceOf: (symbol: string) => number | null,
): Decision {
  const random = seededRandom(seed);
  const rationale = random.below(2) === 0 ? undefined : String(seed);
  const reason = rationale === undefined ? {} : { rationale };
  switch (random.below(5)) {
    case 0: {
      const action = (['BUY', 'SELL', 'HOLD'] as const)[random.below(3)] ?? 'HOLD';
      return { kind: 'action', symbol: oneOf(symbols, random), action, ...reason };
    }
    case 1: {
      const position = (): 1 | 0 | -1 => (random.below(3) - 1) as 1 | 0 | -1;
      return { kind: 'target', positions: byName(symbols, random, position), ...reason };
    }
    case 2: {
      const weights = byName(symbols, random, () => (random.below(9) - 3) / 10);
      const rest = random.below(2) === 0 ? {} : { rest: 'flat' as const };
      return { kind: 'weights', weights, ...rest, ...reason };
    }
    default: {
      const order = () => drawnOrder(random, oneOf(symbols, random), priceOf);
      const orders = Array.from({ length: 1 + random.below(3) }, order);
      const cancel = random.below(4) === 0 ? [String(random.below(4))] : [];
      return { kind: 'orders', orders, cancel, ...reason };
    }
  }
}

function drawnOrder(
  random: SeededRandom,
  symbol: string,
  priceOf: (symbol: string) => number | null,
): OrderRequest {
  const type = orderTypes[random.below(orderTypes.length)] ?? 'market';
  const level = (): number => (priceOf(symbol) ?? 100) * (0.97 + 0.06 * random.next());
  const size = random.below(2) === 0 ? { shares: 1 + random.below(300) } : { notional: 20_000 };
  return {
    symbol,
    side: random.below(2) === 0 ? 'buy' : 'sell',
    type,
    timeInForce: random.below(2) === 0 ? 'day' : 'gtc',
    ...size,
    ...(random.below(2) === 0 ? {} : { id: String(random.below(4)) }),
    ...(random.below(3) > 0 ? {} : { group: 'pair' }),
    ...(type.includes('limit') ? { limit: level() } : {}),
    ...(type.startsWith('stop') ? { stop: level() } : {}),
    ...(type === 'trailing-stop' ? { trailPercent: 0.1 + 3 * random.next() } : drawnExits(random)),
  };
}

/**
 * Exits of every third order: a trailing one, a target at a level that prices may have, or both.
 */
function drawnExits(random: SeededRandom): Partial<OrderRequest> {
  if (random.below(3) > 0) return {};
  const trail = random.below(3) === 0 ? {} : { trailAmount: 0.1 + 3 * random.next() };
  return random.below(3) === 0 ? trail : { ...trail, takeProfit: 90 + 20 * random.next() };
}

/** One symbol in eight is one that no tape has. */
function oneOf(symbols: readonly string[], random: SeededRandom): string {
  if (random.below(8) === 0) return 'NOPE';
  return symbols[random.below(symbols.length)] as string;
}

function byName<T>(symbols: readonly string[], random: SeededRandom, value: () => T) {
  const named = symbols.filter(() => random.below(3) > 0);
  return Object.fromEntries(named.map((symbol) => [symbol, value()]));
}
