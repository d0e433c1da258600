/** Agents from outside of the program are opened once before anything is written: a broken one leaves no trace. */

import type { ExecutionPolicy } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { isRepeatable, openAgent } from '#agents';
import { AsOfStore, Cursor } from '#market-view';
import { decideAt } from './plan-runs.js';
import type { ScenarioTape } from './scenario-tape.js';

/**
 * Opens each agent of the scenario that no rule describes, and closes it again. `InvalidInput` names the file of
 * the first that is missing or broken, or the first that answers from outside of the system.
 */
export async function tryAgents(
  scenario: Scenario,
  policy: ExecutionPolicy,
  tape: ScenarioTape,
  directory: string,
): Promise<void> {
  const { header } = tape;
  const symbols = scenario.portfolio ? scenario.symbols : scenario.symbols.slice(0, 1);
  for (const agent of scenario.agents) {
    if (isRepeatable(agent.kind)) continue;
    const { view } = new Cursor(new AsOfStore({ ...header, history: 1 }), 1);
    const context = {
      symbols,
      instruments: header.instruments.filter(({ symbol }) => symbols.includes(symbol)),
      policy,
      capital: scenario.capital,
      decide: decideAt(scenario, header),
      seed: scenario.seed,
      view,
    };
    const opened = await openAgent(agent, context, { directory, header, hidden: [tape.reference] });
    await opened.close();
  }
}
