/**
 * Answers of a finished result as tasks for judges, with what scoring knows about them and
 * judges do not.
 */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatInstant, invalidInput, seededRandom, unavailable, type Instant } from '#values';
import { valueOf } from '#contracts/result/figures';
import { ofTasks } from '#contracts/scenario/scenario';
import { allWorkflows, workflowOf, type JudgedAnswer, type Workflow } from '#workflows';
import { marksOf } from '#workflows/judging/answer-marks';
import type { JudgedSolution } from '#workflows/workflow/judgment';
import { finishedRun } from '#backtest/result/run-traces';
import { readOrigin, resultFolder } from '#backtest/result/result-folder';
import { runsIn } from '#backtest/result/result-recording';
import type { RecordedRun } from '#backtest/run-folder/own-journal';
import { openOwnData } from '#backtest/tape/recorded-dataset';

/**
 * The finished result in a folder, and the workflow of its answers. `InvalidInput` if the folder
 * holds no result, or one whose answers judges do not judge; `Unavailable` if it is not finished.
 */
export function resultToJudge(path: string) {
  const folder = resultFolder(resolve(path));
  const origin = readOrigin(folder);
  const scenario = ofTasks(origin.scenario);
  const workflow = workflowOf(allWorkflows, origin.scenario);
  const isAble = ({ judged, graded }: Workflow) => judged !== undefined || graded !== undefined;
  if (!isAble(workflow) || scenario === undefined) {
    const all = [...allWorkflows.values()];
    const inStages = all.filter(({ graded }) => graded !== undefined);
    const able = [...all.filter(({ judged }) => judged !== undefined), ...inStages];
    const expected = `a result of ${able.map(({ name }) => name).join(' or ')}`;
    throw invalidInput('judges do not judge such answers', {
      where: path,
      expected,
      found: workflow.name,
    });
  }
  if (!existsSync(folder.result)) {
    const expected = 'result.json; `tapefold run` with its scenario resumes it';
    throw unavailable('the result is not finished', { where: path, expected });
  }
  return { folder, scenario, workflow };
}

/** A finished run, and its agent as answers name it: the model is null for an agent without one. */
export async function runOf(run: RecordedRun) {
  const finished = await finishedRun(run);
  const { agent, label } = finished.plan;
  const model = ('model' in agent && agent.model) || null;
  return { ...finished, who: { agent: agent.id, model, run: label } };
}

type Who = Awaited<ReturnType<typeof runOf>>['who'];

/**
 * Reads the journals of a result, and what was recorded beside them; `runs` has the hash of each
 * journal. The seed determines the order of the answers; judges are asked when the last of the runs
 * ended, on the tape. Fails as `resultToJudge` does, and with `InvalidInput` if judges grade such
 * answers in stages; `CorruptJournal` if it was altered.
 */
export async function answersToJudge(path: string, seed: number, form: JudgedForm = {}) {
  const { folder, scenario, workflow } = resultToJudge(path);
  const work = workIn(workflow, form);
  if (work === undefined) {
    const expected = 'a result whose answers one judgment is enough for';
    throw invalidInput('such answers are graded in stages', { where: path, expected });
  }
  const answers: (JudgedAnswer & Who & Pick<JudgedSolution, 'money'>)[] = [];
  // Judges are asked after 1970, where a tape of tasks without a time ends.
  let endedAt = 1_000_000;
  let synthetic = false;
  const runs: Record<string, string> = {};
  const recorded = runsIn(folder.path);
  const solutions = work.hasChecks ? await solutionsOf(recorded, path, form.data) : null;
  for (const one of recorded) {
    const run = { ...(await runOf(one)), solutions };
    const { figures } = workflow.score(run.fold, { seed, solutions: null });
    const money = valueOf(figures, work.money ?? '');
    answers.push(...work.answersOf(run).map((answer) => ({ ...answer, ...run.who, money })));
    endedAt = Math.max(endedAt, run.fold.closed?.time ?? 0);
    synthetic ||= run.synthetic;
    runs[run.plan.label] = run.journalHash;
  }
  requireAnswers(answers, path);
  const marks = marksOf(
    answers.map(({ agent, model, texts, world }) => {
      return { agent, model, text: Object.values(texts)[0] ?? '', world };
    }),
  );
  const marked = answers.map((answer, at) => ({ ...answer, ...marks[at] }));
  const drawn = inDrawnOrder(marked, seed);
  const known = { synthetic, endedAt: formatInstant(endedAt as Instant) };
  return { scenario, work, known, runs, answers: drawn };
}

/** How answers are put before judges. */
export interface JudgedForm {
  /** Where the data set of the result is now, if it moved. */
  readonly data?: string | undefined;
  /** Those of a judging run, which an earlier version may have made. */
  readonly dimensions?: readonly string[] | undefined;
}

function workIn({ judged }: Workflow, { dimensions }: JudgedForm) {
  const earlier = judged?.earlier;
  return dimensions !== undefined && earlier?.dimensions.join() === dimensions.join()
    ? earlier
    : judged;
}

/** What code checks answers by; null if the data set has none. */
async function solutionsOf(runs: readonly RecordedRun[], where: string, data: string | undefined) {
  const [first] = runs;
  if (first === undefined) return null;
  const dataset = await openOwnData(first.manifest, { movedTo: data, where });
  try {
    return dataset.solutions();
  } finally {
    await dataset.close();
  }
}

export type AnswersToJudge = Awaited<ReturnType<typeof answersToJudge>>;
/** Its id does not reveal who gave it. */
export type AnswerToJudge = AnswersToJudge['answers'][number];

/** `InvalidInput` if a result has nothing for judges. */
export function requireAnswers(answers: readonly unknown[], path: string): void {
  if (answers.length > 0) return;
  const expected = 'answers that code alone does not decide, such as reports';
  throw invalidInput('the result has nothing to judge', { where: path, expected });
}

/**
 * Fisher and Yates' shuffle: an answer's place, and the id by it, is independent of who gave it.
 */
export function inDrawnOrder<T extends object>(all: readonly T[], seed: number) {
  const random = seededRandom(seed);
  const drawn = [...all];
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [drawn[last], drawn[other]] = [drawn[other]!, drawn[last]!];
  }
  const digits = String(drawn.length).length;
  return drawn.map((one, at) => ({ ...one, id: `answer-${String(at + 1).padStart(digits, '0')}` }));
}
