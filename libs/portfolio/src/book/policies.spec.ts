/** The named policies match their documents, and custom terms never go under a known name. */

import { describe, expect, it } from 'vitest';
import { executionPolicySchema } from '#contracts/scenario/execution-policy';
import { pairPolicies, resolvePolicy, symbolPolicies } from './policies.js';

describe('named policies', () => {
  it.each([
    ['ama-normal-long-short', { hold: 'keep', short: true }],
    ['ama-normal-long-only', { hold: 'keep', short: false }],
    ['ama-aggressive-long-short', { hold: 'flat', short: true }],
    ['ama-aggressive-long-only', { hold: 'flat', short: false }],
  ])('%s: 5 bp a side at the decision’s close, closed out, basis first mark', (name, terms) => {
    expect(resolvePolicy(name)).toMatchObject({
      ...terms,
      name,
      fill: 'decision-close',
      size: 'all-in',
      lotSize: 0,
      feeBps: 5,
      slippageBps: 0,
      borrowBpsPerYear: 0,
      dividends: 'ignore',
      liquidate: true,
      basis: 'first-mark',
    });
  });

  it('close: decision close, no costs', () => {
    expect(resolvePolicy('close')).toMatchObject({
      fill: 'decision-close',
      feeBps: 0,
      slippageBps: 0,
      borrowBpsPerYear: 0,
      liquidate: false,
      basis: 'capital',
    });
  });

  it('realistic: next open, 1 bp fee, 2 bp slippage, 50 bp borrow, dividends in cash', () => {
    expect(resolvePolicy('realistic')).toMatchObject({
      fill: 'next-open',
      feeBps: 1,
      slippageBps: 2,
      borrowBpsPerYear: 50,
      dividends: 'cash',
    });
  });

  it.each(pairPolicies.named)('$name is a policy in full', (policy) => {
    expect(executionPolicySchema.parse(policy)).toEqual(policy);
  });
});

describe('policies of pairs', () => {
  it('pair-close: decision close, no costs, nothing closed at the end', () => {
    expect(resolvePolicy('pair-close', pairPolicies)).toMatchObject({
      fill: 'decision-close',
      hold: 'keep',
      short: true,
      feeBps: 0,
      slippageBps: 0,
      borrowBpsPerYear: 0,
      dividends: 'ignore',
      liquidate: false,
      basis: 'capital',
    });
  });

  it('pair-realistic: next open, with the costs of realistic', () => {
    const { name: _, ...realistic } = resolvePolicy('realistic');
    const { short, size, lotSize } = resolvePolicy('pair-close', pairPolicies);
    expect(resolvePolicy('pair-realistic', pairPolicies)).toEqual({
      ...realistic,
      name: 'pair-realistic',
      short,
      size,
      lotSize,
    });
  });

  it('are available in hedging along with those of trading, and not in trading', () => {
    for (const { name, participation } of symbolPolicies.own) {
      if (participation !== undefined) continue;
      expect(resolvePolicy(name, pairPolicies)).toEqual(resolvePolicy(name));
    }
    for (const { name } of pairPolicies.own) {
      expect(() => resolvePolicy(name)).toThrow(/no such execution policy/);
    }
  });

  it('take what they leave out, and what a pair has no use for, from `pair-close`', () => {
    const useless = { short: false, size: 'all-in', lotSize: 100 } as const;
    const policy = resolvePolicy({ feeBps: 5, ...useless }, pairPolicies);
    const pairClose = resolvePolicy('pair-close', pairPolicies);
    expect(policy).toEqual({ ...pairClose, name: 'custom', feeBps: 5 });
    expect(() => resolvePolicy({ name: 'pair-close', feeBps: 1 })).toThrow(
      /cannot use the name of a built-in one/,
    );
  });
});

describe('a policy of own terms', () => {
  it('takes what it leaves out from `close`', () => {
    const terms = { fill: 'next-open', feeBps: 10 } as const;
    expect(resolvePolicy(terms)).toEqual({ ...resolvePolicy('close'), name: 'custom', ...terms });
  });

  it.each([
    ['an unknown name', 'closed', /no such execution policy.*ama-normal-long-short.*"closed"/],
    [
      'a known name on other terms',
      { name: 'close', feeBps: 1 },
      /cannot use the name of a built-in one/,
    ],
    [
      'slippage at trades',
      { fill: 'next-trade', slippageBps: 1 },
      /execution.slippageBps.*0 with next-trade/,
    ],
    ['a liquidation at quotes', { fill: 'next-quote', liquidate: true }, /execution.liquidate/],
    [
      'a liquidation in parts',
      { fill: 'next-open', participation: 0.1, liquidate: true },
      /execution.liquidate.*false with participation/,
    ],
    ['latency before a close that was seen', { latencyMs: 1 }, /execution.latencyMs/],
    ['parts of a fill at once', { participation: 1 }, /execution.participation/],
  ] as const)('%s is refused', (_, input, message) => {
    expect(() => resolvePolicy(input)).toThrow(message);
  });

  it('has no participation in hedging when both legs fill whole', () => {
    const terms = { fill: 'next-trade', participation: 0.1 } as const;
    expect(() => resolvePolicy(terms, pairPolicies)).toThrow(/execution.participation/);
    expect(() => resolvePolicy('paper', pairPolicies)).toThrow(/no such execution policy/);
    expect(resolvePolicy('pair-paper', pairPolicies)).toMatchObject({
      latencyMs: 250,
      short: true,
    });
  });

  it('without latency and participation stays as it was written before there were any', () => {
    for (const policy of [...symbolPolicies.own, ...pairPolicies.own]) {
      const isPaper = policy.name.includes('paper');
      expect(Object.hasOwn(policy, 'latencyMs')).toBe(isPaper);
      expect(Object.hasOwn(policy, 'participation') && !isPaper).toBe(false);
    }
  });
});
