/** Reports the execution policy of a scenario that names none: the figures depend on it. */

import { isTradingScenario } from '#contracts/scenario/scenario';
import type { ScenarioFile } from '#backtest';
import { resolvePolicy } from '#portfolio';
import { marketOf } from '#workflows';

/** Prints one line to standard error, if the policy is the default one. */
export function announceDefaultPolicy({ scenario, hasDefaultPolicy }: ScenarioFile): void {
  if (!hasDefaultPolicy || !isTradingScenario(scenario)) return;
  const { policies } = marketOf(scenario);
  const { name, fill, feeBps, slippageBps } = resolvePolicy(scenario.execution, policies);
  const terms = `fill ${fill}, feeBps ${feeBps}, slippageBps ${slippageBps}`;
  process.stderr.write(
    `execution: none given, so fills follow \`${name}\` (${terms}); \`execution: ${policies.plain.name}\` gives the ` +
      'figures of fills at the decision’s close, at no cost\n',
  );
}
