/**
 * The transcripts of a run or a result, decision by decision: a recording can be
 * larger than memory.
 */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import { requireBounded, resultBytesMax } from '#files';
import { FileRecording, transcribe, type DecisionTranscript, type TranscribedRun } from '#llm';
import { insideFolder } from '#market-data/rows/inside-folder';
import { toolCallsOf } from '../run-folder/call-log.js';
import { readManifest, runFolder, type RunFolder } from '../run-folder/run-folder.js';
import { runFoldersIn } from '../result/result-folder.js';

/** A run with a recording. */
export interface RecordedTranscripts extends TranscribedRun {
  /** Path of its folder. */
  readonly path: string;
  /** Agent and model of its first attempt. */
  readonly agent: string;
  readonly model: string | null;
  /** Decisions with at least one attempt, by as-of. */
  readonly decisions: readonly WantedDecision[];
  /** The transcripts of all of them, or of the requested ones, by as-of. */
  read(wanted?: (decision: WantedDecision) => boolean): AsyncGenerator<DecisionTranscript>;
}

export interface WantedDecision {
  readonly asOf: number;
  readonly session: string | null;
  /** Id of its task; undefined for other work, and until the run has ended. */
  readonly task?: string | undefined;
}

/**
 * The runs of a result folder that have a recording, by name, or the run whose folder it is.
 * `InvalidInput` for any other folder, and if nothing was recorded.
 */
export async function readTranscripts(path: string): Promise<RecordedTranscripts[]> {
  const folders = runFoldersIn(path) ?? [runFolder(path)];
  const runs = await Promise.all(folders.map(recordedTranscripts));
  const recorded = runs.filter((run) => run.decisions.length > 0);
  if (recorded.length > 0) return recorded;
  throw invalidInput('no model calls were recorded here', {
    where: path,
    expected: 'the folder of a run or a result with a recording, of an agent of kind llm or http',
  });
}

/**
 * A run with its recording; without decisions if nothing was recorded. `CorruptJournal` for one
 * that was altered, or copied without its log.
 */
export async function recordedTranscripts(folder: RunFolder): Promise<RecordedTranscripts> {
  const { run, label, codeVersion } = readManifest(folder);
  const recording = new FileRecording((id) => (id === run ? folder.path : undefined));
  const asks = await recording.asksOf(run);
  const byAsOf = Map.groupBy(asks, ({ opened }) => opened.asOf);
  const tasks = tasksOf(folder);
  const decisions = [...byAsOf].map(([asOf, attempts]) => {
    return { asOf, session: attempts[0]?.opened.session ?? null, task: tasks.get(asOf) };
  });
  const first = asks[0]?.opened;
  async function* read(
    wanted: (decision: WantedDecision) => boolean = () => true,
  ): AsyncGenerator<DecisionTranscript> {
    const tools = Map.groupBy(toolCallsOf(folder), ({ asOf }) => asOf);
    for (const decision of decisions.filter(wanted)) {
      const { asOf } = decision;
      yield* transcribe({
        asks: byAsOf.get(asOf) ?? [],
        calls: await recording.callsOf(run, asOf),
        toolCalls: tools.get(asOf) ?? [],
        textOf: (sha256) => keptText(folder, sha256),
      });
    }
  }
  return {
    run,
    label,
    codeVersion,
    path: resolve(folder.path),
    decisions,
    read,
    agent: first?.agent ?? '',
    model: first?.model ?? null,
  };
}

const answerLine = z.object({ asOf: z.int(), task: z.string() });

/** By as-of, if the answers are derived. */
function tasksOf({ answers }: RunFolder): ReadonlyMap<number, string> {
  requireBounded(answers, resultBytesMax);
  const lines = existsSync(answers) ? readFileSync(answers, 'utf8').split('\n') : [];
  const known = lines.flatMap((line) => answerLine.safeParse(jsonOf(line)).data ?? []);
  return new Map(known.map(({ asOf, task }) => [asOf, task]));
}

/**
 * A text of the folder by its hash; undefined if it is missing. `InvalidInput` for a link that
 * leads out of it.
 */
export function keptText({ texts }: RunFolder, sha256: string): string | undefined {
  const path = insideFolder(texts, `${sha256}.txt`);
  requireBounded(path, resultBytesMax);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Those that a task, a date or an as-of names, in this order. `InvalidInput` if it names none. */
export function decisionNamed(
  text: string,
  decisions: readonly WantedDecision[],
): (decision: WantedDecision) => boolean {
  const isNamed = [
    ({ task }: WantedDecision) => task === text,
    ({ session }: WantedDecision) => session === text,
    ({ asOf }: WantedDecision) => /^[0-9]{1,15}$/.test(text) && asOf === Number(text),
  ].find((is) => decisions.some(is));
  if (isNamed !== undefined) return isNamed;
  const known = [...new Set(decisions.flatMap(({ task }) => task ?? []))];
  const shown = known.slice(0, 20).map((task) => excerpt(task));
  const more = known.length > 20 ? ` and ${known.length - 20} more` : '';
  const tasks = known.length > 0 ? `, or one of the tasks ${shown.join(', ')}${more}` : '';
  throw invalidInput('no such decision was recorded', {
    where: '--decision',
    expected: `the date or the as-of of a decision for which an agent was asked${tasks}`,
    found: excerpt(text),
  });
}
