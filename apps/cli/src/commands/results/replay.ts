/** `tapefold replay`: repeats results from their recordings, without a key or a network. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { invalidInput } from '#values';
import {
  isOpenResult,
  type NightlyReplay,
  replayAgain,
  type ReplayOutcome,
  replayResult,
  resultsIn,
  sizeYoungGeneration,
} from '#backtest';
import { exitCodes } from '../../program/exit-code.js';
import { replayGateway } from '../../output/model-gateway.js';
import { trustOf } from '../../output/run-notices.js';
import { type Options, textOf, wholeNumber } from '../../program/option-value.js';
import { openProgress } from '../../program/status-line.js';
import { exitOnSignal, stopOnSignal } from '../../program/stop-signal.js';
import { textTable } from '../../program/text-table.js';
import { counted, notify, print } from '../../program/print.js';
import { codeVersion } from '#backtest/run-folder/package-folder';
import { judgedOrigins } from '#judging/verify-origin';

/** `paths`: a result, or, with `--nightly`, results and folders of results. */
export async function replayCommand(paths: readonly string[], options: Options): Promise<number> {
  if (options['nightly'] === true) return nightly(resultsIn(paths));
  const [path = '', other] = paths;
  if (other !== undefined) {
    const expected = 'one result, or --nightly';
    throw invalidInput('several results', { where: 'arguments', expected, found: other });
  }
  return isOpenResult(path) ? replayOpen(path, textOf(options['data'])) : replayRuns(path, options);
}

/**
 * A result without an end, or one ended by hand: repeated from the recording, over
 * its own journals.
 */
async function replayOpen(path: string, data: string | undefined): Promise<number> {
  exitOnSignal();
  const replay = await replayAgain(path, { codeVersion, data, origins: judgedOrigins });
  if (replay.failure !== null) throw invalidInput(replay.failure);
  const runs = counted(replay.repeated, 'run');
  if (replay.difference !== null) print(replay.difference);
  const same = replay.difference === null;
  print(`${same ? 'replayed' : 'not the same'}: ${runs}, journals byte for byte`);
  return same ? exitCodes.ok : exitCodes.negative;
}

/** Repeats one result after the other, and reports for each whether it is unchanged. */
async function nightly(paths: readonly string[]): Promise<number> {
  exitOnSignal();
  const rows: string[][] = [['Result', 'Runs', 'Verdict']];
  const details: string[] = [];
  let code: number = exitCodes.ok;
  for (const path of paths) {
    const replay = await replayAgain(path, { codeVersion, origins: judgedOrigins });
    rows.push([path, String(replay.repeated), verdictOf(replay)]);
    const detail = replay.difference ?? replay.failure;
    if (detail === null) continue;
    details.push(`${path}: ${detail}`);
    code = replay.difference === null && code === exitCodes.ok ? exitCodes.unavailable : code;
    if (replay.difference !== null) code = exitCodes.negative;
  }
  print([textTable(rows), ...details].join('\n'));
  return code;
}

function verdictOf({ differences, failure }: NightlyReplay): string {
  if (failure !== null) return 'could not be replayed';
  if (differences === 0) return 'same';
  return counted(differences, 'difference');
}

/** Without `--out`, the repeated result is removed after the comparison. */
async function replayRuns(path: string, options: Options): Promise<number> {
  const out = textOf(options['out']);
  const jobs = wholeNumber(options['jobs'] ?? '1', '--jobs');
  sizeYoungGeneration();
  const scratch = out === undefined ? mkdtempSync(join(tmpdir(), 'tapefold-replay-')) : undefined;
  const progress = openProgress('replay', true);
  using stop = stopOnSignal();
  try {
    const outcome = await replayResult(path, {
      out: resolve(out ?? (scratch as string)),
      codeVersion,
      jobs,
      data: textOf(options['data']),
      signal: stop.signal,
      askAgain: options['askAgain'] === true,
      onProgress: (state) => progress.update(state),
      onTrustedCode: trustOf(options),
      origins: judgedOrigins,
      openModels: replayGateway(path),
      openStageModels: replayGateway,
    });
    progress.end();
    return printOutcome(outcome);
  } finally {
    progress.end();
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  }
}

function printOutcome(outcome: ReplayOutcome): number {
  if (outcome.kind === 'interrupted') {
    notify('interrupted');
    return exitCodes.interrupted;
  }
  const { runs, calls, differences } = outcome;
  for (const difference of differences) print(difference);
  const done = `${counted(runs, 'run')} with ${counted(calls, 'recorded model call')}`;
  const verdict = differences.length === 0 ? 'replayed' : 'not the same';
  print(`${verdict}: ${done}`);
  return differences.length === 0 ? exitCodes.ok : exitCodes.negative;
}
