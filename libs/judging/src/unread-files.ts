/** Refuses judges whose modules would read what they are compared with. */

import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { listedFiles } from '#agents/module/reading/listed-files';
import { readablePaths, realPath } from '#agents/module/reading/readable-paths';

/**
 * Requires that no confined module among `agents`, whose files start from `directory`, imports or
 * lists one of the `closed` files and folders, or a copy of one: the run itself does not know them.
 * `InvalidInput` names the agent.
 */
export function requireUnread(
  agents: readonly AgentConfig[],
  directory: string,
  closed: readonly string[],
): void {
  const hidden = closed.map((path) => realPath(resolve(path)));
  for (const agent of agents) {
    if (agent.kind !== 'module' || agent.trusted) continue;
    const path = resolve(directory, agent.file);
    // Its run refuses a module that does not exist.
    if (!existsSync(path)) continue;
    const file = realpathSync(path);
    const { id, file: where } = agent;
    const options = { id, where, listed: listedFiles(agent, directory) };
    const open = new Set(readablePaths(file, { ...options, hidden }));
    const read = readablePaths(file, { ...options, hidden: [] });
    const found = read.find((one) => !open.has(one));
    if (found === undefined) continue;
    throw invalidInput('a module imports what judges must not read', {
      where: `agents, ${id}: ${where}`,
      expected: 'no human judgments, rubrics, solutions or results',
      found: excerpt(found),
    });
  }
}
