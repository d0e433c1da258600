/** Puts registered agents in the place of their names: plans and results hold what was really run. */

import { excerpt, invalidInput } from '#values';
import type { AgentConfig, Scenario } from '#contracts/scenario';

/** What an agent of a scenario stands for. */
export interface RegisteredAgents {
  readonly agents: ReadonlyMap<string, AgentConfig>;
  /** Name of the file that registers them; null without one. */
  readonly file: string | null;
}

/**
 * The scenario with the agents that its names stand for, under the ids that it gives them. `InvalidInput` for a name
 * that is not registered, and for an agent that asks models or addresses or runs code and was not described here: a
 * submission could spend with the keys of this system, call any address that it can reach, or run anything on it.
 */
export function withRegisteredAgents<S extends Scenario>(
  scenario: S,
  registered: RegisteredAgents,
): S {
  const agents = scenario.agents.map((agent, index) => resolved(agent, index, registered));
  return { ...scenario, agents };
}

function resolved(agent: AgentConfig, index: number, registered: RegisteredAgents): AgentConfig {
  if (agent.kind === 'llm' || agent.kind === 'http' || agent.kind === 'module') {
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

/** The names that can be given, where they come from, and how others get there. */
function namesOf({ agents, file }: RegisteredAgents): string {
  if (file === null) return `a name of ${option}, which was not given`;
  const names = agents.size === 0 ? 'which has none' : excerpt([...agents.keys()].join(', '), 200);
  return `a name of ${excerpt(file)}, given by ${option}: ${names}`;
}
