/** The files that agents are made of: their content counts, wherever they are stored. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { invalidInput } from '#values';
import { requireBounded, resultBytesMax } from '#files';
import type { Scenario } from '#contracts/scenario/scenario';
import { promptOf } from '#agents/llm/prompt';
import { allWorkflows, workflowOf, type Workflows } from '#workflows';

/**
 * SHA-256 by agent id: of the file of a script or module, of the text of a model agent's prompt. `InvalidInput` names
 * the first that is missing or broken.
 */
export function hashAgentFiles(
  scenario: Pick<Scenario, 'agents' | 'workflow'>,
  directory: string,
  workflows: Workflows = allWorkflows,
): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const agent of scenario.agents) {
    if (agent.kind === 'llm') {
      hashes.set(
        agent.id,
        promptOf(agent, { prompts: workflowOf(workflows, scenario).prompts, directory }).sha256,
      );
    } else if (agent.kind === 'script' || agent.kind === 'module') {
      hashes.set(agent.id, hashFile(agent, directory));
    }
  }
  return hashes;
}

function hashFile(
  { id, file }: { readonly id: string; readonly file: string },
  directory: string,
): string {
  const path = isAbsolute(file) ? file : resolve(directory, file);
  requireBounded(path, resultBytesMax, file);
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch (cause) {
    throw invalidInput('the file cannot be read', {
      where: `agents, ${id}: file`,
      found: file,
      cause,
    });
  }
}
