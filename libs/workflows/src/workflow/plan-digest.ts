/** What binds a journal to its run: the digest of all that is known when the run starts. */

import { canonicalHash } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { planOverWindow, type RunPlan } from './run-plan.js';

/**
 * SHA-256, 64 hex digits. Two plans have the same digest when nothing that an agent or a fold could
 * know at the start differs: names, paths and ids are left out, and so is everything in the future
 * (the end of the window, the data that will be read), so that records up to an instant do not
 * depend on what comes later.
 */
export function planDigest(plan: RunPlan): string {
  const { workflow, agent, file, repeat, baseSeed } = plan;
  // For agents that draw, the run's own seed: that is the only difference between two of them.
  const seed = agent.kind === 'random' ? plan.seed : baseSeed;
  const common = { workflow, agent: withoutNames(agent), file, repeat, seed };
  const over = planOverWindow(plan);
  if (over === undefined) return canonicalHash({ ...common, terms: plan.terms });
  const { symbols, portfolio, policy, capital, currency } = over;
  const { decide, firstSession, sessionsPerYear, calendar } = over;
  return canonicalHash({
    ...common,
    symbols,
    portfolio,
    policy,
    capital,
    currency,
    decide,
    firstSession,
    sessionsPerYear,
    ...(calendar && { calendar }),
  });
}

/**
 * Without members that leave the journal the same: where a module runs, how many at once, and
 * who is notified.
 */
function withoutNames(agent: AgentConfig): object {
  const left = new Set(['id', 'file', 'trusted', 'stateless', 'post']);
  return Object.fromEntries(Object.entries(agent).filter(([name]) => !left.has(name)));
}
