/** Data set and scenario that a command writes into the folder of a result, before it runs them there. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { conflict } from '#values';
import { isStateless } from '#agents';
import { scenarioSchemaOf, type TaskScenario } from '#contracts/scenario';
import { taskTermsSchema } from '#contracts/task-terms';
import { parseYaml } from '#contracts/yaml-document';
import { allWorkflows } from '#workflows';
import { resultFolder } from '../result-folder.js';
import { makeFolder, writeWhole } from '../run-folder.js';
import { textIn } from '../text-in.js';
import type { AnswersToJudge } from './judged-answers.js';

/** What a file of agents says: a scenario without what follows from the result. */
const agentsFile = z.looseObject({
  agents: z.array(z.looseObject({ id: z.string() })).min(1),
  seed: z.int().nonnegative().default(0),
  tasksAtOnce: z.int().optional(),
  /** Of answers that are graded in stages. */
  terms: taskTermsSchema.optional(),
});
export type AgentsFile = z.infer<typeof agentsFile>;

/** `InvalidInput` names the file, line and member that is wrong. */
export const readAgents = (file: string): AgentsFile =>
  parseYaml(textIn(file), file, () => agentsFile);

export interface WrittenScenario {
  /** Named in errors; files of agents start from its folder. */
  readonly file: string;
  readonly given: AgentsFile;
  readonly name: string;
  readonly workflow: string;
  readonly terms: object;
  /** Files of the data set, by name. */
  readonly data: Readonly<Record<string, string>>;
  readonly out: string;
  readonly fresh: boolean;
}

/** Tasks that a stateless agent works on at once, where its file does not say. */
const atOnce = 8;

/**
 * Writes `data/` and `scenario.yaml` below `out`, and returns the path of the latter. `InvalidInput` for agents that
 * are none; `Conflict` where `out` holds runs of something else. Nothing is written then.
 */
export function writeScenario(written: WrittenScenario): string {
  const { file, given, out, workflow, terms, data, fresh } = written;
  const name = written.name
    .replace(/[^\w.-]+/g, '-')
    .slice(-64)
    .replace(/^\W+/, '');
  const scenario = { ...given, name, data: './data', workflow, terms };
  const { agents } = parseYaml(stringify(scenario), file, () =>
    scenarioSchemaOf(scenario, [...allWorkflows.values()]),
  ) as TaskScenario;
  const tasksAtOnce = given.tasksAtOnce ?? (agents.some(isStateless) ? atOnce : 1);
  const moved = given.agents.map((agent) => movedAgent(agent, dirname(file), out));
  const texts = {
    'scenario.yaml': stringify({ ...scenario, tasksAtOnce, agents: moved }),
    ...Object.fromEntries(Object.entries(data).map(([own, text]) => [`data/${own}`, text])),
  };
  requireSame(out, texts, fresh);
  makeFolder(join(out, 'data'));
  for (const [own, text] of Object.entries(texts)) writeWhole(join(out, own), text);
  return join(out, 'scenario.yaml');
}

/** With its files as they are named from `out`. */
function movedAgent(agent: AgentsFile['agents'][number], from: string, out: string) {
  const base = (path: unknown): string => relative(out, resolve(from, String(path)));
  const hasPrompt = 'prompt' in agent && existsSync(resolve(from, String(agent['prompt'])));
  return {
    ...agent,
    ...('file' in agent && { file: base(agent['file']) }),
    ...(hasPrompt && { prompt: base(agent['prompt']) }),
  };
}

function requireSame(out: string, texts: Readonly<Record<string, string>>, fresh: boolean): void {
  const changed = Object.entries(texts).find(([name, text]) => {
    const path = join(out, name);
    // Solutions are read when runs are scored, and no run depends on them.
    return (
      !name.endsWith('solutions.jsonl') && existsSync(path) && readFileSync(path, 'utf8') !== text
    );
  });
  if (changed === undefined || fresh || !existsSync(resultFolder(out).runs)) return;
  const expected = 'the same result and agents; use another --out, or --fresh';
  throw conflict('the folder holds the judging of something else', {
    ...{ where: join(out, changed[0]), expected },
  });
}

/** A data set of tasks that are known at an instant; before everything else where there is none. */
export const datasetOf = (
  {
    endedAt: knownAt,
    synthetic,
  }: Pick<AnswersToJudge, 'synthetic'> & { readonly endedAt: string | undefined },
  solutions?: string,
): string =>
  stringify({
    ...{ name: 'answers', calendar: '24/7', currency: 'USD', ...(synthetic && { synthetic }) },
    tasks: { file: 'tasks.jsonl', ...(solutions && { solutions }), ...(knownAt && { knownAt }) },
  });
