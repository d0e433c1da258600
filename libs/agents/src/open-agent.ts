/** From a scenario's configuration to an agent that can be asked. */

import { isAbsolute, resolve } from 'node:path';
import { invalidInput, type TapefoldError } from '#values';
import type { AgentConfig, AgentKind } from '#contracts/scenario/scenario';
import { insideFolder, isWithin } from '#market-data/rows/inside-folder';
import type { Agent, AskedAt, NoDecision } from './seat/agent.js';
import type { ModuleAgentOptions } from './module/agent/open-module-agent.js';
import { settingsOf } from './llm/settings.js';
import type { Work } from './seat/work.js';
import type { ReadTable } from './signals/signal-file.js';

/**
 * Opens the agent of a run, before its first fact. `InvalidInput` names the file of a script or module
 * that is missing or broken, or an agent that does no such work or answers from outside of the system; `Unavailable`
 * when a module's process cannot be started.
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
  if (isServedAgent(config)) throw noTools(config);
  const { id, kind } = config;
  const own = { what: noSuchWork(work.workflow), expected: [...work.rules, ...anyWork].join(', ') };
  const { what, expected } = needs[kind] ?? own;
  throw invalidInput(what, { where: `agents, ${id}: kind`, expected, found: kind });
}

/** Kinds that do any work. */
const anyWork = ['script', 'module', 'mcp', 'llm', 'http', 'external'];

/** Why a rule of another workflow cannot be used. */
export const noSuchWork = (workflow: string): string => `an agent of this kind does no ${workflow}`;

const needs: { readonly [kind in AgentKind]?: { what: string; expected: string } } = {
  external: {
    what: 'an external agent needs a cluster: it reads and writes topics',
    expected: 'a kind that runs in one process, or a scenario given to `tapefold cluster submit`',
  },
  registered: {
    what: 'an agent that is registered under a name needs services that know it',
    expected: 'the agent itself, or a scenario given to `tapefold cluster submit`',
  },
};

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

/**
 * Whether the agent's answers are a function of tape and seed, so that a replay may ask it again. A
 * script's file may have changed since.
 */
export function isRepeatable(kind: AgentKind): boolean {
  const isOutside = kind === 'external' || kind === 'registered' || isServed(kind);
  return kind !== 'module' && kind !== 'script' && !isOutside;
}

/** Whether an agent works through the tools of each decision, and submits through them. */
export const isServed = (kind: AgentKind): kind is ServedKind =>
  kind === 'mcp' || kind === 'llm' || kind === 'http' || kind === 'rule';
export type ServedKind = 'mcp' | 'llm' | 'http' | 'rule';

/**
 * Whether an agent can work on several tasks at once: a module that declares it, and any agent that gets each task on
 * its own, unless it has a memory of earlier ones.
 */
export function isStateless(agent: AgentConfig): boolean {
  if (agent.kind === 'module') return agent.stateless === true;
  return isServed(agent.kind) && (agent.kind !== 'llm' || settingsOf(agent).memory === 'none');
}

/** The same for a configuration. */
export const isServedAgent = (
  agent: AgentConfig,
): agent is Extract<AgentConfig, { kind: ServedKind }> => isServed(agent.kind);

/** What each kind does, for a listing. */
export const agentKinds: Readonly<Record<AgentKind, string>> = {
  'buy-and-hold': 'Long from the first decision, for good; several symbols in equal parts.',
  'sma-cross':
    'Long while the mean of the last `fast` closes is above that of the last `slow`, else flat.',
  'rsi-reversion':
    'Enters when the relative strength index of `length` is below `enter`, leaves when it is above `exit`.',
  'pair-hold':
    'Hedging: opens its pair in `direction`, and holds; the pair is given or chosen by cointegration.',
  'pair-zscore':
    'Hedging: against the log price ratio beyond `enter` deviations of `lookback` bars, closed within `exit`.',
  random:
    'BUY, SELL or HOLD with equal chance, from the seed; in hedging any pair, and any of its actions.',
  script:
    'From `file`: signals as CSV or Parquet, a HERCULEAN result, or decisions or answers to tasks as JSON lines.',
  module: "A user's own TypeScript or JavaScript `file`, in a confined process unless `trusted`.",
  mcp: 'Any program that speaks MCP: it is served the tools of each decision at an address, and submits there.',
  llm: 'A language model in a loop of thought and tool calls, until it submits; each of its calls is recorded.',
  http: 'A program behind a `url`: it is posted each decision with an address of its tools, and answers with one.',
  rule: 'A rule of the workflow by its name; it works through the tools of each decision.',
  registered: 'An agent that the operator of the services has registered under the name `agent`.',
  external: 'A program outside that reads the topics of a cluster and answers on them.',
};

/** The rows of a Parquet file; the reader loads when it is asked for. */
export const readTable: ReadTable = async (file) => {
  const { readParquet } = await import('#market-data/tables/parquet-file');
  return readParquet(file, file);
};

/**
 * A file of a scenario, which may be relative to its folder. `InvalidInput` if a link leads out of that folder:
 * errors quote the lines of such files.
 */
export function fileOf(file: string, directory: string): string {
  const path = resolve(directory, file);
  const isOwn = isWithin(resolve(directory), path) && !isAbsolute(file);
  if (isOwn) insideFolder(directory, file);
  return path;
}
