/** The measured runs of a scenario as agents to be compared, and their comparison. */

import type { TradingComparison } from '#contracts/comparison';
import type { MissingRun } from '#contracts/result';
import type { TradingScenario } from '#contracts/scenario';
import { comparisonOf, type ComparedAgent } from '#metrics';
import { marketOf } from '#workflows';
import { frameworksOf } from './frameworks-of.js';
import type { MeasuredRun } from './measured-run.js';

/** The agent that the others are measured against; undefined where there is none. */
export function baselineOf(scenario: TradingScenario): string | undefined {
  const usual = marketOf(scenario).baseline;
  return scenario.baseline ?? scenario.agents.find(({ kind }) => kind === usual)?.id;
}

/** Null where there is nothing to compare. Agents in the order of the scenario. */
export function comparedRuns(
  scenario: TradingScenario,
  runs: readonly MeasuredRun[],
  missing: readonly MissingRun[],
): TradingComparison | null {
  const own = Map.groupBy(runs, ({ plan }) => plan.agent.id);
  const lost = Map.groupBy(missing, ({ agent }) => agent);
  const frameworks = frameworksOf(scenario.agents);
  const agents = scenario.agents.map(({ id }): ComparedAgent => {
    const ofAgent = own.get(id) ?? [];
    return {
      agent: id,
      missingRuns: lost.get(id)?.length ?? 0,
      asks: frameworks.get(id) ?? null,
      runs: ofAgent.map(({ plan, performance, answers, result: { coverage } }) => ({
        ...{ repeat: plan.repeat, market: plan.symbols.join(' '), performance, answers },
        ...{ due: coverage.due, answered: coverage.answered },
      })),
    };
  });
  return comparisonOf(agents, { seed: scenario.seed, baseline: baselineOf(scenario) ?? null });
}
