/**
 * Locates the files of a result's agents: a result identifies the files by content,
 * not by location.
 */

import { dirname, resolve } from 'node:path';
import { invalidInput, isFailure } from '#values';
import { allWorkflows, type RunPlan } from '#workflows';
import { hashAgentFiles } from '../run-folder/agent-files.js';

/**
 * The folder to which the paths of agents' files are relative: the working directory, the result,
 * or the nearest folder around it, that has all of them unchanged, or else all of them in any form.
 * `InvalidInput` if no folder does.
 */
export function agentsDirectory(result: string, plans: readonly RunPlan[]): string {
  // A scenario written by a command is stored beside its result.
  const folders = [process.cwd(), resolve(result), ...foldersAround(resolve(result))];
  const hashes = folders.map((folder) => plans.map((plan) => fileHash(plan, folder)));
  const asTheyWere = hashes.findIndex((found) => plans.every(({ file }, at) => found[at] === file));
  const asTheyAre = hashes.findIndex((found) => !found.includes(undefined));
  const folder = folders[asTheyWere < 0 ? asTheyAre : asTheyWere];
  if (folder !== undefined) return folder;
  const expected =
    'them in a folder around the result; or run the command in the folder of the scenario';
  throw invalidInput('the files of its agents cannot be found', { where: result, expected });
}

/** Null for an agent without a file; undefined if the file is missing. */
function fileHash(
  { agent, workflow, file }: RunPlan,
  directory: string,
): string | null | undefined {
  try {
    const recorded = new Map([[agent.id, file]]);
    const hashes = hashAgentFiles({ agents: [agent], workflow }, directory, allWorkflows, recorded);
    return hashes.get(agent.id) ?? null;
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return undefined;
    throw error;
  }
}

function foldersAround(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAround(above)];
}
