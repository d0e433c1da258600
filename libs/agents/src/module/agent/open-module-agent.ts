/**
 * Opens a user's own file as an agent: in a confined process, or in this one when it is trusted.
 */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { invalidInput, unavailable } from '#values';
import type { CalendarName, TapeHeader } from '#contracts';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { TapeCalendar } from '#contracts/facts/calendar-name';
import { isWithin } from '#market-data/rows/inside-folder';
import { unlessAborted } from '#llm/calls/waiting';
import { pathsOf } from '#market-data/xbrl/cases-reference';
import type { Agent, AskedAt, HistoryNeed, NoDecision } from '../../seat/agent.js';
import type { PlainData, Work } from '../../seat/work.js';
import type { ChildMessage } from '../answers/child-message.js';
import { ConfinedAgent } from './confined-agent.js';
import { oneLine, withoutPaths } from '../../seat/failure-text.js';
import { loadModule, type RefusedModule } from './load-module.js';
import { startModuleProcess, type ModuleProcess } from '../process/module-process.js';
import { nodeArguments, packageRoot } from '../process/node-arguments.js';
import { informativeLine } from '../process/output-lines.js';
import type { ModuleOpening } from '../facts/parent-message.js';
import { readablePaths, realPath } from '../reading/readable-paths.js';
import { listedFiles } from '../reading/listed-files.js';
import { sourceExtensions } from '../reading/module-parts.js';
import { TrustedModule } from './trusted-module.js';

export type ModuleConfig = Extract<AgentConfig, { kind: 'module' }>;

export interface ModuleAgentOptions {
  /** Folder from which a relative `file` starts: that of the scenario. */
  readonly directory: string;
  readonly header: Pick<
    TapeHeader,
    'instruments' | 'tradePrice' | 'priceBasis' | 'adjusted' | 'peers' | keyof TapeCalendar
  >;
  /** The calendar whose sessions the run follows, if it is not the tape's own. */
  readonly follows?: CalendarName | undefined;
  /**
   * Files and folders that hold the future, from the same folder: the data set (as a reference),
   * results of runs, whether they exist yet or not. Never readable for the module.
   */
  readonly hidden: readonly string[];
  /** Inputs for a process to follow the run by itself, if it may. */
  readonly followed?: unknown;
  /** Ends the opening early: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Gets a confined module's output: whole lines without control characters, of foreign text. */
  readonly print?: ((lines: string) => void) | undefined;
}

interface OpenedModule<Asked extends AskedAt, Made> extends Agent<Asked, Made | NoDecision> {
  /** Bars that the scenario, or else the module, asks for. */
  readonly history: HistoryNeed;
}

/** As the module's process, or the loader in this one, reports it. */
type Refusal = { what: string } & {
  [K in 'file' | 'line' | 'expected' | 'found']?: RefusedModule[K] | undefined;
};

/** The package with the bundled prices. */
const bundledData = '@observablehq/sample-datasets';

/** Time to load a module, and to catch up after a restart. */
const startBudgetMs = 30_000;

/** Kept of a module's output while it loads: the end has the reason for a failure. */
const printedCharsKept = 65_536;

/** Tells instances of a trusted module apart. */
let trustedInstances = 0;

/**
 * Loads the module before the run starts. `InvalidInput` naming the file as the scenario spells it,
 * with the line if it is known, when there is no such file or it is not an agent; `Unavailable`
 * when its process cannot be started.
 */
export async function openModuleAgent<Asked extends AskedAt, Made>(
  config: ModuleConfig,
  work: Work<Asked, Made>,
  options: ModuleAgentOptions,
): Promise<OpenedModule<Asked, Made>> {
  const file = requireFile(config, options.directory);
  return config.trusted
    ? openTrusted(file, work, config, options)
    : openConfined(file, work, config, options);
}

const givenTo = ({ config }: ModuleConfig, { given }: Work): PlainData => ({ ...given, config });

async function openTrusted<Asked extends AskedAt, Made>(
  file: string,
  work: Work<Asked, Made>,
  config: ModuleConfig,
  { signal }: ModuleAgentOptions,
): Promise<OpenedModule<Asked, Made>> {
  const module = await unlessAborted(loadModule(file, ++trustedInstances), signal);
  if (module.kind === 'refused') throw refusal(config, module);
  const history = config.history ?? module.history;
  const { timeBudgetMs } = config;
  return new TrustedModule(module, { work, given: givenTo(config, work), timeBudgetMs, history });
}

async function openConfined<Asked extends AskedAt, Made>(
  file: string,
  work: Work<Asked, Made>,
  config: ModuleConfig,
  { directory, header, follows, hidden, signal, print, followed }: ModuleAgentOptions,
): Promise<OpenedModule<Asked, Made>> {
  const { instruments, tradePrice, priceBasis, adjusted, peers } = header;
  const { calendar, ownCalendar, ownCalendars, dayStart, weekStart } = header;
  const market = {
    instruments,
    tradePrice,
    priceBasis,
    adjusted,
    calendar,
    ownCalendar,
    ownCalendars,
    dayStart,
    weekStart,
    peers,
    follows,
  };
  const given = givenTo(config, work);
  const { answers } = work;
  const opening = { given, answers, file, ...market, history: config.history };
  const closed = hidden.flatMap(pathsOf).map((path) => realPath(resolve(directory, path)));
  const paths = readablePaths(file, {
    id: config.id,
    listed: listedFiles(config, directory),
    hidden: [...closed, ...bundledPlaces()],
    program: programPaths(file),
    where: config.file,
  });
  const argumentsOfNode = nodeArguments(paths);
  let printed = '';
  const keep = (lines: string): void => {
    printed = (printed + lines).slice(-printedCharsKept);
    print?.(lines);
  };
  const start = (): ModuleProcess => startModuleProcess(argumentsOfNode, dirname(file), keep);
  signal?.throwIfAborted();
  const process = start();
  try {
    const loading = firstOpening(process, opening, config, () => printed);
    const opened = await unlessAborted(loading, signal);
    const history = config.history ?? opened.history;
    const { timeBudgetMs } = config;
    return new ConfinedAgent(
      { work, opening, timeBudgetMs, startBudgetMs, history, start, followed },
      process,
    );
  } catch (error) {
    await process.end();
    throw error;
  }
}

async function firstOpening(
  process: ModuleProcess,
  opening: ModuleOpening,
  config: ModuleConfig,
  printed: () => string,
): Promise<Extract<ChildMessage, { kind: 'opened' }>> {
  const reply = await process.request({ kind: 'open', id: 0, ...opening }, startBudgetMs);
  if (reply.kind === 'message' && reply.message.kind === 'opened') return reply.message;
  await process.end();
  if (reply.kind === 'message' && reply.message.kind === 'refused')
    throw refusal(config, reply.message);
  if (reply.kind === 'silent') {
    throw refusal(config, { what: `the module did not load within ${startBudgetMs} ms` });
  }
  if (reply.kind === 'ended' && !reply.started)
    throw unavailable(reply.reason, { where: config.file });
  throw refusal(config, {
    what: reply.kind === 'ended' ? reply.reason : 'the module’s process gave no answer',
    found: informativeLine(printed()),
  });
}

/** The real path of the module, or `InvalidInput`. */
function requireFile(config: ModuleConfig, directory: string): string {
  const path = resolve(directory, config.file);
  const where = config.file;
  if (!existsSync(path)) throw invalidInput('no such file', { where, expected: 'a module agent' });
  if (!statSync(path).isFile())
    throw invalidInput('not a file', { where, expected: 'a module agent' });
  const file = realpathSync(path);
  if (sourceExtensions.includes(extname(file))) return file;
  const found = extname(file) === '' ? 'no extension' : extname(file);
  throw invalidInput('not a module', {
    where,
    expected: `one of ${sourceExtensions.join(', ')}`,
    found,
  });
}

/** Where the package manager may have put it: in the product, or next to it. */
function bundledPlaces(): string[] {
  const root = packageRoot();
  return [join(root, 'node_modules'), dirname(root)].map((folder) => join(folder, bundledData));
}

/**
 * What a module must not read even if it is in the same folder: the product, which includes
 * the readers.
 */
function programPaths(file: string): string[] {
  const root = packageRoot();
  if (!isWithin(root, file)) return [root];
  const inside = ['dist', 'libs', 'node_modules'].map((name) => join(root, name));
  return inside.filter((path) => !isWithin(path, file));
}

function refusal(config: ModuleConfig, refused: Refusal): Error {
  const file = refused.file === undefined ? config.file : join(dirname(config.file), refused.file);
  const where = refused.line === undefined ? file : `${file}:${refused.line}`;
  const { expected, found } = refused;
  return invalidInput(oneLine(refused.what), {
    where,
    ...(expected === undefined ? {} : { expected: oneLine(expected) }),
    ...(found === undefined ? {} : { found: oneLine(withoutPaths(found)) }),
  });
}
