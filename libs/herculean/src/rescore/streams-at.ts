/**
 * Decision streams from any path a user names: folders of runs and of results, and
 * HERCULEAN's result files.
 */

import { basename, dirname } from 'node:path';
import { statSync } from 'node:fs';
import { invalidInput } from '#values';
import { openOwnData } from '#backtest/tape/recorded-dataset';
import { readManifest, runFolder } from '#backtest/run-folder/run-folder';
import { resolveReference } from '#backtest/tape/scenario-tape';
import { herculeanStreams, type FileCoverage } from './herculean-streams.js';
import { journalStream, runFoldersAt } from '#backtest/rescore/journal-stream';
import type { DecisionStream } from '#backtest';

interface FoundStreams {
  readonly streams: DecisionStream[];
  /** Only for result files. */
  readonly files: readonly FileCoverage[];
}

/**
 * Reads the streams at `paths`: each a run's folder, a result's folder or its `result.json`, or a
 * result file of HERCULEAN, for which `data` gives the prices. `InvalidInput` for anything else.
 */
export async function streamsAt(
  paths: readonly string[],
  data: string | undefined,
): Promise<FoundStreams> {
  const reference = data === undefined ? undefined : resolveReference(data, process.cwd());
  const folders: string[] = [];
  const files: string[] = [];
  for (const path of paths) {
    const runs = runsAt(path);
    if (runs === undefined) files.push(path);
    else folders.push(...runs);
  }
  await requireOwnData(folders, reference);
  const streams: DecisionStream[] = [];
  for (const folder of folders) streams.push(await journalStream(folder, reference));
  if (files.length === 0) return { streams, files: [] };
  if (reference === undefined) {
    const expected = '--data with the data set that has the prices';
    throw invalidInput('a result file names no data set', { where: files[0] as string, expected });
  }
  const read = await herculeanStreams(files, reference);
  return { streams: [...streams, ...read.streams], files: read.files };
}

/** Refuses a data set that is not the one of a run; each is read once. */
async function requireOwnData(
  folders: readonly string[],
  movedTo: string | undefined,
): Promise<void> {
  const seen = new Set<string>();
  for (const where of folders) {
    const manifest = readManifest(runFolder(where));
    const key = `${manifest.data.sha256} ${movedTo ?? manifest.data.reference}`;
    if (seen.has(key)) continue;
    seen.add(key);
    await (await openOwnData(manifest, { movedTo, where })).close();
  }
}

/** Folders of runs; undefined for a file that may be a result file. */
function runsAt(path: string): readonly string[] | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw invalidInput('no such file or folder', { where: path });
  const isResult = basename(path) === 'result.json' && found.isFile();
  let runs;
  if (isResult) {
    runs = runFoldersAt(dirname(path));
  } else if (found.isDirectory()) {
    runs = runFoldersAt(path);
  } else {
    runs = undefined;
  }
  if (runs === undefined && found.isFile() && !isResult) return undefined;
  if (runs !== undefined && runs.length > 0) return runs;
  const expected = 'the folder of a run, the folder of a result, or a HERCULEAN result file';
  throw invalidInput('no decisions found', { where: path, expected });
}
