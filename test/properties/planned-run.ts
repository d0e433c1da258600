/** Plans of runs on a generated market: every policy, named or drawn, and every kind of agent. */

import fc from 'fast-check';
import type { ExecutionPolicy, Size } from '#contracts';
import type { AgentConfig, DecideAt } from '#contracts/scenario/scenario';
import type { TradingPlan } from '#workflows';
import { fillsAtTicks, symbolPolicies } from '#portfolio';
import type { Market } from './generated-market.js';

export interface RunShape {
  readonly policy: ExecutionPolicy;
  readonly portfolio: boolean;
  /** Which symbol a run of one trades. */
  readonly symbol: number;
  readonly decide: DecideAt;
  readonly seed: number;
  /** Sessions before the window, and after it. */
  readonly before: number;
  readonly after: number;
}

const bps = fc.constantFrom(0, 1, 5, 250);

/** Policies that fill at bars: of their own terms, and the named ones as often. */
export const policies: fc.Arbitrary<ExecutionPolicy> = fc.oneof(
  fc.constantFrom(...symbolPolicies.own.filter((policy) => !fillsAtTicks(policy))),
  fc.record({
    name: fc.constant('drawn'),
    version: fc.constant(1),
    fill: fc.constantFrom('decision-close', 'next-open', 'next-close'),
    hold: fc.constantFrom('keep', 'flat'),
    short: fc.boolean(),
    size: fc.constantFrom<Size>('all-in', 'weights', { fraction: 0.4 }, { shares: 7 }),
    lotSize: fc.constantFrom(0, 0, 1, 10),
    feeBps: bps,
    slippageBps: bps,
    borrowBpsPerYear: bps,
    dividends: fc.constantFrom('ignore', 'cash', 'reinvest'),
    liquidate: fc.boolean(),
    basis: fc.constantFrom('capital', 'first-mark'),
  }),
);

export const runShapes: fc.Arbitrary<RunShape> = fc.record({
  policy: policies,
  portfolio: fc.boolean(),
  symbol: fc.nat(2),
  decide: fc.constantFrom('session-close', 'bar'),
  seed: fc.nat(),
  before: fc.nat(2),
  after: fc.nat(2),
});

export function planOf(market: Market, agent: AgentConfig, shape: RunShape): TradingPlan {
  const { header, sessions } = market;
  const names = header.instruments.map(({ symbol }) => symbol);
  const { policy, portfolio, decide, seed } = shape;
  return {
    id: `${agent.id}-${seed}`,
    label: agent.id,
    workflow: 'trading',
    agent,
    symbols: portfolio ? names : [names[shape.symbol % names.length] as string],
    portfolio,
    repeat: 0,
    baseSeed: 0,
    seed,
    policy,
    capital: 100_000,
    currency: 'USD',
    decide,
    firstSession: sessions[shape.before] as number,
    lastSession: sessions[sessions.length - 1 - shape.after] as number,
    sessionsPerYear: header.sessionsPerYear,
    data: 'd'.repeat(64),
    file: null,
  };
}
