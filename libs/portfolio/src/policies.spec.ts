/** The named policies say what their documents say, and own terms never go under a known name. */

import { describe, expect, it } from 'vitest';
import { executionPolicySchema } from '#contracts/execution-policy';
import { namedPolicies, resolvePolicy } from './policies.js';

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

  it.each(namedPolicies)('$name is a policy in full', (policy) => {
    expect(executionPolicySchema.parse(policy)).toEqual(policy);
  });
});

describe('a policy of own terms', () => {
  it('takes what it leaves out from `close`', () => {
    const terms = { fill: 'next-open', feeBps: 10 } as const;
    expect(resolvePolicy(terms)).toEqual({ ...resolvePolicy('close'), name: 'custom', ...terms });
  });

  it.each([
    ['an unknown name', 'closed', /no such execution policy.*ama-normal-long-short.*"closed"/],
    ['a known name on other terms', { name: 'close', feeBps: 1 }, /needs a name of its own/],
  ])('%s is refused', (_, input, message) => {
    expect(() => resolvePolicy(input)).toThrow(message);
  });
});
