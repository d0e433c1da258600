/** The data set and the scenario of a judging run, as files in the folder of its result. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { checkedLines } from '#contracts/parsing/json-lines';
import { judging } from '#workflows/judging/judging-workflow';
import { judgmentSchema, rubricInput, type JudgedSolution } from '#workflows/workflow/judgment';
import { textIn } from '../tape/text-in.js';
import { answersToJudge, type AnswerToJudge, type AnswersToJudge } from './judged-answers.js';
import { rubricsOf, type Rubrics } from './rubric-files.js';
import { readAgents, writeScenario, type ResultFiles } from './written-scenario.js';

interface JudgingFiles extends ResultFiles {
  /** Names the judges. */
  readonly judges: string;
  /** Rubrics and their human review; rules of the workflow if there are none. */
  readonly rubrics?: string | undefined;
  readonly review?: string | undefined;
  /** Human judgments. */
  readonly gold?: string | undefined;
}

/**
 * Writes `data/` and `scenario.yaml` below `out`, from the result alone: the same files give the same bytes. Returns
 * the path of the scenario. `InvalidInput` names the file, line and member that is wrong; `Conflict` if `out` holds
 * a judging run of something else. Fails as `answersToJudge` does. In all these cases nothing is written.
 */
export async function writeJudging(files: JudgingFiles): Promise<string> {
  const agents = readAgents(files.judges);
  const known = await answersToJudge(files.result, agents.given.seed);
  const { work } = known;
  const rubrics = files.rubrics === undefined ? undefined : rubricsOf(files.rubrics, files.review);
  const gold = files.gold === undefined ? undefined : goldOf(files.gold, known);
  const of = known.scenario.workflow;
  return writeScenario(files, agents, {
    suffix: 'judged',
    workflow: judging.name,
    terms: rubrics
      ? { of, most: 10, ...(rubrics.counts && { review: rubrics.counts }) }
      : { of, dimensions: work.dimensions, most: work.most },
    tasks: known.answers.map((answer) => {
      return taskOf(answer, rubrics, gold?.get(keyOf(answer)) ?? null);
    }),
    known,
    closed: [files.gold, files.rubrics, files.review],
  });
}

function taskOf(answer: AnswerToJudge, rubrics: Rubrics | undefined, gold: JudgedSolution['gold']) {
  const { id, run, agent, task, words, known, caps, money } = answer;
  const { items, from, ...asked } = questionOf(answer, rubrics);
  const solution: JudgedSolution = {
    ...{ agent, run, task, words, known, caps, money, items: [...items] },
    ...{ isOwnRubric: from.includes(agent), gold },
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
      ...{ where: rubrics.file, expected: `a line for the task ${excerpt(task)}` },
    });
  }
  const { items, from } = rubric;
  const { rules: _, ...others } = texts;
  const shown = items.map(({ polarity: __, ...item }) => item);
  return {
    instruction: `${instruction} rubric has statements: say of each item whether it is true of the answer.`,
    inputs: { ...others, [rubricInput]: JSON.stringify(shown) },
    ...{ items, from },
  };
}

const keyOf = ({ run, task }: Pick<AnswerToJudge, 'run' | 'task'>): string => `${run}\n${task}`;

/** By run and task. */
function goldOf(file: string, { answers, work: { dimensions, most } }: AnswersToJudge) {
  const scores = z.partialRecord(z.enum(dimensions), z.number().min(0).max(most)).optional();
  const line = judgmentSchema.extend({ run: z.string(), task: z.string(), scores });
  const known = new Set(answers.map(keyOf));
  const gold = new Map<string, JudgedSolution['gold']>();
  for (const { where, value } of checkedLines({ name: file, text: textIn(file) }, line)) {
    const { run, task, ...judgment } = value;
    if (!known.has(keyOf(value))) {
      const expected = 'a run and a task of the result';
      throw invalidInput('no answer to judge has these names', {
        ...{ where, expected, found: excerpt(`${run}, ${task}`) },
      });
    }
    gold.set(keyOf(value), judgmentSchema.parse(judgment));
  }
  return gold;
}
