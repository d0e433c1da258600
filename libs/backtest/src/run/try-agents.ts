/** External agents are opened once before anything is written: a broken one leaves no trace. */

import { canonicalJson } from '#values';
import { isServed } from '#contracts/agents/agent-kinds';
import {
  overWindow,
  termsFor,
  type AgentConfig,
  type Scenario,
} from '#contracts/scenario/scenario';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import { openAgent } from '#agents';
import { AsOfStore, Cursor } from '#market-view';
import { allWorkflows, workflowOf, type RunPlan, type Workflows } from '#workflows';
import type { ScenarioTape } from '../tape/scenario-tape.js';

export interface TryingOptions {
  readonly tape: ScenarioTape;
  readonly directory: string;
  readonly workflows?: Workflows | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets a line about each script with rows that no decision can use. */
  readonly onUnused?: ((line: string) => void) | undefined;
}

/**
 * Opens each agent of the scenario in the first of its runs, and closes it again; of modules that
 * are loaded alike only the first. `InvalidInput` names the file of the first that is missing or
 * broken, or the first that answers from outside of the system. Rejects with the reason of the
 * signal once that is aborted.
 */
export async function tryAgents(
  scenario: Scenario,
  plans: readonly RunPlan[],
  surroundings: TryingOptions,
): Promise<void> {
  const { tape, directory, workflows = allWorkflows, signal } = surroundings;
  const { header, reference } = tape;
  const options = { directory, header, hidden: [reference], signal };
  const first = new Map(plans.toReversed().map((plan) => [plan.agent.id, plan]));
  const loaded = new Set<string>();
  for (const { id } of scenario.agents) {
    const plan = first.get(id);
    // An agent that answers through tools is opened once a decision is due.
    if (plan === undefined || isServed(plan.agent)) continue;
    const { agent } = plan;
    const loading = loadingOf(plan);
    if (loading !== undefined && loaded.has(loading)) continue;
    if (loading !== undefined) loaded.add(loading);
    const follows = plan.calendar;
    const cursor = new Cursor(new AsOfStore({ ...header, history: 1 }), 1, follows);
    const { work } = workflowOf(workflows, plan).openRun(plan, header, cursor);
    await (await openAgent(agent, work, { ...options, follows })).close();
    await noteUnused(agent, scenario, surroundings);
  }
}

/** Tells of the rows of a script that no decision, or no report, can use. */
async function noteUnused(
  agent: AgentConfig,
  scenario: Scenario,
  { tape, directory, onUnused }: TryingOptions,
): Promise<void> {
  if (agent.kind !== 'script' || onUnused === undefined) return;
  const reports = reportsOf(termsFor(scenario, agent));
  const over = overWindow(scenario) ?? (reports && { ...reports, isWeekly: true });
  if (over === undefined) return;
  const { unusedRows } = await import('../tape/unused-rows.js');
  const line = await unusedRows(agent, over, { dataset: tape.dataset, directory });
  if (line !== undefined) onUnused(line);
}

/**
 * What the loading of a module depends on: it gets neither the id nor the
 * configuration of its agent.
 */
function loadingOf({ agent }: RunPlan): string | undefined {
  if (agent.kind !== 'module') return undefined;
  return canonicalJson({ ...agent, id: null, config: null });
}
