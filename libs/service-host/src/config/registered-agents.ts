/**
 * The agents that scenarios from outside may name, as described by the operator of the services.
 */

import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { kindsThat, type AgentWith } from '#contracts/agents/agent-kinds';
import { agentConfigSchema, type AgentKind } from '#contracts/scenario/scenario';
import { namedEntries } from './registered-datasets.js';

/** A named agent; a scenario gives it its id. */
export type RegisteredAgent = AgentWith<{ isRegistrable: true }>;

export interface AgentRegister {
  readonly agents: ReadonlyMap<string, RegisteredAgent>;
  /** Each as written, for workflows whose agents have other defaults. */
  readonly described?: ReadonlyMap<string, object>;
  /** Base folder of the files of agents, such as modules and prompts. */
  readonly directory: string;
  /** Name of the file, for messages; null if there is no file. */
  readonly file: string | null;
}

const kinds = kindsThat(({ isRegistrable }) => isRegistrable);

/** An entry is a scenario's agent without its id. */
const entrySchema = z
  .looseObject({ kind: z.enum(kinds), id: z.never().optional() })
  .transform((entry) => ({ entry, agent: { ...entry, id: 'registered' } }))
  .pipe(z.object({ entry: z.custom<{ kind: AgentKind }>(), agent: agentConfigSchema }));

/** The register without agents. */
const noAgents: AgentRegister = {
  agents: new Map(),
  described: new Map(),
  directory: '/',
  file: null,
};

/**
 * Reads the file that TAPEFOLD_AGENTS names: a map from names to agents of kind `module`, `llm`,
 * `http` or `mcp`, without ids. Returns no agents if no file is named. `InvalidInput` names file,
 * line and field; a missing module is an error too.
 */
export async function readAgentRegister(file: string | undefined): Promise<AgentRegister> {
  if (file === undefined) return noAgents;
  const entries = Object.entries(await namedEntries(file, 'a register of agents', entrySchema));
  const agents = new Map(entries.map(([key, { agent }]) => [key, agent as RegisteredAgent]));
  const described = new Map(entries.map(([key, { entry }]) => [key, entry]));
  const directory = dirname(resolve(file));
  for (const [key, agent] of agents) requireModule(agent, directory, `${file}: ${key}.file`);
  return { agents, described, directory, file: basename(file) };
}

/** Checked at startup rather than when a scenario first names the agent. */
function requireModule(agent: RegisteredAgent, directory: string, where: string): void {
  if (agent.kind !== 'module' || existsSync(resolve(directory, agent.file))) return;
  const expected = `a file, by its path from ${directory}`;
  throw invalidInput('no such module', { where, expected, found: excerpt(agent.file) });
}
