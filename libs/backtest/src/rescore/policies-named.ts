/** The policies under which decisions are scored again, by the names that a user gives. */

import { canonicalJson, excerpt, invalidInput } from '#values';
import type { ExecutionPolicy } from '#contracts';
import { fillsAtTicks, resolvePolicy, type PolicySet } from '#portfolio';
import { marketOf } from '#workflows';
import type { DecisionStream } from './stream.js';

/**
 * `all` is every named policy that the workflow has of its own and that fills at bars, which every
 * data set has, and those under which the streams were decided; else names separated by commas.
 * `InvalidInput` for an unknown name, and for one that two streams use for different terms.
 */
export function policiesNamed(
  text: string,
  streams: readonly DecisionStream[],
): readonly ExecutionPolicy[] {
  const set = marketOf((streams[0] as DecisionStream).terms).policies;
  const own = ownPolicies(streams, set);
  if (text === 'all') {
    return [...set.own.filter((policy) => !fillsAtTicks(policy)), ...own.values()];
  }
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  return names.map((name) => own.get(name) ?? resolvePolicy(name, set));
}

/**
 * Policies of the streams' runs that scenarios cannot name, since they were inline in
 * their scenario.
 */
function ownPolicies(
  streams: readonly DecisionStream[],
  { named }: PolicySet,
): Map<string, ExecutionPolicy> {
  const byName = new Map<string, ExecutionPolicy>();
  for (const { policy, source } of streams) {
    if (policy === undefined) continue;
    if (named.some(({ name }) => name === policy.name)) continue;
    const before = byName.get(policy.name);
    byName.set(policy.name, policy);
    if (before === undefined || canonicalJson(before) === canonicalJson(policy)) continue;
    throw invalidInput('two policies share a name', {
      where: source,
      expected: `the terms that ${excerpt(policy.name)} has in other runs`,
      found: 'other terms',
    });
  }
  return byName;
}
