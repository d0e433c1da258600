/**
 * Answers that are graded in stages: each stage is a judging run in its own folder, made from
 * the previous one.
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatInstant, invariant, type Instant } from '#values';
import type { TaskTerms } from '#contracts/scenario/task-terms';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import type { Dataset } from '#market-data';
import {
  allWorkflows,
  TaskFold,
  workflowOf,
  type AnswerToGrade,
  type GradingStage,
  type StageRun,
} from '#workflows';
import { marksOf } from '#workflows/judging/answer-marks';
import { resultsOf } from '#workflows/judging/shown-to-judges';
import { documentIn } from '#workflows/judging/text/written-document';
import { openOwnData } from '#backtest/tape/recorded-dataset';
import { resolveReference } from '#backtest/tape/scenario-tape';
import { readOrigin, resultFolder } from '#backtest/result/result-folder';
import { runsIn } from '#backtest/result/result-recording';
import { inDrawnOrder, requireAnswers, resultToJudge, runOf } from './judged-answers.js';
import {
  readAgents,
  writeScenario,
  type DerivedTasks,
  type ResultFiles,
} from './written-scenario.js';

/**
 * `judges` has the `terms` of every stage; `out` is the folder of the last one, and
 * holds earlier ones.
 */
interface GradingFiles extends ResultFiles {
  readonly judges: string;
  /** Where the data set of the result is now, if it moved. */
  readonly data?: string | undefined;
}

/**
 * Writers of the stages of a result, in order; none if one judgment is enough. Each is to be run
 * before the next is written: `scenario` is the path of its scenario, `out` the folder of its
 * result, and `isFinished` tells whether that exists. Fails as `resultToJudge` does. Writing fails
 * as `writeScenario` does, with `InvalidInput` if the data set of the result has changed since, and
 * with `CorruptJournal` if a run was altered.
 */
export function gradingStages(files: GradingFiles) {
  const found = resultToJudge(files.result);
  const stages = found.workflow.graded?.stages ?? [];
  const folderOf = (at: number): string =>
    at === stages.length - 1 ? files.out : join(files.out, 'stages', stages[at]!.workflow);
  return stages.map((stage, at) => async () => {
    const out = folderOf(at);
    const agents = readAgents(files.judges);
    const derived = await stageTasks(found, {
      stage,
      seed: agents.given.seed,
      data: files.data,
      terms: agents.given.terms ?? {},
      termsIn: `${agents.file}: terms`,
      before: at === 0 ? undefined : { workflow: stages[at - 1]!.workflow, path: folderOf(at - 1) },
    });
    const scenario = writeScenario({ ...files, out }, agents, {
      suffix: stage.workflow,
      closed: [files.data],
      ...derived,
    });
    const isFinished = existsSync(resultFolder(out).result);
    return { name: stage.workflow, out, scenario, isFinished };
  });
}

interface StageOptions {
  readonly stage: GradingStage;
  readonly seed: number;
  /** Where the data set of the result is now, if it moved. */
  readonly data?: string | undefined;
  /** Those of the file of judges, and where they stand. */
  readonly terms: TaskTerms;
  readonly termsIn: string;
  /** The stage before it, and the folder of its result. */
  readonly before: { readonly workflow: string; readonly path: string } | undefined;
}

/**
 * The tasks of a stage, from the judged result and the stage before. Fails as `gradingStages` does.
 */
export async function stageTasks(
  { folder, scenario }: ReturnType<typeof resultToJudge>,
  { stage, seed, data, before, termsIn, ...rest }: StageOptions,
): Promise<DerivedTasks> {
  const { path: result } = folder;
  const runs = await runsOf(result);
  requireAnswers(runs, result);
  const judged = before === undefined ? [] : await runsOf(before.path);
  const dataset = await openOwnData(runs[0]!.manifest, { movedTo: data, where: result });
  try {
    const due = dataset.tasks(reportsOf(scenario.terms));
    const terms = { ...rest.terms, of: scenario.workflow, tasks: due.length };
    workflowOf(allWorkflows, stage).requireTerms(terms, termsIn);
    const answers = inDrawnOrder(markedAnswers(answersOf(runs, dataset, due)), seed);
    requireAnswers(answers, result);
    const tasks = stage.tasksOf({ answers, before: judged.map(stageRun), terms });
    requireAnswers(tasks, result);
    const ended = Math.max(...runs.map(({ fold }) => fold.closed?.time ?? 0));
    // Tasks without a time are known before everything else, and so are their answers.
    const endedAt = ended > 0 ? formatInstant(ended as Instant) : undefined;
    return {
      workflow: stage.workflow,
      terms,
      tasks,
      known: { endedAt, synthetic: runs.some((run) => run.synthetic) },
      origin: {
        runs: hashesOf(runs),
        ...(before && { before: { workflow: before.workflow, runs: hashesOf(judged) } }),
      },
      places: {
        result: resolve(result),
        before: before && resolve(before.path),
        data: data && resolveReference(data, process.cwd()),
      },
    };
  } finally {
    await dataset.close();
  }
}

type FinishedStage = Awaited<ReturnType<typeof runsOf>>[number];

const stageRun = ({ plan: { agent, repeat }, fold: { answers } }: FinishedStage): StageRun => {
  return { judge: agent.id, repeat, answers };
};

const hashesOf = (runs: readonly FinishedStage[]): Record<string, string> =>
  Object.fromEntries(runs.map(({ plan, journalHash }) => [plan.label, journalHash]));

/** Finished runs of tasks in the order of their scenario. */
async function runsOf(path: string) {
  const { agents } = readOrigin(resultFolder(path)).scenario;
  const runs = await Promise.all(
    runsIn(path).map(async (one) => {
      const { fold, ...run } = await runOf(one);
      invariant(fold instanceof TaskFold, 'a run of tasks has a fold of tasks');
      return { ...run, fold };
    }),
  );
  const places = new Map(agents.map(({ id }, at) => [id, at]));
  const placeOf = ({ plan }: (typeof runs)[number]): number => places.get(plan.agent.id) ?? 0;
  return runs.toSorted((a, b) => placeOf(a) - placeOf(b) || a.plan.repeat - b.plan.repeat);
}

/** With marks of those that name their author. */
function markedAnswers(answers: readonly Omit<AnswerToGrade, 'id'>[]): Omit<AnswerToGrade, 'id'>[] {
  const marks = marksOf(
    answers.map(({ agent, model, answer, texts, instruction, trace }) => ({
      agent,
      model,
      text: typeof answer === 'string' ? documentIn(answer) : '',
      world: () => [
        instruction,
        ...texts.keys(),
        ...[...texts.values()].map((read) => read()),
        ...resultsOf(trace, { agent, model }),
      ],
    })),
  );
  return answers.map((answer, at) => ({ ...answer, ...marks[at] }));
}

/** With the data set's information about their tasks. */
function answersOf(
  runs: Awaited<ReturnType<typeof runsOf>>,
  dataset: Dataset,
  due: ReturnType<Dataset['tasks']>,
): Omit<AnswerToGrade, 'id'>[] {
  const solutions = dataset.solutions()?.byTask;
  const tasks = new Map(due.map(({ task }) => [task.id, task]));
  return runs.flatMap(({ who, plan, fold, traces }) =>
    [...fold.answers].map(([id, answer]) => {
      const task = tasks.get(id);
      invariant(task !== undefined, 'what was answered is a task of the data set');
      const texts = task.inputs.map(({ name, document: { sha256 } }) => {
        return [name, () => dataset.documents.get(sha256) ?? ''] as const;
      });
      return {
        ...who,
        attempt: plan.repeat,
        task: id,
        instruction: task.instruction,
        texts: new Map(texts),
        answer,
        solution: solutions?.get(id) ?? null,
        trace: traces.get(fold.asOfs.get(id) ?? -1),
      };
    }),
  );
}
