/**
 * Finds decisions that failed because a provider or an agent was away in the recordings, and
 * asks them again.
 */

import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unavailable } from '#values';
import { isUnreachable } from '#agents';
import { FileRecording, isAway, type RecordedCall, type RecordingReader } from '#llm';
import { resultFolder } from '../result/result-folder.js';
import { recordingFor, runsIn, type NamedRun } from '../result/result-recording.js';
import { makeFolder } from '../run-folder/run-folder.js';

/**
 * Labels of runs, one for each decision that failed because its provider or its agent could not
 * be reached. `InvalidInput` where the folder has no runs, `CorruptJournal` for a recording
 * that was altered.
 */
export async function awayDecisions(out: string): Promise<string[]> {
  const labels: string[] = [];
  for (const { folder, plan } of runsIn(out)) {
    const { id, label, agent } = plan;
    // The answers of other agents cannot be recovered without asking them again.
    if (!('model' in agent) || agent.model === undefined) continue;
    const away = await awayIn(new FileRecording(() => folder.path), id);
    labels.push(...Array.from(away, () => label));
  }
  return labels;
}

/**
 * Moves a run below `retried`: it is done again, reusing what succeeded there. Earlier moved runs
 * go deeper first. `Unavailable` if the disk is; a crash in between loses nothing.
 */
export function moveAside(out: string, label: string): void {
  const { runs, retried } = resultFolder(out);
  const now = join(runs, label);
  const before = join(resultFolder(retried).runs, label);
  if (existsSync(before)) moveAside(retried, label);
  makeFolder(dirname(before));
  try {
    renameSync(now, before);
  } catch (cause) {
    throw unavailable('the run cannot be moved aside', { where: now, cause });
  }
}

/** Recordings of the runs that were moved, without what is asked again; undefined if no run was. */
export function retriedCalls(out: string, runs: readonly NamedRun[]): RecordingReader | undefined {
  const { retried } = resultFolder(out);
  if (!existsSync(resultFolder(retried).runs)) return undefined;
  const recording = recordingFor(runs, retried);
  const older = retriedCalls(retried, runs);
  const away = new Map<string, ReturnType<typeof awayIn>>();
  return {
    asksOf: (run) => recording.asksOf(run),
    callsOf: async (run, asOf) => {
      const failed = away.get(run) ?? awayIn(recording, run);
      away.set(run, failed);
      const again = await failed;
      const calls = await recording.callsOf(run, asOf);
      const kept = calls.filter((call) => !(again.has(call.asOf) && isAwayCall(call)));
      // A retry that was interrupted has less than its source.
      return kept.length > 0 ? kept : ((await older?.callsOf(run, asOf)) ?? []);
    },
  };
}

/** As-of of each decision that failed because its provider or its agent could not be reached. */
async function awayIn(recording: RecordingReader, run: string): Promise<ReadonlySet<number>> {
  const away = new Set<number>();
  const asks = await recording.asksOf(run);
  for (const [asOf, { opened, ended }] of new Map(asks.map((ask) => [ask.opened.asOf, ask]))) {
    // A run that was interrupted between call and end has no end.
    if (![undefined, 'provider error', 'late'].includes(ended?.class)) continue;
    const calls = await recording.callsOf(run, asOf);
    const last = calls.filter(({ attempt }) => attempt === opened.attempt);
    if (last.some(isAwayCall) || isUnreachable(ended?.reason ?? '')) away.add(asOf);
  }
  return away;
}

/** A deadline may have passed before the next try. */
function isAwayCall({ tries }: RecordedCall): boolean {
  const last = tries.findLast(({ outcome }) => outcome !== 'abandoned');
  return last !== undefined && isAway(last);
}
