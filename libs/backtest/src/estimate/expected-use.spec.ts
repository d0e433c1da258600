/** The arithmetic of an estimate. */

import { describe, expect, it } from 'vitest';
import { assumedDecision, timeBound, tokensOf, type Assumptions } from './expected-use.js';

const assumptions: Assumptions = {
  calls: 3,
  resultTokens: 100,
  responseTokens: 10,
  reasoningTokens: { none: 0, low: 1, medium: 20, high: 300 },
  firstTokenMs: 500,
  tokenMs: 2,
};

describe('an assumed decision', () => {
  it('sends the conversation again with each call', () => {
    const taken = assumedDecision(
      { promptTokens: 1000, effort: 'medium', callsMax: 20 },
      assumptions,
    );
    // 1000, then 1000 + 110, then 1000 + 220.
    expect(taken.usage).toMatchObject({ input: 3330, output: 90, reasoning: 60 });
    expect(taken).toMatchObject({ attempts: 1, calls: 3, modelMs: 1500 + 180 });
  });

  it('makes no more calls than an attempt may', () => {
    const taken = assumedDecision({ promptTokens: 7, effort: undefined, callsMax: 1 }, assumptions);
    expect(taken).toMatchObject({ calls: 1, usage: { input: 7, output: 10, reasoning: 0 } });
  });
});

it('counts four bytes a token, rounded up', () => {
  expect([tokensOf(''), tokensOf('abcd'), tokensOf('abcde'), tokensOf('é')]).toEqual([0, 1, 2, 1]);
});

describe('the time of an estimate', () => {
  const load = {
    calls: 600,
    tokens: 60_000,
    modelMs: 1_000_000,
    concurrent: 10,
    requestsPerMinute: undefined,
    tokensPerMinute: undefined,
  };
  it.each([
    { change: {}, longestRunMs: 0, asks: 64, ms: 100_000, why: '10 calls at once to stub' },
    { change: {}, longestRunMs: 0, asks: 5, ms: 200_000, why: '5 asks under way at once' },
    { change: {}, longestRunMs: 7e5, asks: 5, ms: 7e5, why: 'the longest run' },
    {
      change: { requestsPerMinute: 60 },
      longestRunMs: 0,
      asks: 64,
      ms: 600_000,
      why: '60 requests a minute to stub',
    },
    {
      change: { tokensPerMinute: 1000 },
      longestRunMs: 0,
      asks: 64,
      ms: 3_600_000,
      why: '1000 tokens a minute to stub',
    },
  ])('is bounded by $why', ({ change, longestRunMs, asks, ms, why }) => {
    const bound = timeBound(new Map([['stub', { ...load, ...change }]]), { longestRunMs, asks });
    expect(bound.ms).toBe(ms);
    expect(bound.why).toContain(why);
  });
});
