/**
 * Data set and scenario that a command writes into the folder of a result, before it
 * runs them there.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { conflict } from '#values';
import { isStateless } from '#contracts/agents/agent-kinds';
import { jsonLines } from '#contracts/parsing/json-lines';
import { scenarioSchemaOf, type TaskScenario } from '#contracts/scenario/scenario';
import { taskTermsSchema } from '#contracts/scenario/task-terms';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { parseManifest, type DescribedManifest } from '#market-data/manifest/dataset-manifest';
import type { DataOrigin, DataPlaces } from '#market-data';
import { solutionHash } from '#market-data/tasks/bound-solutions';
import { allWorkflows, type StageTask } from '#workflows';
import { resultFolder } from '#backtest/result/result-folder';
import { makeFolder, writeWhole } from '#backtest/run-folder/run-folder';
import { textIn } from '#backtest/tape/text-in';
import { requireUnread } from './unread-files.js';

/** Content of a file of agents: a scenario without what follows from the result. */
const agentsFile = z.looseObject({
  agents: z.array(z.looseObject({ id: z.string() })).min(1),
  seed: z.int().nonnegative().default(0),
  tasksAtOnce: z.int().optional(),
  /** Only where answers are graded in stages. */
  terms: taskTermsSchema.optional(),
});
type AgentsFile = z.infer<typeof agentsFile>;

/** Reads a file of agents. `InvalidInput` names the file, line and member that is wrong. */
export const readAgents = (file: string) => ({
  file,
  given: parseYaml(textIn(file), file, () => agentsFile),
});

/** Where a command reads from and writes to. */
export interface ResultFiles {
  /** Folder of a finished result, which is only read. */
  readonly result: string;
  /** Folder of the run on it. */
  readonly out: string;
  /** Replaces what an earlier call wrote. */
  readonly fresh: boolean;
}

/** Tasks that follow from a finished result, and what they were made from. */
export interface DerivedTasks {
  readonly workflow: string;
  readonly terms: object;
  /** Either each task has a solution, or none does. */
  readonly tasks: readonly (Omit<StageTask, 'solution'> & Partial<StageTask>)[];
  readonly known: KnownTasks;
  readonly origin: DataOrigin;
  /** Absolute paths; of a bundled data set, its name. */
  readonly places: DataPlaces;
}

interface WrittenScenario extends DerivedTasks {
  /** Suffix to the name of the result in that of the scenario. */
  readonly suffix: string;
  /** Files that modules must not read, besides the result: human judgments, rubrics, a data set. */
  readonly closed?: readonly (string | undefined)[];
}

/** Tasks that a stateless agent works on at once, if its file does not set that. */
const atOnce = 8;

/**
 * Writes `data/` and `scenario.yaml` below `out`, and returns the path of the latter.
 * `InvalidInput` for invalid agents; `Conflict` if `out` holds runs of something else. In both
 * cases nothing is written.
 */
export function writeScenario(
  { result, out, fresh }: ResultFiles,
  { file, given: judges }: ReturnType<typeof readAgents>,
  { suffix, closed = [], ...derived }: WrittenScenario,
): string {
  const { workflow, terms } = derived;
  const name = `${basename(resolve(result))}-${suffix}`
    .replace(/[^\w.-]+/g, '-')
    .slice(-64)
    .replace(/^\W+/, '');
  const scenario = { ...judges, name, data: './data', workflow, terms };
  const { agents } = parseYaml(stringify(scenario), file, () =>
    scenarioSchemaOf(scenario, [...allWorkflows.values()]),
  ) as TaskScenario;
  requireUnread(agents, dirname(file), [result, ...closed.filter((path) => path !== undefined)]);
  const tasksAtOnce = judges.tasksAtOnce ?? (agents.some(isStateless) ? atOnce : 1);
  const moved = judges.agents.map((agent) => movedAgent(agent, dirname(file), out));
  const isJudged = !fresh && existsSync(resultFolder(out).runs);
  const data = join(out, 'data');
  const texts = {
    'scenario.yaml': stringify({ ...scenario, tasksAtOnce, agents: moved }),
    ...textsOf(isJudged ? statedBefore(derived, data) : derived, data),
  };
  if (isJudged) requireSame(out, texts);
  makeFolder(data);
  for (const [own, text] of Object.entries(texts)) writeWhole(join(out, own), text);
  return join(out, 'scenario.yaml');
}

/**
 * The files of such tasks, by their paths below the folder that has `data`, the folder
 * of the data set.
 */
export function textsOf({ tasks, known, origin, places }: DerivedTasks, data: string) {
  const stated = origin.stated?.member;
  const hasSolutions = tasks.every(({ solution }) => solution !== undefined);
  const solutions = tasks.map(({ id, solution }) => ({ id, solution }));
  const bound = tasks.map(({ solution, ...line }) => {
    const shown = { ...line, inputs: wellFormed(line.inputs) };
    if (solution === undefined) return shown;
    // As it will be read: without members that are undefined.
    const read: unknown = JSON.parse(JSON.stringify(solution));
    return { ...shown, solutionSha256: solutionHash(read, stated) };
  });
  const from = Object.entries(places).flatMap(([what, path]) =>
    path === undefined ? [] : [[what, isAbsolute(path) ? relative(resolve(data), path) : path]],
  );
  const dataset = datasetOf(known, hasSolutions ? 'solutions.jsonl' : undefined);
  return {
    'data/dataset.yaml': dataset + stringify({ origin, places: Object.fromEntries(from) }),
    'data/tasks.jsonl': jsonLines(bound),
    ...(hasSolutions && { 'data/solutions.jsonl': jsonLines(solutions) }),
  };
}

/** Texts as a file can hold them: half a surrogate pair is U+FFFD. */
const wellFormed = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.toWellFormed()]));

/**
 * The manifest in a folder of a data set; undefined without one. `InvalidInput` if it is malformed.
 */
export function manifestIn(data: string): DescribedManifest | undefined {
  const path = join(data, 'dataset.yaml');
  return existsSync(path) ? parseManifest(readFileSync(path, 'utf8'), path) : undefined;
}

/** Runs exist: what people had stated before them stays recorded. */
function statedBefore(derived: DerivedTasks, data: string): DerivedTasks {
  const before = manifestIn(data)?.origin?.stated;
  if (before === undefined || derived.origin.stated === undefined) return derived;
  return { ...derived, origin: { ...derived.origin, stated: before } };
}

/** With its files as they are named from `out`. */
function movedAgent(agent: AgentsFile['agents'][number], from: string, out: string) {
  const base = (path: unknown): string => relative(out, resolve(from, String(path)));
  const hasPrompt = 'prompt' in agent && existsSync(resolve(from, String(agent['prompt'])));
  return {
    ...agent,
    ...('file' in agent && { file: base(agent['file']) }),
    ...(Array.isArray(agent['reads']) && { reads: agent['reads'].map(base) }),
    ...(hasPrompt && { prompt: base(agent['prompt']) }),
  };
}

function requireSame(out: string, texts: Readonly<Record<string, string>>): void {
  const changed = Object.entries(texts).find(([name, text]) => {
    const path = join(out, name);
    // Solutions are read when runs are scored, and no run depends on them.
    if (name.endsWith('solutions.jsonl') || !existsSync(path)) return false;
    const found = readFileSync(path, 'utf8');
    return withoutPlaces(found) !== withoutPlaces(text);
  });
  if (changed === undefined) return;
  const expected = 'the same result and agents; use another --out, or --fresh';
  throw conflict('the folder holds the judging of another result', {
    where: join(out, changed[0]),
    expected,
  });
}

/** A result that moved is the same. */
const withoutPlaces = (text: string): string => text.replace(/^places:\n(?: .*\n)*/m, '');

/** Tasks of an instant; without one they are known before everything else. */
interface KnownTasks {
  readonly endedAt: string | undefined;
  readonly synthetic: boolean;
}

/** A data set of such tasks. */
export const datasetOf = (
  { endedAt: knownAt, synthetic }: KnownTasks,
  solutions?: string,
): string =>
  stringify({
    name: 'answers',
    calendar: '24/7',
    currency: 'USD',
    ...(synthetic && { synthetic }),
    tasks: { file: 'tasks.jsonl', ...(solutions && { solutions }), ...(knownAt && { knownAt }) },
  });
