/** The named execution policies, and how a scenario's own becomes a full one. */

import { excerpt, invalidInput } from '#values';
import type { ExecutionPolicy, ExecutionPolicyInput } from '#contracts';

/** Decision close, all in, no costs: what a policy of one's own starts from. No trader can fill so. */
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

export const namedPolicies: readonly ExecutionPolicy[] = [
  arena('ama-normal-long-short', 'keep', true),
  arena('ama-normal-long-only', 'keep', false),
  arena('ama-aggressive-long-short', 'flat', true),
  arena('ama-aggressive-long-only', 'flat', false),
  close,
  /** What a scenario gets that names no policy. */
  {
    ...close,
    name: 'realistic',
    fill: 'next-open',
    feeBps: 1,
    slippageBps: 2,
    borrowBpsPerYear: 50,
    dividends: 'cash',
  },
];

/**
 * The policy that a scenario means: a named one, or `close` with the given members and the name `custom`
 * unless it has one. Throws `InvalidInput` for an unknown name, or a known name on other terms.
 */
export function resolvePolicy(input: string | ExecutionPolicyInput): ExecutionPolicy {
  if (typeof input !== 'string') return customPolicy(input);
  const named = namedPolicies.find((policy) => policy.name === input);
  if (named !== undefined) return named;
  const expected = namedPolicies.map((policy) => policy.name).join(', ');
  throw invalidInput('no such execution policy', {
    where: 'execution',
    expected,
    found: excerpt(input),
  });
}

function customPolicy(input: ExecutionPolicyInput): ExecutionPolicy {
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<ExecutionPolicy>;
  const policy = { ...close, name: 'custom', ...given };
  if (!namedPolicies.some((named) => named.name === policy.name)) return policy;
  throw invalidInput('a policy of its own terms needs a name of its own', {
    where: 'execution.name',
    found: policy.name,
  });
}
