/** Reports the default execution policy, because earlier versions had another one. */

import { isTradingScenario } from '#contracts/scenario';
import type { ScenarioFile } from '#backtest';
import { resolvePolicy } from '#portfolio';

/** One line to standard error, where the policy is the default one. */
export function tellDefaultPolicy({ scenario, hasDefaultPolicy }: ScenarioFile): void {
  if (!hasDefaultPolicy || !isTradingScenario(scenario)) return;
  const { name, fill, feeBps, slippageBps } = resolvePolicy(scenario.execution);
  const terms = `fill ${fill}, feeBps ${feeBps}, slippageBps ${slippageBps}`;
  const earlier = 'earlier versions used `close`, and `execution: close` gives their figures';
  process.stderr.write(
    `execution: none given, so fills follow \`${name}\` (${terms}); ${earlier}\n`,
  );
}
