/** Replays a result from its recordings, without a network, and compares it with the original. */

import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { conflict, invalidInput, jsonOf, unavailable } from '#values';
import { requireBounded, resultBytesMax } from '#files';
import type { RecordedAsk, RecordedCall, RecordingReader } from '#llm';
import { isOpenEnded } from '#contracts/scenario/scenario';
import { agentsDirectory } from '../run/agents-directory.js';
import { isEnded } from '../run-folder/open-ended.js';
import { jsonDifference } from '../run-folder/json-difference.js';
import { openedAt, openRecorded, ownData } from '../tape/recorded-dataset.js';
import { lockOut, readOrigin, resultFolder } from '../result/result-folder.js';
import { resultRecording, runsIn } from '../result/result-recording.js';
import { runFolder } from '../run-folder/run-folder.js';
import type { RecordedRun } from '../run-folder/own-journal.js';
import { requireTrust } from '../run/trusted-code.js';
import { runScenario, type ScenarioOptions } from '../run/run-scenario.js';
import { noOrigins, type Origins, type Refutation } from './verdicts.js';

interface ReplayOptions extends Omit<
  ScenarioOptions,
  'fresh' | 'isReceived' | 'openModels' | 'files'
> {
  readonly openModels: NonNullable<ScenarioOptions['openModels']>;
  /**
   * Opens what reaches models for an earlier stage in this folder; `openModels` does if
   * it is omitted.
   */
  readonly openStageModels?: (stage: string) => NonNullable<ScenarioOptions['openModels']>;
  /** Who proves data that follows from other results; without it, such data is refuted. */
  readonly origins?: Origins;
  /** Post to `http` agents again instead of using the recorded answers. */
  readonly askAgain?: boolean;
  /** Where the data set is now stored, if it moved. */
  readonly data?: string | undefined;
}

/** Outcome of a replay. */
export type ReplayOutcome =
  | { readonly kind: 'interrupted' }
  | {
      readonly kind: 'replayed';
      readonly runs: number;
      /** Model calls that were answered from the recordings. */
      readonly calls: number;
      /**
       * Where the replay differs from the recording, by path below the folder; empty if it repeats.
       */
      readonly differences: readonly string[];
    };

/**
 * Replays the runs of a result in `out`, which must not hold a result yet, and compares journals,
 * recordings and result.json. The data of a judging run is derived again, and the stages before it
 * are replayed below `out`; nothing is replayed where the data is another. `Unavailable` if the
 * result is not finished; `InvalidInput` if the folder holds no result, its data set cannot be
 * found, or trusted modules would run without the user's consent; `Conflict` if `out` has a
 * result; `CorruptJournal` for a request that was not recorded, naming its first difference.
 * `http` agents are posted to only if they are to be asked again; then `Unavailable` names one
 * that does not answer.
 */
export async function replayResult(path: string, options: ReplayOptions): Promise<ReplayOutcome> {
  const { data: _, origins: __, askAgain = false, ...rest } = options;
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
      expected: 'result.json; `tapefold run` with its scenario resumes it',
    });
  }
  const plans = recorded.map(({ plan }) => plan);
  const directory = agentsDirectory(path, plans);
  const { onTrustedCode } = options;
  // Before the stages are replayed; after consent, each run of a scenario lists its own modules.
  if (onTrustedCode === undefined) {
    requireTrust(scenario.agents, { directory, isReceived: true, onTrustedCode });
  }
  const movedTo = options.data ?? (await ownData(path, scenario, first.manifest));
  const judged = await provenOrigin(path, recorded, { ...options, data: movedTo });
  const { differences } = judged;
  if (differences.length > 0) return { ...nothingReplayed, differences };
  const earlier = await replayBefore(path, judged.before, options);
  if (earlier.kind === 'interrupted') return earlier;
  const outcome = await openedAt(first.manifest, movedTo, (data) =>
    runScenario(
      { scenario: { ...scenario, data }, directory },
      {
        ...rest,
        isReceived: true,
        calendars: first.manifest.tape.header.ownCalendars,
        answersFrom,
        files: new Map(plans.map(({ agent, file }) => [agent.id, file])),
        fresh: false,
        end: isOpenEnded(scenario) && isEnded(first.folder),
      },
    ),
  );
  if (outcome.kind === 'interrupted') return { kind: 'interrupted' };
  const compared = await compareResults(path, options.out, recorded);
  return {
    kind: 'replayed',
    runs: earlier.runs + compared.runs,
    calls: earlier.calls + compared.calls,
    differences: [...earlier.differences, ...compared.differences],
  };
}

type Replayed = Extract<ReplayOutcome, { kind: 'replayed' }>;

const nothingReplayed: Replayed = { kind: 'replayed', runs: 0, calls: 0, differences: [] };

/** What differs in the data of a judging run, and the folder of the stage before it. */
async function provenOrigin(path: string, [first]: readonly RecordedRun[], options: ReplayOptions) {
  const { codeVersion, data } = options;
  const origin = readOrigin(resultFolder(path));
  const { dataset, reference } = await openRecorded(first!.manifest, data);
  try {
    const { origins = noOrigins } = options;
    const proven = await origins.verify({ path, origin, dataset, reference, codeVersion });
    const { findings, before } = proven;
    return { before, differences: findings.map((one) => `${one.path}: ${wordsOf(one.verdict)}`) };
  } finally {
    await dataset.close();
  }
}

const wordsOf = (verdict: Refutation): string =>
  'what' in verdict ? verdict.what : `semantics ${verdict.found}`;

/** The stage before a judging run, replayed in the folder of this name below `out`. */
async function replayBefore(
  path: string,
  stage: string | undefined,
  options: ReplayOptions,
): Promise<ReplayOutcome> {
  if (stage === undefined) return nothingReplayed;
  const named = relative(path, stage);
  const openModels = options.openStageModels?.(stage) ?? options.openModels;
  const out = join(options.out, 'stages', basename(stage));
  const own = { ...options, openModels, out, data: join(stage, 'data') };
  const outcome = await replayResult(stage, own);
  if (outcome.kind === 'interrupted') return outcome;
  return { ...outcome, differences: outcome.differences.map((one) => join(named, one)) };
}

/** Existing runs would be kept, and not replayed. */
function requireNoResult(out: string): void {
  const release = lockOut(out);
  try {
    if (!existsSync(resultFolder(out).runs)) return;
    const expected = 'a folder without a result; use another --out';
    throw conflict('a replay repeats every run', { where: out, expected, found: 'a result' });
  } finally {
    release();
  }
}

async function compareResults(
  path: string,
  out: string,
  recorded: readonly RecordedRun[],
): Promise<Replayed> {
  const before = resultRecording(path);
  const after = resultRecording(out);
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

/**
 * Attempts and calls of a run in both, decision by decision: those of a whole run may not
 * fit into memory.
 */
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
    const made = await before.callsOf(run, asOf);
    const again = await after.callsOf(run, asOf);
    calls += made.length;
    const other = differing(made, again, modelCalls);
    if (other !== undefined) return { calls, differences: [`recording.db model-calls: ${other}`] };
  }
  return { calls, differences: stray === undefined ? [] : [`recording.db asks: ${stray}`] };
}

/** An attempt without its start time and duration. */
function timeless({ opened: { openedAt: _, ...opened }, ended }: RecordedAsk) {
  return { opened, ended: ended === null ? null : { ...ended, durationMs: 0 } };
}

/** The first of `recorded` that now differs; undefined if all are equal and none was added. */
function differing<T>(
  recorded: readonly T[],
  again: readonly T[],
  names: { readonly one: (item: T) => string; readonly many: string },
): string | undefined {
  for (const [at, item] of recorded.entries()) {
    if (isDeepStrictEqual(item, again[at])) continue;
    const difference = jsonDifference(item, again[at]);
    const what = difference === undefined ? 'not the same' : describe(difference);
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
  if (!existsSync(before)) return 'is missing';
  requireBounded(before, resultBytesMax);
  const one = readFileSync(before);
  const other = readFileSync(after);
  if (one.equals(other)) return undefined;
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return `differs from byte ${at < 0 ? one.length : at} on`;
}

function differingMember(before: string, after: string): string | undefined {
  requireBounded(before, resultBytesMax);
  const one = readFileSync(before, 'utf8');
  const other = readFileSync(after, 'utf8');
  if (one === other) return undefined;
  const recorded = jsonOf(one);
  if (recorded === undefined) return 'is not JSON';
  const difference = jsonDifference(recorded, JSON.parse(other));
  return difference === undefined ? 'written otherwise' : describe(difference);
}

const describe = ({
  path,
  expected,
  found,
}: NonNullable<ReturnType<typeof jsonDifference>>): string =>
  `${path}: recorded ${expected}; replayed ${found}`;
