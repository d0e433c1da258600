/** `tapefold verify`: checks whether a run, or a whole result, is what it claims to be. */

import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { invalidInput } from '#values';
import { resultFolder, runFolder, type Verdict, verifyResult, verifyRun } from '#backtest';
import { exitCodes } from '../../program/exit-code.js';
import { type Options, textOf } from '../../program/option-value.js';
import { trustOf } from '../../output/run-notices.js';
import { runNamed } from '../../output/run-named.js';
import { exitOnSignal } from '../../program/stop-signal.js';
import { counted, print } from '../../program/print.js';
import { codeVersion } from '#backtest/run-folder/package-folder';
import { judgedOrigins } from '#judging/verify-origin';
import { rescoreFiles, verifyRescore } from '#backtest/rescore/verify-rescore';

/** `named`: the folder of a run, of a result or of a rescore, or the result.json of a result. */
export async function verifyCommand(named: string, options: Options): Promise<number> {
  // So that module processes end with it, and temporary files are removed.
  exitOnSignal();
  const asked = {
    codeVersion,
    data: textOf(options['data']),
    askAgain: options['askAgain'] === true,
    onTrustedCode: trustOf(options),
    origins: judgedOrigins,
  };
  const path = runNamed(named);
  const { manifest, journal } = runFolder(path);
  if (isThere(manifest) || isThere(journal)) return printVerdict(await verifyRun(path, asked));
  const isFile = basename(path) === 'result.json';
  if (isFile && !existsSync(path)) throw invalidInput('no such file', { where: path });
  const folder = isFile ? dirname(path) : path;
  const { marker, scenario, result } = resultFolder(folder);
  // A folder without some of these is a broken result; one without all of them is none.
  if ([marker, scenario, result].some(isThere)) return printResult(verifyResult(folder, asked));
  if (isThere(join(folder, rescoreFiles.table))) return printResult(verifyRescore(folder, asked));
  throw invalidInput('nothing to verify', {
    where: path,
    expected:
      'the folder of a run, the folder of a result or of a rescore, or a result.json with its runs',
  });
}

/** Also of a link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Below something that is not a folder.
    return false;
  }
}

function printVerdict(verdict: Verdict): number {
  print(describe(verdict));
  const notes = verdict.kind === 'verified' ? verdict.notes : [];
  for (const note of notes) print(note);
  return verdict.kind === 'verified' ? exitCodes.ok : exitCodes.negative;
}

async function printResult(verdict: ReturnType<typeof verifyResult>): Promise<number> {
  const { verified, files, findings, notes } = await verdict;
  const lines = findings.map(({ path, verdict }) => `${path}: ${describe(verdict)}`);
  const runs = counted(verified, 'run');
  const last =
    findings.length === 0
      ? `verified: ${listed([runs, ...files])}`
      : `${runs} verified by themselves, but not the whole result`;
  print([...lines, ...notes, last].join('\n'));
  return findings.length === 0 ? exitCodes.ok : exitCodes.negative;
}

/** `a, b and c`. */
const listed = (names: readonly string[]): string =>
  names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function rulesSince({
  found,
  rules,
}: Extract<Verdict, { kind: 'other-semantics' }>): readonly string[] {
  if (rules.length === 0) return [];
  return [`rules changed since version ${found}:`, ...rules.map((rule) => `- ${rule}`)];
}

function describe(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'verified':
      return `verified: ${verdict.records} records, journal hash ${verdict.hash}`;
    case 'other-semantics':
      return [
        `other semantics: written by version ${verdict.found}, this is version ${verdict.expected}`,
        ['neither proven nor disproven', ...rulesSince(verdict)].join('\n'),
      ].join('; ');
    case 'other-version':
      return [
        `other version: written by ${verdict.found}, this is ${verdict.expected}`,
        `${verdict.what}; neither proven nor disproven`,
      ].join('; ');
    case 'refuted':
      return `not verified: ${verdict.what}`;
  }
}
