/**
 * Proves the data of a judging run: its solutions, the result that it follows from, and the
 * stage before it.
 */

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { isFailure } from '#values';
import { ofTasks } from '#contracts/scenario/scenario';
import type { Solutions } from '#contracts/scenario/task-terms';
import type { Dataset } from '#market-data';
import { compareData, judgingWorkflows } from '../judge/derive-again.js';
import { judgedFiles } from '../judge/judged-files.js';
import type { ResultOrigin } from '../result/result-folder.js';
import { asVersionAllows, type Refutation, type VerifyOptions } from './verify-run.js';

/** A path below the folder of a result, and the verdict on it. */
export interface Finding {
  readonly path: string;
  readonly verdict: Refutation;
}

/** The verdict on a folder of a result. */
export interface ResultVerdict {
  /** Runs that were proven. */
  readonly verified: number;
  /** Files around them that were proven, by name. */
  readonly files: readonly string[];
  /**
   * What could not be proven, by the path of a run or a file below the folder; empty for a
   * proven result.
   */
  readonly findings: readonly Finding[];
  /** What is missing without making anything else untrue, and what nothing derives. */
  readonly notes: readonly string[];
}

/** A finished judging run, over its data set. */
interface JudgedResult {
  /** Folder of the result. */
  readonly path: string;
  readonly origin: ResultOrigin;
  readonly dataset: Pick<Dataset, 'manifest' | 'solutions'>;
  /** Place of the data set. */
  readonly reference: string;
  readonly codeVersion: string | undefined;
}

export interface VerifiedOrigin {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** Whether the data was derived again, and is the same. */
  readonly isDerived: boolean;
  /** Whether its solutions can be read; if not, its runs cannot be scored. */
  readonly isReadable: boolean;
  /** Folder of the stage before it. */
  readonly before: string | undefined;
}

const nothing = { findings: [], notes: [], isDerived: false, isReadable: true, before: undefined };

/**
 * Verifies the data of a judging run; for all other results there is nothing to find.
 * Writes nothing.
 */
export async function verifyOrigin(result: JudgedResult): Promise<VerifiedOrigin> {
  const { path, dataset, reference, codeVersion } = result;
  const scenario = ofTasks(result.origin.scenario);
  const { origin, places } = dataset.manifest;
  if (scenario === undefined || !judgingWorkflows.has(scenario.workflow)) return nothing;
  if (origin === undefined || places === undefined) {
    const note = 'the data set does not say which result it follows from';
    return { ...nothing, notes: [note] };
  }
  const findings: Finding[] = [];
  const refuted = (file: string, what: string): void => {
    findings.push({ path: file, verdict: { kind: 'refuted', what } });
  };
  const before = places.before === undefined ? undefined : resolve(reference, places.before);
  const solutions = readSolutions(dataset, (what) =>
    refuted(join(basename(reference), dataset.manifest.tasks?.solutions ?? 'dataset.yaml'), what),
  );
  if (solutions === undefined) return { ...nothing, findings, isReadable: false, before };
  const data = { folder: reference, scenario, origin, places, solutions };
  const { differences, note } = await compareData(data);
  for (const { file, what, isDerived } of differences) {
    const verdict = asVersionAllows(result.origin.codeVersion, codeVersion, what);
    if (isDerived) findings.push({ path: file, verdict });
    else refuted(file, what);
  }
  const isOwn = resolve(reference) === resolve(path, 'data');
  for (const [file, what] of isOwn ? judgedFiles(path, scenario) : []) refuted(file, what);
  const notes = note === undefined ? [] : [`${basename(reference)}: ${note}`];
  const isDerived = findings.length + notes.length === 0;
  return { findings, notes, isDerived, isReadable: true, before };
}

/** Undefined if they are not those that the tasks name. */
function readSolutions(
  dataset: JudgedResult['dataset'],
  refuse: (what: string) => void,
): Solutions | null | undefined {
  try {
    return dataset.solutions();
  } catch (error) {
    if (!isFailure(error, 'InvalidInput') && !isFailure(error, 'Unavailable')) throw error;
    refuse(error.message);
    return undefined;
  }
}

type VerifyResult = (path: string, options: VerifyOptions) => Promise<ResultVerdict>;

/** As `verifyOrigin`, with the stages before the run, each verified as a result of its own. */
export async function proveOrigin(
  result: Omit<JudgedResult, 'codeVersion'>,
  options: VerifyOptions,
  verify: VerifyResult,
) {
  const { path } = result;
  const { codeVersion, stages = new Set<string>() } = options;
  const proven = await verifyOrigin({ ...result, codeVersion });
  const derived = proven.isDerived ? [relative(path, result.reference)] : [];
  stages.add(resolve(path));
  const { before } = proven;
  const stage =
    before === undefined ? none : await proveStage(before, { ...options, stages }, verify);
  const named = relative(path, before ?? path);
  const below = stage.findings.map((one) => ({ ...one, path: join(named, one.path) }));
  return {
    isReadable: proven.isReadable,
    findings: [...proven.findings, ...below, ...strangeStages(path, stages)],
    notes: [...proven.notes, ...stage.notes.map((note) => join(named, note))],
    files: before === undefined || below.length > 0 ? derived : [...derived, named],
  };
}

const none: Pick<ResultVerdict, 'findings' | 'notes'> = { findings: [], notes: [] };

async function proveStage(
  stage: string,
  options: VerifyOptions & { readonly stages: Set<string> },
  verify: VerifyResult,
): Promise<typeof none> {
  const refuted = (what: string): typeof none => {
    return { ...none, findings: [{ path: '', verdict: { kind: 'refuted', what } }] };
  };
  if (options.stages.has(stage)) return refuted('the stage follows from itself');
  options.stages.add(stage);
  try {
    return await verify(stage, { ...options, data: join(stage, 'data') });
  } catch (error) {
    if (isFailure(error)) return refuted(error.message);
    throw error;
  }
}

/** Folders of stages that no later stage follows from. */
function strangeStages(path: string, known: ReadonlySet<string>): Finding[] {
  const stages = join(path, 'stages');
  if (!existsSync(stages)) return [];
  const found = readdirSync(stages).map((name) => join(stages, name));
  const strange = found.filter((one) => !known.has(resolve(one)));
  return strange.map((one) => {
    const what = 'no later stage follows from it';
    return { path: relative(path, one), verdict: { kind: 'refuted', what } };
  });
}
