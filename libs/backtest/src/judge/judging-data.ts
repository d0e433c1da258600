/** The data set and the scenario of a judging run, as files in the folder of its result. */

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { conflict, excerpt, invalidInput } from '#values';
import { checkedLines } from '#contracts/json-lines';
import { scenarioSchemaOf, type TaskScenario } from '#contracts/scenario';
import { parseYaml } from '#contracts/yaml-document';
import { isStateless } from '#agents';
import { allWorkflows } from '#workflows';
import { judging } from '#workflows/judging/judging-workflow';
import { judgmentSchema, rubricInput, type JudgedSolution } from '#workflows/judging/judgment';
import { resultFolder } from '../result-folder.js';
import { makeFolder, writeWhole } from '../run-folder.js';
import { textIn } from '../text-in.js';
import { answersToJudge, type AnswerToJudge, type AnswersToJudge } from './judged-answers.js';
import { rubricsOf, type Rubrics } from './rubric-files.js';

export interface JudgingFiles {
  /** Folder of the result that is judged. */
  readonly result: string;
  /** Names the judges. */
  readonly judges: string;
  /** Folder of the judging run. */
  readonly out: string;
  /** Rubrics and their review by people; rules of the workflow where there are none. */
  readonly rubrics?: string | undefined;
  readonly review?: string | undefined;
  /** Judgments of people. */
  readonly gold?: string | undefined;
  /** Replaces what an earlier call wrote. */
  readonly fresh: boolean;
}

/** What a file of judges says: a scenario without what follows from the result. */
const judgesSchema = z.looseObject({
  agents: z.array(z.looseObject({})).min(1),
  seed: z.int().nonnegative().default(0),
  tasksAtOnce: z.int().optional(),
});

const judgesAtOnce = 8;

const goldLine = z.strictObject({
  run: z.string().min(1),
  task: z.string().min(1),
  ...judgmentSchema.shape,
});

/**
 * Writes `data/` and `scenario.yaml` below `out`, from the result alone: the same files give the same bytes. Returns
 * the path of the scenario. `InvalidInput` names the file, line and member that is wrong; `Conflict` where `out` holds
 * a judging run of something else. Fails as `answersToJudge` does. Nothing is written then.
 */
export async function writeJudging(files: JudgingFiles): Promise<string> {
  const { judges, out } = files;
  const given = parseYaml(textIn(judges), judges, () => judgesSchema);
  const found = await answersToJudge(files.result, given.seed);
  const rubrics = files.rubrics === undefined ? undefined : rubricsOf(files.rubrics, files.review);
  const gold = files.gold === undefined ? undefined : goldOf(files.gold, found.answers);
  const scenario = { ...given, ...scenarioOf(files.result, found, rubrics) };
  const parse = (value: object): TaskScenario =>
    parseYaml(stringify(value), judges, () =>
      scenarioSchemaOf(value, [...allWorkflows.values()]),
    ) as TaskScenario;
  const { agents } = parse(scenario);
  const tasksAtOnce = given.tasksAtOnce ?? (agents.some(isStateless) ? judgesAtOnce : 1);
  const base = (file: unknown): string => relative(out, resolve(dirname(judges), String(file)));
  const moved = given.agents.map((agent) => ({
    ...agent,
    ...('file' in agent && { file: base(agent['file']) }),
    ...(existsSync(join(dirname(judges), String(agent['prompt']))) && {
      prompt: base(agent['prompt']),
    }),
  }));
  const texts = {
    'scenario.yaml': stringify({ ...scenario, tasksAtOnce, agents: moved }),
    ...dataOf(found, { rubrics, gold }),
  };
  writeNew(out, texts, files.fresh);
  return join(out, 'scenario.yaml');
}

function scenarioOf(result: string, { scenario, work }: AnswersToJudge, rubrics?: Rubrics) {
  const { dimensions, most } = work;
  const terms = rubrics
    ? { of: scenario.workflow, most: 10, ...(rubrics.counts && { review: rubrics.counts }) }
    : { of: scenario.workflow, dimensions, most };
  const name = `${basename(resolve(result))}-judged`.replace(/[^\w.-]+/g, '-').slice(-64);
  return { name: name.replace(/^\W+/, ''), data: './data', workflow: judging.name, terms };
}

interface Besides {
  readonly rubrics: Rubrics | undefined;
  /** By run and task. */
  readonly gold: ReadonlyMap<string, JudgedSolution['gold']> | undefined;
}

/** Files of the data set. Ids of tasks say nothing of who answered. */
function dataOf({ answers, endedAt }: AnswersToJudge, { rubrics, gold }: Besides) {
  const digits = String(answers.length).length;
  const tasks = answers.map((answer, at) => {
    const { run, agent, task, words, known, caps, money } = answer;
    const id = `answer-${String(at + 1).padStart(digits, '0')}`;
    const rubric = rubrics?.byTask.get(task);
    if (rubrics !== undefined && rubric === undefined) {
      throw invalidInput('there is no rubric for an answer', {
        where: rubrics.file,
        expected: `a line for the task ${excerpt(task)}`,
      });
    }
    const { items = [], from = [] } = rubric ?? {};
    const shown = items.map(({ id: item, dimension, text, expected, source }) => {
      return { id: item, dimension, text, expected, source };
    });
    const { rules: _, ...texts } = answer.texts;
    const inputs = rubric ? { ...texts, [rubricInput]: JSON.stringify(shown) } : answer.texts;
    const instruction = rubric
      ? `${answer.instruction} Text rubric has statements: say of each item whether it is true of the report.`
      : answer.instruction;
    const own = { isOwnRubric: from.includes(agent), gold: gold?.get(keyOf(answer)) ?? null };
    const solution: JudgedSolution = {
      ...{ agent, run, task, words, known, caps, money, items: [...items], ...own },
    };
    return { line: { id, instruction, inputs }, solution: { id, solution } };
  });
  return {
    'data/dataset.yaml': stringify({
      ...{ name: 'answers', calendar: '24/7', currency: 'USD' },
      tasks: { file: 'tasks.jsonl', solutions: 'solutions.jsonl', knownAt: endedAt },
    }),
    'data/tasks.jsonl': linesOf(tasks.map(({ line }) => line)),
    'data/solutions.jsonl': linesOf(tasks.map(({ solution }) => solution)),
  };
}

const linesOf = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const keyOf = ({ run, task }: Pick<AnswerToJudge, 'run' | 'task'>): string => `${run}\n${task}`;

function goldOf(file: string, answers: readonly AnswerToJudge[]) {
  const known = new Set(answers.map(keyOf));
  const gold = new Map<string, JudgedSolution['gold']>();
  for (const { where, value } of checkedLines({ name: file, text: textIn(file) }, goldLine)) {
    const { run, task, ...judgment } = value;
    if (!known.has(keyOf(value))) {
      const expected = 'a run and a task of the result';
      throw invalidInput('nothing to judge has these names', {
        ...{ where, expected, found: excerpt(`${run}, ${task}`) },
      });
    }
    gold.set(keyOf(value), judgment);
  }
  return gold;
}

/** Where the same is there already it stays; runs over other files are not touched without `fresh`. */
function writeNew(out: string, texts: Readonly<Record<string, string>>, fresh: boolean): void {
  const changed = Object.entries(texts).find(([name, text]) => {
    const path = join(out, name);
    return existsSync(path) && readFileSync(path, 'utf8') !== text;
  });
  if (changed !== undefined && !fresh && existsSync(resultFolder(out).runs)) {
    const expected = 'the same result, judges and rubrics; use another --out, or --fresh';
    throw conflict('the folder holds the judging of something else', {
      ...{ where: join(out, changed[0]), expected },
    });
  }
  makeFolder(join(out, 'data'));
  for (const [name, text] of Object.entries(texts)) writeWhole(join(out, name), text);
}
