/** Rules for pairs on a small hand-made market: which pair they name, and what they do with it. */

import { isFailure, seededRandom } from '#values';
import type { PairAction } from '#contracts';
import { agentConfigSchema, type AgentConfig } from '#contracts/scenario/scenario';
import type { MarketView } from '#market-view';
import { describe, expect, it } from 'vitest';
import type { AgentContext, Pair, PairAgent, PairObservation, PairReply } from '#agents';
import { commonPrices } from './common-prices.js';
import { pairHold, type PairHoldConfig } from './pair-hold.js';
import { pairZScore, type PairZScoreConfig } from './pair-zscore.js';
import { randomPair } from './random-pair.js';
import { selectPair } from './pair-agent.js';

/** Prices by symbol, null on a session without a bar. */
type Prices = Readonly<Record<string, readonly (number | null)[]>>;

/** What is known at the end of `prices`, cut to the first `sessions`. */
function viewOf(prices: Prices, sessions = Infinity): MarketView {
  const known = (symbol: string, count: number): { time: number; price: number }[] =>
    (prices[symbol] ?? [])
      .slice(0, sessions)
      .flatMap((price, time) => (price === null ? [] : [{ time, price }]))
      .slice(-count);
  const closes = (symbol: string, count: number): number[] =>
    known(symbol, count).map(({ price }) => price);
  return {
    bars: (symbol: string, count: number) => ({
      time: known(symbol, count).map(({ time }) => time),
      close: closes(symbol, count),
      open: [],
      high: [],
      low: [],
      volume: [],
    }),
    closes,
    adjustedCloses: closes,
  } as Partial<MarketView> as MarketView;
}

const contextOf = (prices: Prices, seed = 1, view = viewOf(prices)): AgentContext =>
  ({ symbols: Object.keys(prices), seed, view }) as Partial<AgentContext> as AgentContext;

/** The agent's answers, session after session; its pair is remembered as the system does it. */
function answersOf(
  agent: PairAgent,
  sessions: number,
  before?: (session: number) => void,
): PairReply[] {
  let pair: Pair | null = null;
  return Array.from({ length: sessions }, (_, session) => {
    before?.(session);
    const answer = agent.decide({
      pair,
    } as Partial<PairObservation> as PairObservation) as PairReply;
    if (answer.kind === 'pair' && answer.left !== undefined && answer.right !== undefined) {
      pair ??= { left: answer.left, right: answer.right };
    }
    return answer;
  });
}

const actionsOf = (answers: readonly PairReply[]): (PairAction | null)[] =>
  answers.map((answer) => (answer.kind === 'pair' ? answer.action : null));

/** X walks, Y and Z follow it, Y within a spread that closes; W walks by itself. */
function marketOfFour(): Record<'W' | 'X' | 'Y' | 'Z', number[]> {
  const random = seededRandom('pair rules');
  const W: number[] = [];
  const X: number[] = [];
  const Y: number[] = [];
  const Z: number[] = [];
  let own = 4;
  let walk = 4;
  let drift = 4;
  let spread = 0;
  for (let session = 0; session < 200; session++) {
    const step = 0.02 * random.normal();
    own = own + 0.02 * random.normal();
    walk = walk + step;
    drift = drift + step + 0.02 * random.normal();
    spread = 0.3 * spread + 0.005 * random.normal();
    W!.push(Math.exp(own));
    X!.push(Math.exp(walk));
    Y!.push(Math.exp(walk + spread));
    Z!.push(Math.exp(drift));
  }
  return { W: W!, X: X!, Y: Y!, Z: Z! };
}

const choice = { formation: 200, correlation: 0.3 };

describe('selectPair', () => {
  const market = marketOfFour();

  it('takes the two that keep together, in the order of the pool', () => {
    expect(selectPair(viewOf(market), ['W', 'X', 'Y', 'Z'], choice)).toMatchObject({
      pair: { left: 'X', right: 'Y' },
    });
    expect(selectPair(viewOf(market), ['Y', 'Z', 'X', 'W'], choice)).toMatchObject({
      pair: { left: 'Y', right: 'X' },
    });
  });

  it('takes the first of equal pairs', () => {
    const doubled = { ...market, A: market.Y };
    const selected = selectPair(viewOf(doubled), ['X', 'A', 'Y'], choice);
    expect(selected).toMatchObject({ pair: { left: 'X', right: 'A' } });
  });

  it('looks back as far as configured, and finds nothing with fewer bars than the test needs', () => {
    const few = selectPair(viewOf(market), ['X', 'Y'], { ...choice, formation: 29 });
    expect(few).toMatchObject({ pair: null, reason: expect.stringContaining('last 29') as string });
  });

  it('says how many bars it knows when they are too few', () => {
    const gaps = { X: market.X, Y: market.Y.map((price, at) => (at < 5 ? null : price)) };
    expect(selectPair(viewOf(gaps, 17), ['X', 'Y'], choice)).toEqual({
      pair: null,
      reason:
        'no two symbols have more than 12 common bars of the last 200, and a choice needs 30: ' +
        'start the window later',
    });
  });

  it('has no pair when none is correlated enough, and reports it', () => {
    const selected = selectPair(viewOf(market), ['W', 'X'], { ...choice, correlation: 0.9 });
    expect(selected).toEqual({
      pair: null,
      reason:
        'no two symbols have a correlation of 0.9 or more over at least 30 common bars of the ' +
        'last 200',
    });
  });
});

describe('commonPrices', () => {
  it('has the bars that both have, and takes splits out of traded prices', () => {
    const view = {
      ...viewOf({ A: [10, null, 30, 40], B: [1, 2, 3, null] }),
      // Halved before the last bar, as after a split of two for one.
      adjustedCloses: (symbol: string) => (symbol === 'A' ? [5, 15, 40] : [1, 2, 3]),
    } as MarketView;
    expect(commonPrices(view, 'A', 'B', 10)).toEqual({
      left: Float64Array.of(5, 15),
      right: Float64Array.of(1, 3),
    });
  });
});

describe('pair-hold', () => {
  const config = agentConfigSchema.parse({ id: 'a', kind: 'pair-hold' }) as PairHoldConfig;

  it('opens the pair that it chooses, and holds', () => {
    const answers = answersOf(pairHold(config, contextOf(marketOfFour())), 3);
    expect(answers).toEqual([
      { kind: 'pair', left: 'X', right: 'Y', action: 'LONG_SHORT' },
      { kind: 'pair', action: 'HOLD' },
      { kind: 'pair', action: 'HOLD' },
    ]);
  });

  it('opens the pair that it is given, in its direction', () => {
    const given = { ...config, left: 'W', right: 'X', direction: 'SHORT_LONG' } as const;
    const answers = answersOf(pairHold(given, contextOf({ W: [1], X: [1] })), 2);
    expect(answers[0]).toEqual({ kind: 'pair', left: 'W', right: 'X', action: 'SHORT_LONG' });
    expect(actionsOf(answers)).toEqual(['SHORT_LONG', 'HOLD']);
  });

  it('fails with the reason as long as there is nothing to choose', () => {
    const [answer] = answersOf(pairHold(config, contextOf({ W: [1, 2], X: [1, 2] })), 1);
    expect(answer).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('no two') as string,
    });
  });

  it('is refused when its pair is not of the pool', () => {
    const given = { ...config, left: 'W', right: 'Q' };
    const open = (): PairAgent => pairHold(given, contextOf({ W: [1], X: [1] }));
    expect(open).toThrow(expect.objectContaining({ where: 'agents, a: right' }));
    try {
      open();
    } catch (error) {
      expect(isFailure(error, 'InvalidInput')).toBe(true);
    }
  });
});

describe('pair-zscore', () => {
  // Three bars: of ratios e^a, e^b, e^c the score of the last is at most 2 / sqrt 3, about 1.155.
  const config = agentConfigSchema.parse({
    id: 'z',
    kind: 'pair-zscore',
    left: 'A',
    right: 'B',
    lookback: 3,
    enter: 1.1,
    exit: 0.5,
  }) as PairZScoreConfig;

  it.each([
    { spreads: [0, 0, 1], action: 'SHORT_LONG' },
    { spreads: [0, 0, -1], action: 'LONG_SHORT' },
    // Mean 0, deviation 1: at most exit.
    { spreads: [-1, 1, 0], action: 'CLOSE' },
    // Mean 1, deviation 1: between exit and enter.
    { spreads: [0, 1, 2], action: 'HOLD' },
    { spreads: [1, 1, 1], action: 'HOLD' },
    { spreads: [0, 1], action: 'HOLD' },
    // Only the last three count.
    { spreads: [9, 9, 0, 0, 1], action: 'SHORT_LONG' },
  ])('says $action at log ratios $spreads', ({ spreads, action }) => {
    const prices = { A: spreads.map((spread) => 7 * Math.exp(spread)), B: spreads.map(() => 5) };
    expect(actionsOf(answersOf(pairZScore(config, contextOf(prices)), 1))).toEqual([action]);
  });

  it('reads the ratio again at each session', () => {
    const prices = { A: [1, 1, 2, 2, 2], B: [1, 1, 1, 1, 1] };
    let known = 0;
    const moving = new Proxy({} as MarketView, {
      get: (_, name: keyof MarketView) => viewOf(prices, known)[name],
    });
    const agent = pairZScore(config, contextOf(prices, 1, moving));
    const answers = answersOf(agent, 3, (session) => (known = session + 3));
    // 0, 0, ln 2; then 0, ln 2, ln 2: 1 / sqrt 3; then nothing moves.
    expect(actionsOf(answers)).toEqual(['SHORT_LONG', 'HOLD', 'HOLD']);
  });
});

describe('random in a hedging run', () => {
  const config: Extract<AgentConfig, { kind: 'random' }> = { id: 'r', kind: 'random' };
  const four: Prices = { A: [], B: [], C: [], D: [] };
  const pairOf = (seed: number): string => {
    const [first] = answersOf(randomPair(config, contextOf(four, seed)), 1);
    return first?.kind === 'pair' ? `${first.left} ${first.right}` : 'none';
  };

  it('is a function of its seed', () => {
    const answers = (seed: number): PairReply[] =>
      answersOf(randomPair(config, contextOf(four, seed)), 50);
    expect(answers(3)).toEqual(answers(3));
    expect(answers(3)).not.toEqual(answers(4));
  });

  it('takes each ordered pair and each action about as often', () => {
    const pairs = Array.from({ length: 1200 }, (_, seed) => pairOf(seed));
    const counts = Map.groupBy(pairs, (pair) => pair);
    expect(counts.size).toBe(12);
    // 100 expected, standard deviation 9.6.
    for (const { length } of counts.values()) expect(Math.abs(length - 100)).toBeLessThan(40);
    const actions = actionsOf(answersOf(randomPair(config, contextOf(four)), 2000));
    for (const action of ['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE']) {
      // 500 expected, standard deviation 19.4.
      const { length } = actions.filter((one) => one === action);
      expect(Math.abs(length - 500)).toBeLessThan(80);
    }
  });
});

describe('the configuration of rules for pairs', () => {
  it.each([
    [{ kind: 'pair-hold', left: 'A' }, 'right'],
    [{ kind: 'pair-hold', left: 'A', right: 'A' }, 'right'],
    [{ kind: 'pair-hold', formation: 29 }, 'formation'],
    [{ kind: 'pair-hold', correlation: 1.1 }, 'correlation'],
    [{ kind: 'pair-hold', direction: 'LONG' }, 'direction'],
    [{ kind: 'pair-zscore', lookback: 2 }, 'lookback'],
    [{ kind: 'pair-zscore', enter: 0 }, 'enter'],
    [{ kind: 'pair-zscore', enter: 1, exit: 1.5 }, 'exit'],
  ])('refuses %j at %s', (config, member) => {
    const { error } = agentConfigSchema.safeParse({ id: 'a', ...config });
    expect(error?.issues[0]?.path).toEqual([member]);
  });
});
