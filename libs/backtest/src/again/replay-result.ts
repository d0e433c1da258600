/** A result done again from its recordings, without a network, and compared with what it was. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { conflict, invalidInput, unavailable } from '#values';
import type { RecordedAsk, RecordedCall, RecordingReader } from '#llm';
import { isOpenEnded } from '#contracts/scenario/scenario';
import { agentsDirectory } from '../run/agents-directory.js';
import { isEnded } from '../run-folder/open-ended.js';
import { jsonDifference } from '../run-folder/json-difference.js';
import { openedAt } from '../tape/recorded-dataset.js';
import { lockOut, readOrigin, resultFolder } from '../result/result-folder.js';
import { resultRecording, runsIn } from '../result/result-recording.js';
import { runFolder } from '../run-folder/run-folder.js';
import type { RecordedRun } from '../run-folder/own-journal.js';
import { runScenario, type ScenarioOptions } from '../run/run-scenario.js';

interface ReplayOptions extends Omit<ScenarioOptions, 'fresh' | 'openModels'> {
  readonly openModels: NonNullable<ScenarioOptions['openModels']>;
  /** Post to `http` agents again, in the place of the answers that were recorded. */
  readonly askAgain?: boolean;
  /** Where the data set is stored now, when it moved. */
  readonly data?: string | undefined;
}

/** What a replay came to. */
export type ReplayOutcome =
  | { readonly kind: 'interrupted' }
  | {
      readonly kind: 'replayed';
      readonly runs: number;
      /** Model calls that were answered from the recordings. */
      readonly calls: number;
      /** Where the replay is not what was recorded, by path below the folder; empty for one that repeats. */
      readonly differences: readonly string[];
    };

/**
 * Does the runs of a result again in `out`, in which there is no result yet, and compares journals, recordings and
 * result.json. `Unavailable` where the result is not finished; `InvalidInput` where the folder is no result or its
 * data set cannot be found; `Conflict` where `out` has a result; `CorruptJournal` for a request that was not recorded,
 * naming its first difference. Agents of kind `http` are not posted to, unless they are to be asked again; then
 * `Unavailable` names one that gives no answer.
 */
export async function replayResult(path: string, options: ReplayOptions): Promise<ReplayOutcome> {
  const { data: movedTo, askAgain = false, ...rest } = options;
  const answersFrom = askAgain ? undefined : resultFolder(path).runs;
  requireNoResult(options.out);
  const { scenario } = readOrigin(resultFolder(path));
  const recorded = runsIn(path);
  const [first] = recorded;
  if (first === undefined) {
    const expected = 'a folder with at least one run';
    throw invalidInput('the result has no runs', { where: path, expected });
  }
  if (!existsSync(resultFolder(path).result)) {
    throw unavailable('the result is not finished, and only a finished one is replayed', {
      where: path,
      expected: 'result.json; `tapefold run` with its scenario goes on with it',
    });
  }
  const plans = recorded.map(({ plan }) => plan);
  const directory = agentsDirectory(path, plans);
  const outcome = await openedAt(first.manifest, movedTo, (data) =>
    runScenario(
      { scenario: { ...scenario, data }, directory },
      { ...rest, answersFrom, fresh: false, end: isOpenEnded(scenario) && isEnded(first.folder) },
    ),
  );
  if (outcome.kind === 'interrupted') return { kind: 'interrupted' };
  return compareResults(path, options.out, recorded);
}

/** Runs that are there already would be kept, and not done again. */
function requireNoResult(out: string): void {
  const release = lockOut(out);
  try {
    if (!existsSync(resultFolder(out).runs)) return;
    const expected = 'a folder without a result; use another --out';
    throw conflict('a replay does every run again', { where: out, expected, found: 'a result' });
  } finally {
    release();
  }
}

async function compareResults(
  path: string,
  out: string,
  recorded: readonly RecordedRun[],
): Promise<ReplayOutcome> {
  const [before, after] = [resultRecording(path), resultRecording(out)];
  const differences: string[] = [];
  let calls = 0;
  for (const { folder, plan } of recorded) {
    const { id, label } = plan;
    const again = runFolder(join(resultFolder(out).runs, label));
    const place = join('runs', label);
    const journals = differingByte(folder.journal, again.journal);
    if (journals !== undefined) differences.push(`${place}/journal.bin: ${journals}`);
    const compared = await compareRecordings(id, before, after);
    calls += compared.calls;
    differences.push(...compared.differences.map((what) => `${place}/${what}`));
  }
  const results = differingMember(resultFolder(path).result, resultFolder(out).result);
  if (results !== undefined) differences.push(`result.json: ${results}`);
  return { kind: 'replayed', runs: recorded.length, calls, differences };
}

/** Attempts and calls of a run in both; decision by decision, since a run may have more than fit into memory. */
async function compareRecordings(
  run: string,
  before: RecordingReader,
  after: RecordingReader,
): Promise<{ readonly calls: number; readonly differences: readonly string[] }> {
  const asks = await before.asksOf(run);
  const asksAgain = await after.asksOf(run);
  const stray = differing(asks.map(timeless), asksAgain.map(timeless), attempts);
  let calls = 0;
  for (const asOf of new Set(asks.map(({ opened }) => opened.asOf))) {
    const [made, again] = [await before.callsOf(run, asOf), await after.callsOf(run, asOf)];
    calls += made.length;
    const other = differing(made, again, modelCalls);
    if (other !== undefined) return { calls, differences: [`model-calls.jsonl: ${other}`] };
  }
  return { calls, differences: stray === undefined ? [] : [`asks.jsonl: ${stray}`] };
}

/** An attempt without when it was made, and how long it took. */
function timeless({ opened: { openedAt: _, ...opened }, ended }: RecordedAsk) {
  return { opened, ended: ended === null ? null : { ...ended, durationMs: 0 } };
}

/** The first of `recorded` that is another one now; undefined where all are the same, and there are no more. */
function differing<T>(
  recorded: readonly T[],
  again: readonly T[],
  names: { readonly one: (item: T) => string; readonly many: string },
): string | undefined {
  for (const [at, item] of recorded.entries()) {
    if (isDeepStrictEqual(item, again[at])) continue;
    const difference = jsonDifference(item, again[at]);
    const what = difference === undefined ? 'not the same' : tell(difference);
    return `${names.one(item)}: ${what}`;
  }
  const more = again.length - recorded.length;
  return more === 0 ? undefined : `${more} more ${names.many}`;
}

const attempts = {
  one: ({ opened: { asOf, attempt } }: ReturnType<typeof timeless>): string =>
    `attempt ${attempt} at as-of ${asOf}`,
  many: 'attempts',
};
const modelCalls = {
  one: ({ asOf, attempt, ordinal }: RecordedCall): string =>
    `call ${ordinal} of attempt ${attempt} at as-of ${asOf}`,
  many: 'calls',
};

function differingByte(before: string, after: string): string | undefined {
  const [one, other] = [readFileSync(before), readFileSync(after)];
  if (one.equals(other)) return undefined;
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return `differs from byte ${at < 0 ? one.length : at} on`;
}

function differingMember(before: string, after: string): string | undefined {
  if (!existsSync(before)) return undefined;
  const [one, other] = [readFileSync(before, 'utf8'), readFileSync(after, 'utf8')];
  if (one === other) return undefined;
  const difference = jsonDifference(JSON.parse(one), JSON.parse(other));
  return difference === undefined ? 'written otherwise' : tell(difference);
}

const tell = ({ path, expected, found }: NonNullable<ReturnType<typeof jsonDifference>>): string =>
  `${path}: recorded ${expected}; replayed ${found}`;
