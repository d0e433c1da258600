/**
 * Replaces the names of registered agents by their definitions: plans and results hold what
 * was really run.
 */

import { excerpt, invalidInput } from '#values';
import {
  agentConfigSchema,
  termsFor,
  type AgentConfig,
  type Scenario,
} from '#contracts/scenario/scenario';
import { traitsOf } from '#contracts/agents/agent-kinds';
import type { Workflow } from '#workflows';

/** What an agent of a scenario stands for. */
export interface RegisteredAgents {
  readonly agents: ReadonlyMap<string, AgentConfig>;
  /** Each as written, without defaults filled in; as in `agents` by default. */
  readonly described?: ReadonlyMap<string, object>;
  /** Name of the file that registers them; null if there is none. */
  readonly file: string | null;
}

/**
 * The scenario with its agent names resolved, under the ids that it gives them, and with the
 * workflow's defaults for what their descriptions omit. `InvalidInput` for a name that is not
 * registered, and for an unregistered agent that calls models or addresses, or runs code: a
 * submission could otherwise spend with this system's keys, call any address it can reach, or run
 * anything on it.
 */
export function withRegisteredAgents<S extends Scenario>(
  scenario: S,
  registered: RegisteredAgents,
  { agentDefaults }: Pick<Workflow, 'agentDefaults'> = {},
): S {
  const agents = scenario.agents.map((agent, index) => {
    const found = resolved(agent, index, registered);
    const described = agent.kind === 'registered' && registered.described?.get(agent.agent);
    if (!described || agentDefaults === undefined) return found;
    const { id, terms } = found;
    return agentConfigSchema.parse({
      ...agentDefaults({ ...described, terms: termsFor(scenario, found) }),
      ...described,
      id,
      ...(terms && { terms }),
    });
  });
  return { ...scenario, agents };
}

function resolved(agent: AgentConfig, index: number, registered: RegisteredAgents): AgentConfig {
  if (traitsOf(agent).submission === 'registered') {
    throw invalidInput('an agent of this kind has to be registered before a scenario names it', {
      where: `agents.${index}.kind`,
      expected: `kind: registered, with agent: ${namesOf(registered)}`,
      found: agent.kind,
    });
  }
  if (agent.kind !== 'registered') return agent;
  const found = registered.agents.get(agent.agent);
  if (found !== undefined) {
    const { id, terms } = agent;
    return { ...found, id, ...(terms && { terms: { ...found.terms, ...terms } }) };
  }
  throw invalidInput('no agent is registered under this name', {
    where: `agents.${index}.agent`,
    expected: namesOf(registered),
    found: excerpt(agent.agent),
  });
}

const option = '`tapefold serve --agents <file>` (in a cluster: TAPEFOLD_AGENTS)';

/** The available names, where they come from, and how to add others. */
function namesOf({ agents, file }: RegisteredAgents): string {
  if (file === null) return `a name of ${option}, which was not given`;
  const names = agents.size === 0 ? 'which has none' : excerpt([...agents.keys()].join(', '), 200);
  return `a name of ${excerpt(file)}, given by ${option}: ${names}`;
}
