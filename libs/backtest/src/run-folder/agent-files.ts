/** The files that agents are made of: their content counts, wherever they are stored. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { invalidInput, isFailure, sha256Hex } from '#values';
import { requireBounded, resultBytesMax } from '#files';
import type { AgentConfig, Scenario } from '#contracts/scenario/scenario';
import { promptOf } from '#agents/llm/prompt';
import { listedFiles } from '#agents/module/reading/listed-files';
import { moduleHash } from '#agents/module/reading/module-hash';
import { moduleParts } from '#agents/module/reading/module-parts';
import { allWorkflows, workflowOf, type Workflows } from '#workflows';

/**
 * SHA-256 by agent id: of the file of a script, of a module with what it imports and reads, of the
 * text of a model agent's prompt. `InvalidInput` names the first that is missing or broken.
 * `recorded`: the hashes of an earlier run. An agent that names no prompt keeps the built-in one of
 * that run, which may not be the newest.
 */
export function hashAgentFiles(
  scenario: Pick<Scenario, 'agents' | 'workflow'>,
  directory: string,
  workflows: Workflows = allWorkflows,
  recorded: ReadonlyMap<string, string | null> = new Map(),
): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const agent of scenario.agents) {
    if (agent.kind === 'llm') {
      const { prompts } = workflowOf(workflows, scenario);
      const known = recorded.get(agent.id);
      const isKept =
        agent.prompt === undefined && prompts.builtIn.some(({ text }) => sha256Hex(text) === known);
      const newest = promptOf(agent, { prompts, directory }).sha256;
      hashes.set(agent.id, isKept && known ? known : newest);
    } else if (agent.kind === 'script' || agent.kind === 'module') {
      hashes.set(agent.id, hashFile(agent, directory));
    }
  }
  return hashes;
}

/**
 * SHA-256 of the file of a script, or of a module with what it imports and reads. `InvalidInput`
 * names the agent if a file cannot be read.
 */
export function hashFile(
  agent: Extract<AgentConfig, { kind: 'script' | 'module' }>,
  directory: string,
): string {
  const { id, file } = agent;
  const path = isAbsolute(file) ? file : resolve(directory, file);
  requireBounded(path, resultBytesMax, file);
  try {
    if (agent.kind === 'script')
      return createHash('sha256').update(readFileSync(path)).digest('hex');
    return moduleHash(realpathSync(path), listedFiles(agent, directory));
  } catch (cause) {
    if (isFailure(cause, 'InvalidInput')) throw cause;
    throw invalidInput('the file cannot be read', {
      where: `agents, ${id}: file`,
      found: file,
      cause,
    });
  }
}

/**
 * The files that people edit of the agents of a scenario: absolute, and no packages. Some
 * may not exist.
 */
export function editedFiles(scenario: Pick<Scenario, 'agents'>, directory: string): string[] {
  return scenario.agents.flatMap((agent) => {
    if (agent.kind === 'script') return [resolve(directory, agent.file)];
    if (agent.kind === 'llm')
      return agent.prompt === undefined ? [] : [resolve(directory, agent.prompt)];
    if (agent.kind !== 'module') return [];
    const file = resolve(directory, agent.file);
    const imported = existsSync(file) ? moduleParts(realpathSync(file)).files : [];
    const listed = (agent.reads ?? []).map((path) => resolve(directory, path));
    return [file, ...imported, ...listed];
  });
}
