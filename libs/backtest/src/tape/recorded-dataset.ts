/** Opens the data set of a recorded run, at the place in its manifest or at a new one. */

import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { invalidInput, isFailure } from '#values';
import type { TapeHeader } from '#contracts';
import type { Manifest } from '#contracts/scenario/manifest';
import type { Scenario } from '#contracts/scenario/scenario';
import { openDataset } from '#feeds';
import type { Dataset } from '#market-data';
import { isWithin } from '#market-data/rows/inside-folder';
import { casesReference, splitCases } from '#market-data/xbrl/cases-reference';
import { datasetOn } from '#market-data/dataset/tape-calendars';
import type { Tape } from '#tape';
import { isOpenPlan, type RunPlan } from '#workflows';
import { openTape, resolveReference, tasksOf } from './scenario-tape.js';

/**
 * The data set, which the caller closes, and its place: an absolute path, or the name of a bundled
 * one. `InvalidInput`, with a hint at `--data`, if it cannot be opened.
 */
export const openRecorded = (
  manifest: Pick<Manifest, 'data' | 'tape'>,
  movedTo: string | undefined,
) =>
  openedAt(manifest, movedTo, async (reference) => {
    const { header } = manifest.tape;
    const opened = await openDataset(reference, { calendars: header.ownCalendars });
    const dataset = datasetOn(opened, header);
    return { dataset, reference };
  });

/** As `openRecorded`; also `InvalidInput` when the data set is not the one that the run used. */
export async function openOwnData(
  manifest: Pick<Manifest, 'data' | 'plan' | 'tape'>,
  { movedTo, where }: { readonly movedTo: string | undefined; readonly where: string },
): Promise<Dataset> {
  const { dataset } = await openRecorded(manifest, movedTo);
  try {
    const found = await dataset.contentHash();
    // The data set of a run without an end grows, and keeps the same past.
    const mayGrow = isOpenPlan({ ...manifest.plan, id: '', label: '' });
    if (found === manifest.data.sha256 || mayGrow) return dataset;
    const expected = `SHA-256 ${manifest.data.sha256}`;
    throw invalidInput('the data set is not the one that the run used', { where, expected, found });
  } catch (error) {
    await dataset.close();
    throw error;
  }
}

/** A tape, and how far it is read. */
export interface TapeEnd {
  readonly header: TapeHeader;
  /** Last session. */
  readonly until: number;
  /** Where it stops before that; defaults to its end. */
  readonly facts?: number | undefined;
}

/**
 * The tape of a recorded run once more, over its data set; to `end` if it is another
 * than the run's.
 */
export const tapeOf = (
  dataset: Dataset,
  {
    manifest,
    plan,
  }: { readonly manifest: Pick<Manifest, 'data' | 'tape'>; readonly plan: RunPlan },
  { header, until, facts: factsMax }: TapeEnd = { ...manifest.tape, facts: undefined },
): Promise<Tape> =>
  openTape(dataset, header, {
    until,
    badRows: manifest.data.badRows,
    tasks: tasksOf(plan),
    factsMax,
  });

/**
 * The recording in a result's own folder, wherever that was copied to; undefined if it has none.
 */
export const ownRecording = (result: string): string | undefined =>
  existsSync(join(result, 'recording/recording.yaml')) ? resolve(result, 'recording') : undefined;

/** The folder that a reference to a data set names. */
const placeOf = (reference: string): string => splitCases(reference)?.data ?? reference;

/**
 * The data set that came with a result, wherever both were copied to: its own recording; what its
 * scenario names, in its folder; or, in a folder around it, a data set of that name with the
 * content that the run used, or with any content if the place where the run found it is gone.
 * Undefined if there is none, or if it is that place.
 */
export async function ownData(
  result: string,
  { data: named }: Pick<Scenario, 'data'>,
  { data, plan, tape }: Pick<Manifest, 'data' | 'plan' | 'tape'>,
): Promise<string | undefined> {
  const recording = ownRecording(result);
  if (recording !== undefined) return recording;
  const place = placeOf(named);
  const original = placeOf(data.reference);
  if (isAbsolute(place)) return undefined;
  const mayGrow = isOpenPlan({ ...plan, id: '', label: '' });
  const sought = { sha256: mayGrow ? null : data.sha256, header: tape.header };
  let nearest: string | undefined;
  for (const folder of foldersFrom(resolve(result))) {
    const path = resolve(folder, place);
    if (path === original) return undefined;
    if (!existsSync(path) || isOnlyAround(path, resolve(result))) continue;
    if (isWithin(resolve(result), path)) return path;
    nearest ??= path;
    if (await hasContent(withCasesOf(data.reference, path), sought)) return path;
  }
  // Nothing else is left that could be it, so it is what has to be compared.
  return existsSync(original) ? undefined : nearest;
}

/**
 * Whether a folder holds the result, as `.` and `..` do, and is no data set: it is not what the
 * scenario names.
 */
const isOnlyAround = (path: string, result: string): boolean =>
  isWithin(path, result) && !existsSync(join(path, 'dataset.yaml'));

const foldersFrom = (path: string): string[] =>
  dirname(path) === path ? [path] : [path, ...foldersFrom(dirname(path))];

/** Whether the data set can be opened and has this content; null for any. */
async function hasContent(
  reference: string,
  { sha256, header }: { readonly sha256: string | null; readonly header: TapeHeader },
): Promise<boolean> {
  try {
    const dataset = await openDataset(reference, { calendars: header.ownCalendars });
    try {
      return sha256 === null || (await dataset.contentHash()) === sha256;
    } finally {
      await dataset.close();
    }
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

/** Opens the data set at this path. `InvalidInput`, with a hint at `--data`, if that fails. */
export async function openedAt<T>(
  { data }: Pick<Manifest, 'data'>,
  movedTo: string | undefined,
  open: (reference: string) => Promise<T>,
): Promise<T> {
  const reference =
    movedTo === undefined
      ? data.reference
      : resolveReference(withCasesOf(data.reference, movedTo), process.cwd());
  try {
    return await open(reference);
  } catch (cause) {
    if (movedTo !== undefined || !isFailure(cause, 'InvalidInput')) throw cause;
    const expected = 'the data set at its old place, or --data with the new one';
    throw invalidInput(`the data set of the run cannot be opened: ${cause.message}`, {
      expected,
      cause,
    });
  }
}

/**
 * A new folder with the files of cases that the old reference named: at their old places, else in
 * the new folder.
 */
function withCasesOf(old: string, movedTo: string): string {
  const cases = splitCases(old);
  if (cases === undefined || splitCases(movedTo) !== undefined) return movedTo;
  const placeOf = (file: string): string => (existsSync(file) ? file : basename(file));
  return casesReference({
    data: movedTo,
    file: placeOf(cases.file),
    solutions: cases.solutions && placeOf(cases.solutions),
  });
}
