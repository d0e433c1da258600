/** Agents from outside of the program are opened once before anything is written: a broken one leaves no trace. */

import { isTradingScenario, type AgentConfig, type Scenario } from '#contracts/scenario';
import {
  isPairRule,
  isRepeatable,
  isServed,
  openAgent,
  openPairAgent,
  openTaskAgent,
} from '#agents';
import { AsOfStore, Cursor } from '#market-view';
import { resolvePolicy } from '#portfolio';
import { decideAt } from './plan-runs.js';
import type { ScenarioTape } from './scenario-tape.js';

export interface TryingOptions {
  readonly tape: ScenarioTape;
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
  /** Gets a line about each script with rows that no decision can use. */
  readonly onUnused?: ((line: string) => void) | undefined;
}

/**
 * Opens each agent of the scenario that no rule describes, and closes it again. `InvalidInput` names the file of
 * the first that is missing or broken, or the first that answers from outside of the system. Rejects with the reason of
 * the signal once that is aborted.
 */
export async function tryAgents(scenario: Scenario, surroundings: TryingOptions): Promise<void> {
  for (const agent of scenario.agents) {
    // For tasks and pairs every agent is opened, so that a trading rule is refused here.
    const { kind } = agent;
    if (scenario.workflow === 'trading' && isRepeatable(kind) && !isPairRule(kind)) continue;
    // Whoever answers through tools comes once a decision is due.
    if (isServed(kind)) continue;
    const opened = await openOne(agent, scenario, surroundings);
    await opened.close();
    const { onUnused, tape } = surroundings;
    if (agent.kind === 'script' && onUnused !== undefined && isTradingScenario(scenario)) {
      const { unusedRows } = await import('./unused-rows.js');
      const line = await unusedRows(agent, scenario, { ...surroundings, ...tape });
      if (line !== undefined) onUnused(line);
    }
  }
}

function openOne(
  agent: AgentConfig,
  scenario: Scenario,
  { tape: { header, reference }, directory, signal }: TryingOptions,
): Promise<{ close(): void | Promise<void> }> {
  const options = { directory, header, hidden: [reference], signal };
  const { seed } = scenario;
  if (!isTradingScenario(scenario)) {
    const context = { instruments: header.instruments, terms: scenario.terms, seed };
    return openTaskAgent(agent, context, options);
  }
  const { view } = new Cursor(new AsOfStore({ ...header, history: 1 }), 1);
  const symbols = scenario.portfolio ? scenario.symbols : scenario.symbols.slice(0, 1);
  const context = {
    ...{ symbols, view, seed },
    instruments: header.instruments.filter(({ symbol }) => symbols.includes(symbol)),
    policy: resolvePolicy(scenario.execution, scenario.workflow),
    capital: scenario.capital,
    decide: decideAt(scenario, header),
  };
  const open = scenario.workflow === 'hedging' ? openPairAgent : openAgent;
  return open(agent, context, options);
}
