/** The data set and the scenario of a judging run, as files in the folder of its result. */

import { resolve } from 'node:path';
import { z } from 'zod';
import { excerpt, invalidInput, sha256Hex } from '#values';
import { checkedLines } from '#contracts/parsing/json-lines';
import { statedHash } from '#market-data/tasks/bound-solutions';
import { judging } from '#workflows/judging/judging-workflow';
import {
  judgmentSchema,
  rubricInput,
  type JudgedSolution,
  type Judgment,
} from '#workflows/workflow/judgment';
import { resolveReference } from '#backtest/tape/scenario-tape';
import { textIn } from '#backtest/tape/text-in';
import { answersToJudge, type AnswerToJudge, type AnswersToJudge } from './judged-answers.js';
import { rubricsOf, type Rubrics } from './rubric-files.js';
import {
  readAgents,
  writeScenario,
  type DerivedTasks,
  type ResultFiles,
} from './written-scenario.js';

interface JudgedFiles {
  /** Folder of a finished result. */
  readonly result: string;
  /** Rubrics and their human review; rules of the workflow if there are none. */
  readonly rubrics?: string | undefined;
  readonly review?: string | undefined;
  /** Where the data set of the result is now, if it moved. */
  readonly data?: string | undefined;
  /** Those of an earlier judging run, to derive its tasks again. */
  readonly dimensions?: readonly string[] | undefined;
}

interface JudgingFiles extends ResultFiles, JudgedFiles {
  /** Names the judges. */
  readonly judges: string;
  /** Human judgments. */
  readonly gold?: string | undefined;
}

/**
 * Writes `data/` and `scenario.yaml` below `out`, from the result alone: the same files give the
 * same bytes. Returns the path of the scenario. `InvalidInput` names the file, line and member that
 * is wrong; `Conflict` if `out` holds a judging run of something else. Fails as `answersToJudge`
 * does. In all these cases nothing is written.
 */
export async function writeJudging(files: JudgingFiles): Promise<string> {
  const agents = readAgents(files.judges);
  const { gold } = files;
  const derived = await judgingTasks(files, agents.given.seed, (known) =>
    gold === undefined ? undefined : goldOf(gold, known),
  );
  const closed = [files.gold, files.rubrics, files.review, files.data];
  return writeScenario(files, agents, { suffix: 'judged', closed, ...derived });
}

type Gold = ReadonlyMap<string, JudgedSolution['gold']>;

/**
 * The tasks of judges; `goldFor` gives what people judged, by `keyOf`. Fails as
 * `writeJudging` does.
 */
export async function judgingTasks(
  files: JudgedFiles,
  seed: number,
  goldFor: (known: AnswersToJudge) => Gold | undefined,
): Promise<DerivedTasks> {
  const known = await answersToJudge(files.result, seed, files);
  const { work } = known;
  const rubrics = files.rubrics === undefined ? undefined : rubricsOf(files.rubrics, files.review);
  const gold = goldFor(known);
  const of = known.scenario.workflow;
  const tasks = known.answers.map((answer) =>
    taskOf(answer, rubrics, gold?.get(keyOf(answer)) ?? null),
  );
  const solutions = new Map(tasks.map(({ id, solution }) => [id, solution]));
  return {
    workflow: judging.name,
    terms: rubrics
      ? { of, most: 10, ...(rubrics.counts && { review: rubrics.counts }) }
      : {
          of,
          dimensions: work.dimensions,
          most: work.most,
          ...(work.hasChecks && { checks: true }),
        },
    tasks,
    known: known.known,
    origin: {
      runs: known.runs,
      ...(files.rubrics !== undefined && { rubrics: hashOfFile(files.rubrics) }),
      ...(files.review !== undefined && { review: hashOfFile(files.review) }),
      // People may judge later, which asks no judge again.
      stated: { member: 'gold', sha256: statedHash(solutions, 'gold') },
    },
    places: {
      result: resolve(files.result),
      rubrics: files.rubrics && resolve(files.rubrics),
      review: files.review && resolve(files.review),
      data: files.data && resolveReference(files.data, process.cwd()),
    },
  };
}

/** SHA-256 of the text of a file. */
export const hashOfFile = (path: string): string => sha256Hex(textIn(path));

function taskOf(answer: AnswerToJudge, rubrics: Rubrics | undefined, gold: JudgedSolution['gold']) {
  const { id, run, agent, task, words, known, caps, checked, money, ...marks } = answer;
  const { namesAuthor, halves } = marks;
  const { items, from, ...asked } = questionOf(answer, rubrics);
  const solution: JudgedSolution = {
    agent,
    run,
    task,
    words,
    known,
    caps,
    ...(checked !== undefined && { checked }),
    money,
    items: [...items],
    isOwnRubric: from.includes(agent),
    ...(namesAuthor && { namesAuthor }),
    ...(halves !== undefined && { halves }),
    gold,
  };
  return { id, ...asked, solution };
}

/** What a judge is shown: the rules of the workflow, or the items of a rubric instead. */
function questionOf({ task, instruction, texts }: AnswerToJudge, rubrics: Rubrics | undefined) {
  if (rubrics === undefined)
    return { instruction, inputs: texts, items: [], from: [] as readonly string[] };
  const rubric = rubrics.byTask.get(task);
  if (rubric === undefined) {
    throw invalidInput('an answer has no rubric', {
      where: rubrics.file,
      expected: `a line for the task ${excerpt(task)}`,
    });
  }
  const { items, from } = rubric;
  const { rules: _, ...others } = texts;
  const shown = items.map(({ polarity: __, ...item }) => item);
  return {
    instruction:
      `${instruction} The rubric lists statements; ` +
      'say for each whether it is true of the answer.',
    inputs: { ...others, [rubricInput]: JSON.stringify(shown) },
    items,
    from,
  };
}

/** Identifies an answer by the run and the task of the judged result. */
export const keyOf = ({ run, task }: Pick<AnswerToJudge, 'run' | 'task'>): string =>
  `${run}\n${task}`;

/** By run and task; of several people, the judgment of each in the order of the file. */
function goldOf(file: string, { answers, work: { dimensions, most } }: AnswersToJudge) {
  const scores = z.partialRecord(z.enum(dimensions), z.number().min(0).max(most)).optional();
  const line = judgmentSchema.extend({ run: z.string(), task: z.string(), scores });
  const known = new Set(answers.map(keyOf));
  const gold = new Map<string, Judgment[]>();
  for (const { where, value } of checkedLines({ name: file, text: textIn(file) }, line)) {
    const { run, task, ...judgment } = value;
    if (!known.has(keyOf(value))) {
      const expected = 'a run and a task of the result';
      throw invalidInput('no answer to judge has these names', {
        where,
        expected,
        found: excerpt(`${run}, ${task}`),
      });
    }
    const given = gold.get(keyOf(value)) ?? [];
    gold.set(keyOf(value), [...given, judgmentSchema.parse(judgment)]);
  }
  return new Map([...gold].map(([key, given]) => [key, given.length === 1 ? given[0]! : given]));
}
