/** Proves the data of a judging run: its solutions, the result that it follows from, and the stage before it. */

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { isFailure } from '#values';
import { isTradingScenario } from '#contracts/scenario/scenario';
import type { Solutions } from '#contracts/scenario/task-terms';
import type { Dataset } from '#market-data';
import { compareData, judgingWorkflows } from '../judge/derive-again.js';
import { judgedFiles } from '../judge/judged-files.js';
import type { ResultOrigin } from '../result/result-folder.js';
import { asVersionAllows, type Refutation } from './verify-run.js';

/** A path below the folder of a result, and the verdict on it. */
export interface Finding {
  readonly path: string;
  readonly verdict: Refutation;
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

/** Verifies the data of a judging run; for all other results there is nothing to find. Writes nothing. */
export async function verifyOrigin(result: JudgedResult): Promise<VerifiedOrigin> {
  const { path, dataset, reference, codeVersion } = result;
  const { scenario } = result.origin;
  const { origin, places } = dataset.manifest;
  if (isTradingScenario(scenario) || !judgingWorkflows.has(scenario.workflow)) return nothing;
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
  for (const [file, what] of judgedFiles(path, scenario)) refuted(file, what);
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

/** The stages in a folder of results, by path below it, that are none of `known`. */
export function strangeStages(path: string, known: ReadonlySet<string>): string[] {
  const stages = join(path, 'stages');
  if (!existsSync(stages)) return [];
  const found = readdirSync(stages).map((name) => join(stages, name));
  return found.filter((one) => !known.has(resolve(one))).map((one) => relative(path, one));
}
