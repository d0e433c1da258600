/** Answers that are graded in stages: each stage is a judging run in a folder of its own, made from the one before. */

import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { formatInstant, invariant, type Instant } from '#values';
import type { Task } from '#contracts';
import { jsonLines } from '#contracts/json-lines';
import type { Manifest } from '#contracts/manifest';
import { reportsOf } from '#contracts/weekly-reports';
import type { Dataset } from '#market-data';
import { allWorkflows, TaskFold, workflowOf } from '#workflows';
import type { AnswerToGrade, GradingStage, StageRun } from '#workflows/judging/grading-stage';
import { finishedRun } from '../finished-run.js';
import { openOwnData } from '../recorded-dataset.js';
import { readOrigin, resultFolder } from '../result-folder.js';
import { runsIn } from '../result-recording.js';
import { readManifest } from '../run-folder.js';
import { requireAnswers, resultToJudge, shuffled, type ResultToJudge } from './judged-answers.js';
import { datasetOf, readAgents, writeScenario } from './written-scenario.js';

export interface GradingFiles {
  /** Folder of the result that is graded. */
  readonly result: string;
  /** Names the judges; its `terms` are those of every stage. */
  readonly judges: string;
  /** Folder of the last stage; earlier ones are in `stages/NAME` below it. */
  readonly out: string;
  readonly fresh: boolean;
  /** Where the data set of the result is now, when it moved. */
  readonly data?: string | undefined;
}

/** A stage as it is to be run. */
export interface WrittenStage {
  readonly name: string;
  /** Folder of its result. */
  readonly out: string;
  /** Path of its scenario. */
  readonly scenario: string;
  /** Whether its result is there. */
  readonly isFinished: boolean;
}

/**
 * What writes the stages of a result, in their order; none where one judgment is enough. Each is to be run before the
 * next is written. Fails as `resultToJudge` does. Writing fails as `writeScenario` does, with `InvalidInput` where the
 * data set of the result is another one by now, and with `CorruptJournal` where a run was altered.
 */
export function gradingStages(files: GradingFiles): (() => Promise<WrittenStage>)[] {
  const found = resultToJudge(files.result);
  const stages = found.workflow.graded?.stages ?? [];
  const folderOf = (at: number): string =>
    at === stages.length - 1 ? files.out : join(files.out, 'stages', stages[at]!.workflow);
  return stages.map((stage, at) => async () => {
    const before = at === 0 ? [] : await stageRuns(folderOf(at - 1));
    const [name, out] = [stage.workflow, folderOf(at)];
    const scenario = await writeStage(files, { found, stage, before, out });
    return { name, out, scenario, isFinished: existsSync(resultFolder(out).result) };
  });
}

interface StageToWrite {
  readonly found: ResultToJudge;
  readonly stage: GradingStage;
  readonly before: readonly StageRun[];
  readonly out: string;
}

async function writeStage(
  { judges: file, result, fresh, data: movedTo }: GradingFiles,
  { found, stage, before, out }: StageToWrite,
): Promise<string> {
  const given = readAgents(file);
  const { workflow } = stage;
  const runs = await runsOf(found.folder.path);
  requireAnswers(runs, result);
  const dataset = await openOwnData(runs[0]!.manifest, { movedTo, where: result });
  try {
    const tasks = new Map(
      dataset.tasks(reportsOf(found.scenario.terms)).map(({ task }) => [task.id, task]),
    );
    const terms = { ...given.terms, of: found.workflow.name, tasks: tasks.size };
    workflowOf(allWorkflows, stage).requireTerms(terms, `${file}: terms`);
    const answers = answersOf(runs, { dataset, tasks, seed: given.seed });
    requireAnswers(answers, result);
    const asked = stage.tasksOf({ answers, before, terms });
    const ended = Math.max(...runs.map(({ fold }) => fold.closed?.time ?? 0));
    // Tasks without a time are known before everything else, and so are their answers.
    const endedAt = ended > 0 ? formatInstant(ended as Instant) : undefined;
    const synthetic = runs.some((run) => run.synthetic);
    return writeScenario({
      ...{ file, given, out, fresh, terms, workflow },
      name: `${basename(resolve(result))}-${workflow}`,
      data: {
        'dataset.yaml': datasetOf({ endedAt, synthetic }, 'solutions.jsonl'),
        'tasks.jsonl': jsonLines(asked.map(({ solution: _, ...line }) => line)),
        'solutions.jsonl': jsonLines(asked.map(({ id, solution }) => ({ id, solution }))),
      },
    });
  } finally {
    await dataset.close();
  }
}

/** Finished runs of tasks in the order of their scenario. */
async function runsOf(path: string): Promise<Run[]> {
  const { agents } = readOrigin(resultFolder(path)).scenario;
  const order = new Map(agents.map(({ id }, at) => [id, at]));
  const runs = await Promise.all(
    runsIn(path).map(async ({ label, folder }) => {
      const { fold, ...run } = await finishedRun(folder);
      invariant(fold instanceof TaskFold, 'a run of tasks has a fold of tasks');
      return { ...run, label, fold, manifest: readManifest(folder) };
    }),
  );
  const placeOf = ({ plan }: Run): number => order.get(plan.agent.id) ?? 0;
  return runs.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.plan.repeat - other.plan.repeat,
  );
}

type Finished = Awaited<ReturnType<typeof finishedRun>>;
interface Run extends Finished {
  readonly label: string;
  readonly fold: TaskFold;
  readonly manifest: Manifest;
}

interface Answered {
  readonly dataset: Dataset;
  readonly tasks: ReadonlyMap<string, Task>;
  readonly seed: number;
}

/** In an order that the seed draws, with what the data set says of their tasks. */
function answersOf(runs: readonly Run[], { dataset, tasks, seed }: Answered): AnswerToGrade[] {
  const solutions = dataset.solutions()?.byTask;
  const given = runs.flatMap(({ label, plan: { agent, repeat }, fold, traces }) =>
    [...fold.answers].map(([id, answer]): Omit<AnswerToGrade, 'id'> => {
      const task = tasks.get(id);
      invariant(task !== undefined, 'what was answered is a task of the data set');
      const texts = task.inputs.map(({ name, document: { sha256 } }) => {
        return [name, () => dataset.documents.get(sha256) ?? ''] as const;
      });
      return {
        ...{ agent: agent.id, model: ('model' in agent && agent.model) || null, run: label },
        ...{ attempt: repeat, task: id, instruction: task.instruction, texts: new Map(texts) },
        ...{ answer, solution: solutions?.get(id) ?? null },
        trace: traces.get(fold.asOfs.get(id) ?? -1),
      };
    }),
  );
  const digits = String(given.length).length;
  return shuffled(given, seed).map((answer, at) => {
    return { ...answer, id: `answer-${String(at + 1).padStart(digits, '0')}` };
  });
}

async function stageRuns(path: string): Promise<StageRun[]> {
  return (await runsOf(path)).map(({ plan: { agent, repeat }, fold: { answers } }) => {
    return { judge: agent.id, repeat, answers };
  });
}
