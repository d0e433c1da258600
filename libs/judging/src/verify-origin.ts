/**
 * Proves the data of a judging run: its solutions, the result that it follows from, and the
 * stage before it.
 */

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { isFailure } from '#values';
import { ofTasks } from '#contracts/scenario/scenario';
import type { Solutions } from '#contracts/scenario/task-terms';
import {
  nothingFound,
  type DerivedOrigin,
  type Finding,
  type Origins,
  type ResultOnData,
  type ResultVerdict,
  type VerifyOptions,
  type VerifyResult,
} from '#backtest/again/verdicts';
import { asVersionAllows } from '#backtest/again/verify-run';
import { compareData, judgingWorkflows } from './derive-again.js';
import { judgedFiles } from './judged-files.js';

/**
 * Verifies the data of a judging run; for all other results there is nothing to find.
 * Writes nothing.
 */
async function verifyOrigin(result: ResultOnData): Promise<DerivedOrigin> {
  const { path, dataset, reference, codeVersion } = result;
  const scenario = ofTasks(result.origin.scenario);
  const { origin, places } = dataset.manifest;
  if (scenario === undefined || !judgingWorkflows.has(scenario.workflow)) return nothingFound;
  if (origin === undefined || places === undefined) {
    const note = 'the data set does not say which result it follows from';
    return { ...nothingFound, notes: [note] };
  }
  const findings: Finding[] = [];
  const refuted = (file: string, what: string): void => {
    findings.push({ path: file, verdict: { kind: 'refuted', what } });
  };
  const before = places.before === undefined ? undefined : resolve(reference, places.before);
  const solutions = readSolutions(dataset, (what) =>
    refuted(join(basename(reference), dataset.manifest.tasks?.solutions ?? 'dataset.yaml'), what),
  );
  if (solutions === undefined) return { ...nothingFound, findings, isReadable: false, before };
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
  dataset: ResultOnData['dataset'],
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

/** As `verifyOrigin`, with the stages before the run, each verified as a result of its own. */
async function proveOrigin(
  result: Omit<ResultOnData, 'codeVersion'>,
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

/** Proofs of the data of judging runs, for `verifyResult` and `replayResult`. */
export const judgedOrigins: Origins = { verify: verifyOrigin, prove: proveOrigin };

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
