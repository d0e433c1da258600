/**
 * What a scenario will use of its models, by arithmetic: calls, tokens, money and time, from
 * stated figures.
 */

import type { TokenUsage } from '#llm';

/** What one decision uses, on average. */
export interface DecisionFigures {
  readonly attempts: number;
  readonly calls: number;
  /** Tokens of all its calls; each call sends the conversation so far again. */
  readonly usage: TokenUsage;
  /** Milliseconds of model time, one call after another. */
  readonly modelMs: number;
}

/** Assumptions about a model for which nothing was recorded. */
export interface Assumptions {
  /** Model calls of a decision; each but the last asks for a tool. */
  readonly calls: number;
  /** Tokens of the tool results that a call brings back. */
  readonly resultTokens: number;
  /** Tokens that a call outputs, its tool call included. */
  readonly responseTokens: number;
  /** Tokens that a call thinks at an effort; they are output, and are not sent again. */
  readonly reasoningTokens: Readonly<Record<'none' | 'low' | 'medium' | 'high', number>>;
  /** Milliseconds of a call before its first token, and of each token. */
  readonly firstTokenMs: number;
  readonly tokenMs: number;
}

/**
 * Tool results are sized as those of a scripted model in the quarter of HERCULEAN; the rest is
 * typical of models in 2026. A recording (`--from`) is better than any of it.
 */
export const assumptions: Assumptions = {
  calls: 4,
  resultTokens: 1500,
  responseTokens: 150,
  reasoningTokens: { none: 0, low: 200, medium: 600, high: 2000 },
  firstTokenMs: 1000,
  tokenMs: 15,
};

interface AssumedAgent {
  /** Prompt and tool definitions, which every call sends. */
  readonly promptTokens: number;
  readonly effort: 'none' | 'low' | 'medium' | 'high' | undefined;
  /** Calls that an attempt may make at most. */
  readonly callsMax: number;
}

/** A decision by assumptions alone, answered at its first attempt. */
export function assumedDecision(
  { promptTokens, effort = 'none', callsMax }: AssumedAgent,
  {
    calls: usual,
    resultTokens,
    responseTokens,
    reasoningTokens,
    ...timing
  }: Assumptions = assumptions,
): DecisionFigures {
  const calls = Math.min(usual, callsMax);
  // The conversation grows by each response and tool result, and is sent again with each call.
  const input =
    calls * promptTokens + ((calls * (calls - 1)) / 2) * (responseTokens + resultTokens);
  const reasoning = calls * reasoningTokens[effort];
  const output = calls * responseTokens + reasoning;
  return {
    attempts: 1,
    calls,
    usage: { input, output, reasoning, cachedInput: 0, cacheWrite: 0 },
    modelMs: calls * timing.firstTokenMs + output * timing.tokenMs,
  };
}

/** Estimated tokens of a text: four bytes a token, as budgets are reserved. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

/** What bounds the time, and how much of it there is. */
export interface ProviderLoad {
  readonly calls: number;
  readonly tokens: number;
  /** Milliseconds of all its calls together. */
  readonly modelMs: number;
  readonly concurrent: number;
  readonly requestsPerMinute: number | undefined;
  readonly tokensPerMinute: number | undefined;
}

export interface TimeBound {
  readonly ms: number;
  readonly why: string;
}

/**
 * Minimum duration: decisions of one run follow each other, and runs proceed in parallel as
 * far as limits allow. The longest of these; retries and rate limits of the provider itself
 * are not included.
 */
export function timeBound(
  providers: ReadonlyMap<string, ProviderLoad>,
  { longestRunMs, asks }: { readonly longestRunMs: number; readonly asks: number },
): TimeBound {
  const loads = [...providers];
  const all = loads.reduce((sum, [, { modelMs }]) => sum + modelMs, 0);
  const bounds: TimeBound[] = [
    { ms: longestRunMs, why: 'the decisions of the longest run, one after another' },
    { ms: all / asks, why: `${asks} asks under way at once` },
    ...loads.flatMap(([name, load]): TimeBound[] => [
      { ms: load.modelMs / load.concurrent, why: `${load.concurrent} calls at once to ${name}` },
      ...rate(name, 'requests', load.calls, load.requestsPerMinute),
      ...rate(name, 'tokens', load.tokens, load.tokensPerMinute),
    ]),
  ];
  return bounds.reduce((longest, bound) => (bound.ms > longest.ms ? bound : longest));
}

function rate(
  name: string,
  what: string,
  amount: number,
  perMinute: number | undefined,
): TimeBound[] {
  if (perMinute === undefined) return [];
  return [{ ms: (amount / perMinute) * 60_000, why: `${perMinute} ${what} a minute to ${name}` }];
}
