/** Proves a whole result: its runs, its figures, and the page that people look at. */

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isFailure } from '#values';
import type { Manifest } from '#contracts/scenario/manifest';
import { openDataset } from '#feeds';
import { ColumnStore } from '#market-data';
import { isWithin } from '#market-data/rows/inside-folder';
import {
  readOrigin,
  resultFolder,
  type ResultFolder,
  type ResultOrigin,
} from '../result/result-folder.js';
import { openedAt, ownData } from '../tape/recorded-dataset.js';
import { openScenarioTape, type ScenarioTape } from '../tape/scenario-tape.js';
import { entriesOfResult } from './result-entries.js';
import { isBroken, refuted, ResultProof } from './result-proof.js';
import { firstManifest, labelsIn, manifestIn } from './runs-in-result.js';
import { unreadable } from './unreadable.js';
import type { Finding, ResultVerdict, VerifyOptions } from './verdicts.js';

/**
 * Verifies a result folder; writes nothing. What is wrong with a file of the result is a finding,
 * never an error. `InvalidInput` if the folder holds no result, or its data set cannot be found:
 * neither says anything about the result.
 */
export async function verifyResult(
  path: string,
  options: VerifyOptions = {},
): Promise<ResultVerdict> {
  const folder = resultFolder(path);
  const entries = entriesOfResult(path);
  const broken = entries.broken.map(({ path: name, what }) => refuted(name, what));
  if (entries.broken.some(({ path: name }) => ['', 'scenario.json', 'runs'].includes(name))) {
    return unproven(broken);
  }
  const origin = originIn(folder);
  if (typeof origin === 'string') {
    // Links are refused there, too, and have been named.
    return unproven(broken.length > 0 ? broken : [refuted('scenario.json', origin)]);
  }
  const labels = labelsIn(folder.runs);
  if (labels.length === 0) return unproven([...broken, refuted('runs', 'the result has no runs')]);
  const sound = labels.filter((label) => !isBroken(entries, join('runs', label, 'manifest.json')));
  const first = firstManifest(folder.runs, sound);
  if (first === undefined) {
    const runs = sound.map((label) =>
      refuted(join('runs', label), String(manifestIn(folder.runs, label))),
    );
    return unproven([...broken, ...runs]);
  }
  const movedTo = options.data ?? (await ownData(path, origin.scenario, first));
  const tape = await openTapeOf({ path, origin, first }, movedTo);
  if ('findings' in tape) return { ...tape, findings: [...broken, ...tape.findings] };
  const found = { tape, entries, verifyStage: verifyResult };
  try {
    return await new ResultProof(path, origin, found, options).prove();
  } finally {
    await tape.dataset.close();
  }
}

const unproven = (findings: readonly Finding[]): ResultVerdict => ({
  verified: 0,
  files: [],
  findings,
  notes: [],
});

/** The scenario of the result, or why it has none. */
function originIn(folder: ResultFolder): ResultOrigin | string {
  if (!existsSync(folder.scenario)) return 'missing; without it, nothing can be verified';
  try {
    return readOrigin(folder);
  } catch (error) {
    const what = unreadable(error);
    if (what === undefined) throw error;
    return what;
  }
}

/** The tape of the result, or a verdict if its own data set, or its scenario, does not give one. */
async function openTapeOf(
  result: { readonly path: string; readonly origin: ResultOrigin; readonly first: Manifest },
  movedTo: string | undefined,
): Promise<ScenarioTape | ResultVerdict> {
  const { path, origin, first } = result;
  const opening = { reference: '' };
  try {
    return await openedAt(first, movedTo, async (data) => {
      // A data set that cannot be opened at all says nothing about the result.
      const calendars = first.tape.header.ownCalendars;
      await (await openDataset(data, { calendars })).close();
      opening.reference = data;
      const scenario = { ...origin.scenario, data };
      return openScenarioTape(scenario, process.cwd(), { store: new ColumnStore(), calendars });
    });
  } catch (error) {
    const what = unreadable(error);
    if (what === undefined) throw error;
    const own = relative(resolve(path), resolve(movedTo ?? first.data.reference));
    if (isWithin('.', own)) return unproven([refuted(own, what)]);
    if (opening.reference === '' || !isFailure(error, 'InvalidInput')) throw error;
    return unproven([refuted('scenario.json', `it gives no tape over its data set: ${what}`)]);
  }
}
