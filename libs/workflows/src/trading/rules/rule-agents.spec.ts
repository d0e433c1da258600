/**
 * The rule agents on a small hand-made market: their decisions, the times of these, and that there
 * are no others.
 */

import type { Decision, ExecutionPolicy } from '#contracts';
import type { Indicator, MarketView } from '#market-view';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agent, AgentContext, Answer, Observation } from '#agents';
import { buyAndHold } from './buy-and-hold.js';
import { randomActions, type RandomConfig } from './random.js';
import { rsiReversion } from './rsi-reversion.js';
import { smaCross } from './sma-cross.js';

type Closes = Readonly<Record<string, readonly (number | null)[]>>;

/**
 * A market that moves one bar at a time; a null close is a session on which the symbol
 * did not trade.
 */
interface HandMadeMarket {
  readonly context: AgentContext;
  /** What the agent answers at each bar, synchronously. */
  answersOf(agent: Agent): Answer[];
  /** How many times an indicator was asked for. */
  readonly asked: string[];
}

const policy: ExecutionPolicy = {
  name: 'close',
  version: 1,
  fill: 'decision-close',
  hold: 'keep',
  short: false,
  size: 'all-in',
  lotSize: 0,
  feeBps: 0,
  slippageBps: 0,
  borrowBpsPerYear: 0,
  dividends: 'ignore',
  liquidate: false,
  basis: 'capital',
};

/** The mean of the last `length` closes, or null before there are that many. */
function meanOf(closes: readonly number[], length: number): number | null {
  const last = closes.slice(-length);
  return last.length < length ? null : last.reduce((a, b) => a + b, 0) / length;
}

/** `closes` by symbol; `strengths` are what the RSI shows at each bar. */
function marketOf(
  closes: Closes,
  options: {
    seed?: number;
    short?: boolean;
    strengths?: Record<string, readonly (number | null)[]>;
  } = {},
): HandMadeMarket {
  let bar = -1;
  const asked: string[] = [];
  const symbols = Object.keys(closes);
  const known = (symbol: string): number[] =>
    (closes[symbol] ?? []).slice(0, bar + 1).filter((price) => price !== null);
  const follow = <T>(name: string, read: () => T | null): Indicator<T> => {
    asked.push(name);
    return {
      get value() {
        return read();
      },
    };
  };
  const view = {
    symbols,
    lastPrice: (symbol: string) => known(symbol).at(-1) ?? null,
    smaCross: (symbol: string, fast: number, slow: number) =>
      follow(`sma cross ${symbol} ${fast} ${slow}`, () => {
        const means = [fast, slow].map((length) => meanOf(known(symbol), length));
        const [one, other] = means as [number, number];
        return means.includes(null) ? null : (Math.sign(one - other) as -1 | 0 | 1);
      }),
    rsi: (symbol: string, length: number) =>
      follow(`rsi ${symbol} ${length}`, () => options.strengths?.[symbol]?.[bar] ?? null),
  } as Partial<MarketView> as MarketView;
  const context: AgentContext = {
    symbols,
    policy: { ...policy, short: options.short ?? false },
    seed: options.seed ?? 1,
    view,
  };
  const observation = { symbols, view } as Partial<Observation> as Observation;
  const bars = Math.max(0, ...Object.values(closes).map((column) => column.length));
  return {
    context,
    asked,
    answersOf: (agent) =>
      Array.from({ length: bars }, (_, index) => {
        bar = index;
        const answer = agent.decide(observation);
        if (answer instanceof Promise) throw new Error('a rule agent answers at once');
        return answer;
      }),
  };
}

const target = (positions: Record<string, 0 | 1 | -1>): Decision => ({ kind: 'target', positions });
const weights = (shares: Record<string, number>): Decision => ({
  kind: 'weights',
  weights: shares,
});

function expectFrozen(answers: readonly Answer[]): void {
  for (const answer of answers) {
    expect(Object.isFrozen(answer)).toBe(true);
    if (answer.kind === 'target') expect(Object.isFrozen(answer.positions)).toBe(true);
    if (answer.kind === 'weights') expect(Object.isFrozen(answer.weights)).toBe(true);
  }
}

describe('buy-and-hold', () => {
  it('orders its symbol at the first decision and nothing afterwards', () => {
    const market = marketOf({ AAPL: [10, 11, 9] });
    const answers = market.answersOf(buyAndHold(market.context));
    expect(answers).toEqual([target({ AAPL: 1 }), target({}), target({})]);
    expectFrozen(answers);
    expect(answers[1]).toBe(answers[2]);
  });

  it('gives each of n symbols 1/n, a late one when it first has a price', () => {
    const market = marketOf({ A: [10, 11, 12], B: [null, 5, 5], C: [1, 1, 1], D: [2, 2, 2] });
    const answers = market.answersOf(buyAndHold(market.context));
    expect(answers).toEqual([
      weights({ A: 0.25, C: 0.25, D: 0.25 }),
      weights({ B: 0.25 }),
      weights({}),
    ]);
    expectFrozen(answers);
  });
});

describe('sma-cross', () => {
  const config = { id: 'cross', kind: 'sma-cross', fast: 1, slow: 3 } as const;

  it('is long while the fast mean is strictly above the slow one, flat before both exist', () => {
    // Slow means from the third bar: 2, 3, 3, 2; the fast mean is the close: 3 > 2, 4 >
    // 3, 2 < 3, 0 < 2.
    const market = marketOf({ A: [1, 2, 3, 4, 2, 0] });
    const answers = market.answersOf(smaCross(config, market.context));
    expect(answers).toEqual([
      target({}),
      target({}),
      target({ A: 1 }),
      target({}),
      target({ A: 0 }),
      target({}),
    ]);
    expectFrozen(answers);
  });

  it('is flat when both means are equal', () => {
    const market = marketOf({ A: [2, 2, 2, 2] });
    const answers = market.answersOf(smaCross(config, market.context));
    expect(answers).toEqual([target({}), target({}), target({}), target({})]);
  });

  it('asks for its indicators once, and allocates nothing when it decides for one symbol', () => {
    const market = marketOf({ A: [1, 2, 3, 4, 2, 0, 1, 5, 9, 1, 1] });
    const answers = market.answersOf(smaCross(config, market.context));
    expect(market.asked).toEqual(['sma cross A 1 3']);
    // Long at bars 2 and 7, flat at bars 4 and 9: four changes with only three objects.
    expect(new Set(answers).size).toBe(3);
  });

  it('names in a portfolio only the symbols that change, at 1/n or 0', () => {
    const market = marketOf({ A: [1, 2, 3, 1], B: [3, 2, 1, 9] });
    const answers = market.answersOf(smaCross(config, market.context));
    expect(answers).toEqual([
      weights({}),
      weights({}),
      weights({ A: 0.5 }),
      weights({ A: 0, B: 0.5 }),
    ]);
    expect(answers[0]).toBe(answers[1]);
    expectFrozen(answers);
  });

  it('treats a symbol that is named like a member of objects as any other', () => {
    const market = marketOf({ ['__proto__']: [1, 2, 3], B: [1, 1, 1] });
    const answer = market.answersOf(smaCross(config, market.context)).at(-1) as Decision;
    expect(JSON.stringify(answer)).toBe('{"kind":"weights","weights":{"__proto__":0.5}}');
  });
});

describe('rsi-reversion', () => {
  const config = { id: 'rsi', kind: 'rsi-reversion', length: 14, enter: 30, exit: 70 } as const;

  it.each([
    { name: 'waits while the index warms up', strengths: [null, null], wanted: [0, 0] },
    { name: 'enters strictly below enter', strengths: [30, 29.9], wanted: [0, 1] },
    { name: 'keeps a long up to exit', strengths: [10, 50, 70, 70.1], wanted: [1, 1, 1, 0] },
    { name: 'stays flat above exit', strengths: [80, 90, 20], wanted: [0, 0, 1] },
  ])('$name', ({ strengths, wanted }) => {
    const market = marketOf({ A: strengths.map(() => 1) }, { strengths: { A: strengths } });
    const answers = market.answersOf(rsiReversion(config, market.context));
    const expected = wanted.map((position, bar) =>
      position === (wanted[bar - 1] ?? 0) ? target({}) : target({ A: position as 0 | 1 }),
    );
    expect(answers).toEqual(expected);
    expect(market.asked).toEqual(['rsi A 14']);
    expectFrozen(answers);
  });

  it('keeps the symbols of a portfolio apart', () => {
    const strengths = { A: [10, 50, 90], B: [50, 10, 50] };
    const market = marketOf({ A: [1, 1, 1], B: [1, 1, 1] }, { strengths });
    const answers = market.answersOf(rsiReversion(config, market.context));
    expect(answers).toEqual([weights({ A: 0.5 }), weights({ B: 0.5 }), weights({ A: 0 })]);
  });
});

describe('random', () => {
  const config: RandomConfig = { id: 'dice', kind: 'random', seed: 5 };
  const flat = (length: number): number[] => Array.from({ length }, () => 1);
  const answersFor = (
    seed: number,
    configured: RandomConfig = config,
    closes: Closes = { A: flat(60) },
  ): Answer[] => {
    const market = marketOf(closes, { seed });
    return market.answersOf(randomActions(configured, market.context));
  };

  it('is a function of both seeds, and of nothing else', () => {
    expect(answersFor(1)).toEqual(answersFor(1));
    expect(answersFor(1)).not.toEqual(answersFor(2));
    expect(answersFor(1)).not.toEqual(answersFor(1, { ...config, seed: 6 }));
    expect(answersFor(1)).not.toEqual(answersFor(1, { id: 'dice', kind: 'random' }));
    expect(answersFor(1, config, { B: flat(60) })).toEqual(answersFor(1));
  });

  it('picks each action in about a third of the decisions', () => {
    const answers = answersFor(1, config, { A: flat(3000) });
    for (const action of ['BUY', 'SELL', 'HOLD']) {
      const share = answers.filter((answer) => 'action' in answer && answer.action === action);
      // Three standard deviations of a binomial with p = 1/3 are 77.
      expect(Math.abs(share.length - 1000)).toBeLessThan(77);
    }
    expectFrozen(answers);
    expect(new Set(answers).size).toBe(3);
  });

  it.each([
    { short: false, sell: 0 },
    { short: true, sell: -1 },
  ])('submits targets for several symbols; SELL is $sell with short: $short', ({ short, sell }) => {
    const market = marketOf({ A: flat(200), B: flat(200) }, { short });
    const answers = market.answersOf(randomActions(config, market.context));
    const positions = answers.flatMap((answer) =>
      answer.kind === 'target' ? Object.values(answer.positions) : [Number.NaN],
    );
    expect(new Set(positions)).toEqual(new Set([1, sell]));
    // HOLD leaves a symbol out: a third of 400.
    expect(400 - positions.length).toBeGreaterThan(80);
    expect(400 - positions.length).toBeLessThan(190);
    expectFrozen(answers);
  });
});

describe('all long-or-flat rules', () => {
  it('want, summed over their decisions, exactly what their rule says of each bar', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        (closes, fast, slow) => {
          const market = marketOf({ A: closes });
          const config = { id: 'x', kind: 'sma-cross', fast, slow } as const;
          let held = 0;
          market.answersOf(smaCross(config, market.context)).forEach((answer, bar) => {
            if (answer.kind === 'target') held = answer.positions['A'] ?? held;
            const mean = (length: number): number | null =>
              bar + 1 < length
                ? null
                : closes.slice(bar + 1 - length, bar + 1).reduce((a, b) => a + b, 0) / length;
            const left = mean(fast);
            const right = mean(slow);
            expect(held).toBe(left !== null && right !== null && left > right ? 1 : 0);
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});
