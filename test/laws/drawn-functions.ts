/**
 * Drawn functions of what an agent sees: momentum, reversal and lead–lag over pairs of symbols
 * and look-backs.
 */

import type { Decision } from '#contracts';
import type { Agent, Observation } from '#agents';
import { Dice } from '../reference/drawing.js';
import { shares, tick } from './driftless-market.js';

/** How a function trades what it thinks. */
export type Trading = 'targets' | 'changed orders' | 'brackets';

export interface DrawnFunction {
  /** What it looks at, and what it trades. */
  readonly name: string;
  readonly trading: Trading;
  /** Whether it trades only when no bar of what it trades has just become known. */
  readonly isBetween: boolean;
  /** The largest position that it can have, in orders. */
  readonly positionMax: number;
  readonly agent: Agent;
}

type Signal = (observation: Observation) => number;

/**
 * Prices move in whole ticks, so levels are whole ticks too: one in between could never be a price.
 */
const atTick = (price: number): number => Math.round(price / tick) / Math.round(1 / tick);

/** So many functions of a market: each pair of symbols in turn, all else drawn. */
export function drawFunctions(
  seed: string,
  symbols: readonly string[],
  count: number,
): DrawnFunction[] {
  const dice = new Dice(seed);
  const pairs = symbols.flatMap((seen) => symbols.map((traded) => ({ seen, traded })));
  return Array.from({ length: count }, (_, number) => {
    const { seen, traded } = pairs[number % pairs.length]!;
    const sign = dice.one(1, -1);
    const { name, signal } = drawSignal(dice, seen, traded);
    const trading = tradings[Math.floor(number / pairs.length) % tradings.length]!;
    const when = dice.one('always', 'always', 'fresh', 'between');
    const asked: Signal = (observation) =>
      isAsked(when, observation, seen, traded) ? sign * signal(observation) : 0;
    const words =
      `${sign > 0 ? '' : 'against '}${name} of ${seen}, ` + `${when}, ${trading} in ${traded}`;
    const isBetween = when === 'between';
    return { name: words, trading, isBetween, ...traderOf(trading, traded, asked, dice) };
  });
}

/** Market orders are most of them. */
const tradings: readonly Trading[] = ['targets', 'changed orders', 'targets', 'brackets'];

function drawSignal(dice: Dice, seen: string, traded: string): { name: string; signal: Signal } {
  const back = dice.one(1, 1, 2, 3, 4, 6, 8);
  const kinds = ['move', 'move', 'mean', ...(seen === traded ? [] : ['lead'])];
  switch (dice.one(...kinds)) {
    case 'lead':
      return {
        name: 'lead',
        signal: ({ view }) =>
          Math.sign((view.lastPrice(seen) ?? 0) - (view.lastPrice(traded) ?? 0)),
      };
    case 'mean':
      return {
        name: `distance from the mean of ${back + 1}`,
        signal: ({ view }) => {
          const closes = view.closes(seen, back + 1);
          if (closes.length <= back) return 0;
          const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
          return Math.sign(atTick(closes.at(-1)!) - mean);
        },
      };
    default:
      return {
        name: `move over ${back}`,
        signal: ({ view }) => {
          const closes = view.closes(seen, back + 1);
          return closes.length <= back ? 0 : Math.sign(closes.at(-1)! - closes[0]!);
        },
      };
  }
}

/**
 * `fresh`: when a bar of the symbol that is seen has just become known; `between`: when none of the
 * traded one has.
 */
function isAsked(
  when: 'always' | 'fresh' | 'between',
  { view, time }: Observation,
  seen: string,
  traded: string,
): boolean {
  if (when === 'always') return true;
  const isFresh = (symbol: string): boolean => view.lastBar(symbol)?.time === time;
  return when === 'fresh' ? isFresh(seen) : !isFresh(traded);
}

type Trader = Pick<DrawnFunction, 'positionMax' | 'agent'>;

function traderOf(trading: Trading, symbol: string, signal: Signal, dice: Dice): Trader {
  if (trading === 'targets') return targetTrader(symbol, signal);
  if (trading === 'changed orders') return orderTrader(symbol, signal);
  return bracketTrader(symbol, signal, dice);
}

const agentOf = (decide: (observation: Observation) => Decision): Agent => ({
  decide,
  close: () => undefined,
});

/** Long or short by the sign of the signal. */
function targetTrader(symbol: string, signal: Signal): Trader {
  const [short, keep, long] = [{ [symbol]: -1 as const }, {}, { [symbol]: 1 as const }].map(
    (positions): Decision => ({ kind: 'target', positions }) as Decision,
  );
  return {
    positionMax: 1,
    agent: agentOf((observation) => {
      const sign = signal(observation);
      if (sign > 0) return long!;
      if (sign < 0) return short!;
      return keep!;
    }),
  };
}

const nothing: Decision = { kind: 'target', positions: {} };

/**
 * Market orders that are canceled, and given again, when the signal changes: before they have
 * traded, it may seem.
 */
function orderTrader(symbol: string, signal: Signal): Trader {
  let wanted = 0;
  return {
    // One may fill in spite of its cancellation, which the agent has not seen when it
    // gives the next.
    positionMax: 3,
    agent: agentOf((observation) => {
      const sign = signal(observation);
      const held = observation.account.shares(symbol);
      if (sign === 0 || (sign === wanted && held * sign >= 0)) return nothing;
      wanted = sign;
      const isThere = held * sign > 0;
      const order = {
        id: 'o',
        symbol,
        side: sign > 0 ? 'buy' : 'sell',
        type: 'market',
        shares: held === 0 ? shares : Math.abs(held),
        timeInForce: 'gtc',
      };
      return {
        kind: 'orders',
        orders: isThere ? [] : [order],
        cancel: ['o'],
      } as unknown as Decision;
    }),
  };
}

/** Entries at a limit or stop with a stop and a target, given again while they wait. */
function bracketTrader(symbol: string, signal: Signal, dice: Dice): Trader {
  const type = dice.one('limit', 'stop', 'market');
  const away = dice.whole(1, 6) * tick;
  const loss = dice.whole(2, 12) * tick;
  const profit = dice.whole(2, 12) * tick;
  return {
    positionMax: 2,
    agent: agentOf((observation) => {
      const sign = signal(observation);
      const last = observation.view.lastPrice(symbol);
      if (sign === 0 || last === null || observation.account.shares(symbol) !== 0) return nothing;
      const entry = type === 'market' ? last : last + (type === 'stop' ? sign : -sign) * away;
      const order = {
        id: 'e',
        symbol,
        side: sign > 0 ? 'buy' : 'sell',
        type,
        shares,
        ...(type !== 'market' && { [type]: atTick(entry) }),
        stopLoss: atTick(entry - sign * loss),
        takeProfit: atTick(entry + sign * profit),
        timeInForce: 'gtc',
      };
      return { kind: 'orders', orders: [order], cancel: ['e'] } as unknown as Decision;
    }),
  };
}
