/**
 * The recordings of a result: beside the journals of its runs, found by the ids in their manifests.
 */

import { invalidInput } from '#values';
import { FileRecording, type RecordingReader } from '#llm';
import type { RunPlan } from '#workflows';
import { runFoldersIn } from './result-folder.js';
import { recordedRun, type RecordedRun } from '../run-folder/own-journal.js';

/** Id of the run, and its label in a scenario. */
export type NamedRun = Pick<RunPlan, 'id' | 'label'>;

/**
 * A reader over all runs of a result. `InvalidInput` if the folder holds no result, or a
 * manifest is malformed.
 */
export function resultRecording(path: string): RecordingReader {
  const folders = new Map(runsIn(path).map(({ plan, folder }) => [plan.id, folder.path]));
  return new FileRecording((run) => folders.get(run));
}

/**
 * The recordings of a result for the runs of a scenario. A run that the result has under another
 * id, for instance because a prompt or a window changed, is found by its label: each request is
 * compared before its recording counts.
 */
export function recordingFor(runs: readonly NamedRun[], path: string): RecordingReader {
  const recorded = runsIn(path).map(({ plan }) => plan);
  const reader = resultRecording(path);
  const ids = new Set(recorded.map(({ id }) => id));
  const idOf = new Map(recorded.map(({ id, label }) => [label, id]));
  const sources = new Map(
    runs.map(({ id, label }) => [id, ids.has(id) ? id : (idOf.get(label) ?? id)]),
  );
  return {
    asksOf: async (run) => {
      const asks = await reader.asksOf(sources.get(run) ?? run);
      return asks.map(({ opened, ended }) => ({
        opened: { ...opened, run },
        ended: ended === null ? null : { ...ended, run },
      }));
    },
    callsOf: async (run, asOf) => {
      const calls = await reader.callsOf(sources.get(run) ?? run, asOf);
      return calls.map((call) => ({ ...call, run }));
    },
  };
}

/**
 * The runs of a result, by the names of their folders. `InvalidInput` if the folder
 * holds no result.
 */
export function runsIn(path: string): RecordedRun[] {
  const folders = runFoldersIn(path);
  if (folders !== undefined) return folders.map((folder) => recordedRun(folder.path));
  const expected = 'the folder of a result, with its runs';
  throw invalidInput('no recordings found', { where: path, expected });
}
