/**
 * Derives the data of a judging run again from the result that was judged, and compares it
 * with its files.
 */

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { invalidInput, invariant, isFailure } from '#values';
import type { TaskScenario } from '#contracts/scenario/scenario';
import type { Solutions } from '#contracts/scenario/task-terms';
import type { DataOrigin, DataPlaces } from '#market-data';
import { allWorkflows, isOpenPlan } from '#workflows';
import { judging } from '#workflows/judging/judging-workflow';
import { rubrics } from '#workflows/judging/rubric-workflow';
import { judgedSolution, type JudgedSolution } from '#workflows/workflow/judgment';
import { runFoldersIn } from '#backtest/result/result-folder';
import { runsIn } from '#backtest/result/result-recording';
import { comparedFile } from '#backtest/run-folder/derived-file';
import { jsonDifference } from '#backtest/run-folder/json-difference';
import { readOwn } from '#backtest/run-folder/own-journal';
import { textErased } from '#backtest/result/run-traces';
import { resolveReference } from '#backtest/tape/scenario-tape';
import { stageTasks } from './grading-stages.js';
import { resultToJudge, type AnswersToJudge } from './judged-answers.js';
import { hashOfFile, judgingTasks, keyOf } from './judging-data.js';
import { rubricTasks } from './rubric-data.js';
import { textsOf, type DerivedTasks } from './written-scenario.js';

/** The data set of a judging run as it is stored. */
export interface JudgingData {
  /** Its folder. */
  readonly folder: string;
  readonly scenario: TaskScenario;
  readonly origin: DataOrigin;
  readonly places: DataPlaces;
  readonly solutions: Solutions | null;
}

/** Names of the workflows whose tasks follow from a finished result. */
export const judgingWorkflows: ReadonlySet<string> = new Set([
  judging.name,
  rubrics.name,
  ...[...allWorkflows.values()].flatMap(({ graded }) => {
    return (graded?.stages ?? []).map(({ workflow }) => workflow);
  }),
]);

export interface DataDifference {
  /** A file below the folder that has the folder of the data. */
  readonly file: string;
  readonly what: string;
  /** Whether another version of the program may derive the file otherwise. */
  readonly isDerived: boolean;
}

export interface ComparedData {
  readonly differences: readonly DataDifference[];
  /** Why the data was not derived again; undefined if it was. */
  readonly note?: string | undefined;
}

/**
 * Compares journals of the judged result, and of the stage before, with those that `origin` names,
 * then each file of the data with what follows from them. Nothing is derived where the result is
 * gone, or cannot be read.
 */
export async function compareData(data: JudgingData): Promise<ComparedData> {
  const places = absolutePlaces(data);
  const named = join(basename(data.folder), 'dataset.yaml');
  const changed = changedJournals(data, places);
  const differences = changed.map((what) => ({ file: named, what, isDerived: false }));
  if (differences.length > 0) return { differences };
  if (runFoldersIn(places.result) === undefined) {
    const note = `not derived again: no result at ${places.result}; the hashes hold`;
    return { differences, note };
  }
  try {
    const derived = await derivedAgain(data, places);
    const found = differencesFrom(derived, data);
    if (found.length === 0 || !runsIn(places.result).some(textErased)) {
      return { differences: found };
    }
    return { differences, note: `not derived again: texts of ${places.result} were erased` };
  } catch (error) {
    if (isFailure(error, 'CorruptJournal')) {
      return { differences: [{ file: named, what: error.message, isDerived: false }] };
    }
    if (!isFailure(error, 'InvalidInput') && !isFailure(error, 'Unavailable')) throw error;
    return { differences, note: `not derived again: ${error.message}; the hashes hold` };
  }
}

function absolutePlaces({ folder, places }: JudgingData): DataPlaces {
  const pathOf = (path?: string) => (path === undefined ? undefined : resolve(folder, path));
  const { result, before, data, rubrics: items, review } = places;
  return {
    result: resolve(folder, result),
    before: pathOf(before),
    data: data === undefined ? undefined : resolveReference(data, folder),
    rubrics: pathOf(items),
    review: pathOf(review),
  };
}

function changedJournals({ origin }: JudgingData, { result, before }: DataPlaces): string[] {
  const judged = existsSync(result) ? changedIn(result, origin.runs, 'origin.runs') : [];
  if (origin.before === undefined) return judged;
  const where = 'origin.before.runs';
  if (before === undefined || runFoldersIn(before) === undefined) {
    const place = before ?? 'places.before of its dataset.yaml';
    return [...judged, `the stage ${origin.before.workflow} is missing: no result at ${place}`];
  }
  return [...judged, ...changedIn(before, origin.before.runs, where)];
}

/** The journals of a result that are not those of these hashes, in words. */
function changedIn(
  result: string,
  hashes: Readonly<Record<string, string>>,
  where: string,
): string[] {
  if (runFoldersIn(result) === undefined) return [];
  try {
    const runs = runsIn(result);
    const found = new Map(runs.map((run) => [run.plan.label, hashIn(run)]));
    // The journal of a run without an end goes on.
    const open = new Set(runs.flatMap(({ plan }) => (isOpenPlan(plan) ? [plan.label] : [])));
    const labels = [...new Set([...Object.keys(hashes), ...found.keys()])];
    const other = labels.filter((one) => hashes[one] !== found.get(one) && !open.has(one));
    return other.map((label) => {
      const expected = hashes[label] ?? 'no such run';
      const hash = found.get(label) ?? `no ${join(result, 'runs', label, 'manifest.json')}`;
      return `${where}.${label}: the journal is another; expected ${expected}; found ${hash}`;
    });
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return [`${where}: ${error.message}`];
    throw error;
  }
}

/** The hash of a journal, or why it has none. */
function hashIn(run: ReturnType<typeof runsIn>[number]): string {
  const { journal } = run.folder;
  if (!existsSync(journal)) return `no ${journal}`;
  try {
    return readOwn(journal, run).hash ?? `no hash in ${journal}`;
  } catch (error) {
    if (isFailure(error, 'CorruptJournal')) return error.message;
    throw error;
  }
}

/** Fails as the writers of the data do. */
function derivedAgain(
  { scenario, origin, solutions }: JudgingData,
  places: DataPlaces,
): Promise<DerivedTasks> {
  const { workflow, seed, terms } = scenario;
  const { result } = places;
  if (workflow === rubrics.name) {
    const isWhole = terms['dimensions'] === undefined;
    return rubricTasks({ result, from: origin.authors ?? [], isWhole }, seed);
  }
  if (workflow === judging.name) {
    const dimensions = z.array(z.string()).safeParse(terms['dimensions']).data;
    const files = { result, ...reviewed(origin, places), data: places.data, dimensions };
    return judgingTasks(files, seed, (known) => statedGold(known, solutions));
  }
  const found = resultToJudge(result);
  const stages = found.workflow.graded?.stages ?? [];
  const at = stages.findIndex((stage) => stage.workflow === workflow);
  const stage = stages[at];
  if (stage === undefined) {
    const expected = `a result that is graded by ${workflow}`;
    throw invalidInput('the result is another', { where: result, expected });
  }
  const earlier = stages[at - 1];
  const before = earlier && { workflow: earlier.workflow, path: places.before ?? '' };
  return stageTasks(found, {
    stage,
    seed,
    terms,
    data: places.data,
    before,
    termsIn: 'scenario.json: terms',
  });
}

/**
 * Files of rubrics as the data set was made from them. `InvalidInput` if they are others by now.
 */
function reviewed(origin: DataOrigin, places: DataPlaces) {
  for (const what of ['rubrics', 'review'] as const) {
    const expected = origin[what];
    const where = places[what];
    if (expected === undefined) continue;
    invariant(where !== undefined, 'a file that was read has a place');
    const found = hashOfFile(where);
    if (found === expected) continue;
    throw invalidInput('the file is another', { where, expected: `SHA-256 ${expected}`, found });
  }
  return { rubrics: places.rubrics, review: places.review };
}

/** What people judged does not follow from the result: it is taken from the solutions. */
function statedGold({ answers }: AnswersToJudge, solutions: Solutions | null) {
  const gold = answers.map((answer): [string, JudgedSolution['gold']] => {
    const solution = judgedSolution.safeParse(solutions?.byTask.get(answer.id));
    return [keyOf(answer), solution.data?.gold ?? null];
  });
  return new Map(gold);
}

/** Compares the files of the data, and the terms of the scenario. */
function differencesFrom(
  derived: DerivedTasks,
  { folder, scenario, origin }: JudgingData,
): DataDifference[] {
  const { stated } = origin;
  const texts = textsOf({ ...derived, origin: { ...derived.origin, stated } }, folder);
  const files = Object.entries(texts).flatMap(([path, text]): DataDifference[] => {
    const file = comparedFile(join(folder, basename(path)));
    file.write(text);
    const state = file.end();
    if (state.kind === 'same') return [];
    const what = state.kind === 'altered' ? state.what : 'the file is missing';
    return [{ file: join(basename(folder), basename(path)), what, isDerived: true }];
  });
  const own = new Set(Object.keys(texts).map((path) => basename(path)));
  const strangers = readdirSync(folder).filter((name) => !own.has(name));
  const others = strangers.map((name) => {
    return { file: join(basename(folder), name), what: 'no such file', isDerived: false };
  });
  const terms = jsonDifference(derived.terms, scenario.terms, 'scenario.terms');
  if (terms === undefined) return [...files, ...others];
  const what = `${terms.path}: altered; expected ${terms.expected}; found ${terms.found}`;
  return [...files, ...others, { file: 'scenario.json', what, isDerived: true }];
}
