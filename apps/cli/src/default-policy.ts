/** Reports the execution policy of a scenario that names none: the figures depend on it. */

import { isTradingScenario } from '#contracts/scenario';
import type { ScenarioFile } from '#backtest';
import { resolvePolicy } from '#portfolio';

/** One line to standard error, where the policy is the default one. */
export function tellDefaultPolicy({ scenario, hasDefaultPolicy }: ScenarioFile): void {
  if (!hasDefaultPolicy || !isTradingScenario(scenario)) return;
  const { execution, workflow } = scenario;
  const { name, fill, feeBps, slippageBps } = resolvePolicy(execution, workflow);
  const terms = `fill ${fill}, feeBps ${feeBps}, slippageBps ${slippageBps}`;
  process.stderr.write(
    `execution: none given, so fills follow \`${name}\` (${terms}); ${others[workflow]}\n`,
  );
}

const others = {
  trading: '`execution: close` gives the figures of fills at the decision’s close, at no cost',
  hedging: '`execution: pair-close` gives the figures of fills at the decision’s close, at no cost',
};
