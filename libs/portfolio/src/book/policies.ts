/** The named execution policies, and how a scenario's own becomes a full one. */

import { excerpt, invalidInput } from '#values';
import type { ExecutionPolicy, ExecutionPolicyInput } from '#contracts';
import { requireTerms } from './policy-terms.js';

/** The execution policies of a workflow. */
export interface PolicySet {
  /** Its own; the first is what published results mean by their actions. */
  readonly own: readonly [ExecutionPolicy, ...ExecutionPolicy[]];
  /** All that its scenarios may name. */
  readonly named: readonly ExecutionPolicy[];
  /** Fills at the decision's close, at no cost: what a policy of a scenario's own starts from. */
  readonly plain: ExecutionPolicy;
  /** Terms that override those of a scenario's own policy. */
  readonly fixed: Partial<ExecutionPolicy>;
  /** Why no fill can be in parts; undefined where some can. */
  readonly noParts?: string;
}

/** Decision close, all in, no costs. No trader can fill so. */
const close: ExecutionPolicy = {
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

/** Next open, fees, slippage and borrowing as of a large broker, dividends in cash. */
const realistic = {
  fill: 'next-open',
  feeBps: 1,
  slippageBps: 2,
  borrowBpsPerYear: 50,
  dividends: 'cash',
} as const;

/**
 * Paper trading: a quarter of a second to the venue, a tenth of what there is, at prices
 * that were there.
 */
const paper = {
  ...realistic,
  slippageBps: 0,
  latencyMs: 250,
  participation: 0.1,
} as const;

/** Agent Market Arena: decision close, 5 bp a side, closed out at the end, basis first mark. */
const arena = (name: string, hold: 'keep' | 'flat', short: boolean): ExecutionPolicy => ({
  ...close,
  name,
  hold,
  short,
  feeBps: 5,
  liquidate: true,
  basis: 'first-mark',
});

const ofSymbols: PolicySet['own'] = [
  arena('ama-normal-long-short', 'keep', true),
  arena('ama-normal-long-only', 'keep', false),
  arena('ama-aggressive-long-short', 'flat', true),
  arena('ama-aggressive-long-only', 'flat', false),
  close,
  /** What a scenario gets that names no policy. */
  { ...close, name: 'realistic', ...realistic },
  { ...close, name: 'paper', ...paper, fill: 'next-trade' },
  { ...close, name: 'paper-quote', ...paper, fill: 'next-quote' },
];

/**
 * The terms of every pair, in any policy: one leg short, half the equity on each, in any
 * fraction of a share.
 */
const pair = { short: true, size: { fraction: 0.5 }, lotSize: 0 } as const;

/**
 * Decision close, no costs, nothing closed at the end: HERCULEAN's, and the base of custom
 * pair policies.
 */
const pairClose: ExecutionPolicy = { ...close, name: 'pair-close', ...pair };

/** Both legs whole, at the next trade of each. */
const { participation: _, ...paperTerms } = paper;
const pairPaper = { ...paperTerms, fill: 'next-trade' } as const;

const ofPairs: PolicySet['own'] = [
  pairClose,
  /** What a scenario gets that names no policy. */
  { ...pairClose, name: 'pair-realistic', ...realistic },
  { ...pairClose, name: 'pair-paper', ...pairPaper },
];

/** The policies of work that trades single symbols. */
export const symbolPolicies: PolicySet = {
  own: ofSymbols,
  named: ofSymbols,
  plain: close,
  fixed: {},
};

/**
 * Policies of pairs. A pair also takes those of symbols, for their fill, HOLD and costs; its
 * legs fill whole.
 */
export const pairPolicies: PolicySet = {
  own: ofPairs,
  named: [...ofPairs, ...ofSymbols.filter(({ participation }) => participation === undefined)],
  plain: pairClose,
  fixed: pair,
  noParts: 'none in hedging: both legs fill whole, or neither',
};

/**
 * The policy that a scenario means: a named one of the set, or its plain one with the given
 * members, the name `custom` unless it has one, and the fixed members. `InvalidInput` for an
 * unknown name, a known name on other terms, or terms that do not go together.
 */
export function resolvePolicy(
  input: string | ExecutionPolicyInput,
  set = symbolPolicies,
): ExecutionPolicy {
  if (typeof input !== 'string') return customPolicy(input, set);
  const named = set.named.find((policy) => policy.name === input);
  if (named !== undefined) return named;
  const expected = set.named.map((policy) => policy.name).join(', ');
  throw invalidInput('no such execution policy', {
    where: 'execution',
    expected,
    found: excerpt(input),
  });
}

function customPolicy(input: ExecutionPolicyInput, set: PolicySet): ExecutionPolicy {
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<ExecutionPolicy>;
  const policy = { ...set.plain, name: 'custom', ...given, ...set.fixed };
  requireTerms(policy, set.noParts);
  if (![...ofSymbols, ...ofPairs].some(({ name }) => name === policy.name)) return policy;
  throw invalidInput('a custom policy cannot use the name of a built-in one', {
    where: 'execution.name',
    found: policy.name,
  });
}
