/** From a scenario's configuration to an agent that can be asked. */

import { isAbsolute, resolve } from 'node:path';
import { invalidInput, type TapefoldError } from '#values';
import { isServed, kindsThat, traitsOf } from '#contracts/agents/agent-kinds';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { insideFolder, isWithin } from '#market-data/rows/inside-folder';
import type { Agent, AskedAt, NoDecision } from './seat/agent.js';
import type { ModuleAgentOptions } from './module/agent/open-module-agent.js';
import type { Work } from './seat/work.js';
import type { ReadTable } from './signals/signal-file.js';

/**
 * Opens the agent of a run, before its first fact. `InvalidInput` names the file of a script or
 * module that is missing or broken, or an agent that does no such work or answers from outside of
 * the system; `Unavailable` when a module's process cannot be started.
 */
export async function openAgent<Asked extends AskedAt, Made>(
  config: AgentConfig,
  work: Work<Asked, Made>,
  options: ModuleAgentOptions,
): Promise<Agent<Asked, Made | NoDecision>> {
  if (config.kind === 'script') {
    return work.openScript(fileOf(config.file, options.directory), readTable);
  }
  if (config.kind === 'module') {
    const { openModuleAgent } = await import('./module/agent/open-module-agent.js');
    return openModuleAgent(config, work, options);
  }
  const rule = work.openRule(config);
  if (rule !== undefined) return rule;
  if (isServed(config)) throw noTools(config);
  const { id, kind } = config;
  const { what, expected } = traitsOf(config).needs ?? {
    what: noSuchWork(work.workflow),
    expected: [...work.rules, ...kindsThat(({ isGeneral }) => isGeneral)].join(', '),
  };
  throw invalidInput(what, { where: `agents, ${id}: kind`, expected, found: kind });
}

/** Why a rule of another workflow cannot be used. */
export const noSuchWork = (workflow: string): string => `an agent of this kind does no ${workflow}`;

/** Why an agent that works through tools cannot be opened as one that is asked in this process. */
export function noTools({ id, kind }: Pick<AgentConfig, 'id' | 'kind'>): TapefoldError {
  return invalidInput(`an agent of kind ${kind} needs a place where its tools are served`, {
    where: `agents, ${id}: kind`,
    expected: 'a run whose workflow offers tools',
    found: kind,
  });
}

/** Why an agent that asks models cannot be opened when no model can be reached. */
export function noModels({ id, kind }: Pick<AgentConfig, 'id' | 'kind'>): TapefoldError {
  return invalidInput(`an agent of kind ${kind} needs a place where its model calls are recorded`, {
    where: `agents, ${id}: kind`,
    expected: 'a process with a recording gateway',
    found: kind,
  });
}

/** The rows of a Parquet file; the reader loads when it is asked for. */
export const readTable: ReadTable = async (file) => {
  const { readParquet } = await import('#market-data/tables/parquet-file');
  return readParquet(file, file);
};

/**
 * A file of a scenario, which may be relative to its folder. `InvalidInput` if a link leads out of
 * that folder: errors quote the lines of such files.
 */
export function fileOf(file: string, directory: string): string {
  const path = resolve(directory, file);
  const isOwn = isWithin(resolve(directory), path) && !isAbsolute(file);
  if (isOwn) insideFolder(directory, file);
  return path;
}
