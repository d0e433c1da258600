/**
 * Proves that a run is what it claims to be: its chain holds, and a replay gives the same bytes.
 */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isFailure } from '#values';
import { requireLog } from '#store';
import { engineSemantics, rulesChanged } from '#contracts';
import type { JournalScan } from '#event-log';
import { isOpenPlan, type RunPlan } from '#workflows';
import type { FileState } from '../run-folder/derived-file.js';
import { memberThatDiffers } from '../run-folder/json-difference.js';
import { readOwn, recordedRun, type RecordedRun } from '../run-folder/own-journal.js';
import { openRecorded, ownData, ownRecording } from '../tape/recorded-dataset.js';
import { askedFrom, repeatRuns, type RepeatedRun } from './repeat-runs.js';
import type { Manifest } from '#contracts/scenario/manifest';
import { readOrigin, resultFolder } from '../result/result-folder.js';
import { runFolder } from '../run-folder/run-folder.js';
import type { Refutation, Verdict, VerifyOptions } from './verdicts.js';
import { entriesOfRun, strayNotes } from './result-entries.js';
import { unreadable } from './unreadable.js';
import { manifestOf, type ManifestSurroundings } from '../tape/written-manifest.js';
import { headerOf, tasksOf } from '../tape/scenario-tape.js';

/**
 * Verifies a run's folder; writes nothing. `InvalidInput` if it holds no run, or its data set
 * cannot be found: neither says anything about the run.
 */
export async function verifyRun(path: string, options: VerifyOptions = {}): Promise<Verdict> {
  const { broken: entries, strays } = entriesOfRun(path);
  const [entry] = entries;
  if (entry !== undefined) return refutedBy(`${entry.path}: ${entry.what}`);
  const run = runIn(path);
  if (typeof run === 'string') return refutedBy(run);
  const verdict = await verifyRecorded(run, options);
  if (verdict.kind !== 'verified') return verdict;
  return { ...verdict, notes: [...verdict.notes, ...strayNotes(strays)] };
}

const refutedBy = (what: string): Refutation => ({ kind: 'refuted', what });

/** The run of a folder, or why it cannot be read. */
function runIn(path: string): RecordedRun | string {
  const folder = runFolder(path);
  // Without either there is no run that anything could be said about.
  if (!existsSync(folder.manifest) && existsSync(folder.journal)) return 'manifest.json: missing';
  try {
    return recordedRun(path);
  } catch (error) {
    const what = existsSync(folder.manifest) ? unreadable(error) : undefined;
    if (what === undefined) throw error;
    return what;
  }
}

async function verifyRecorded(run: RecordedRun, options: VerifyOptions): Promise<Verdict> {
  const { manifest, plan, folder } = run;
  const broken = brokenJournal(run);
  if (broken !== undefined) return broken;
  const agents = askedFrom([run], options);
  const movedTo = options.data ?? (await dataAround(join(folder.path, '../..'), manifest));
  const { dataset, reference } = await openRecorded(manifest, movedTo);
  try {
    const found = await dataset.contentHash();
    const foreign = otherData(run, found);
    if (foreign !== undefined) return foreign;
    const [repeated] = await repeatRuns([run], { ...options, agents, dataset, reference });
    const { header, until } = manifest.tape;
    const symbols = header.instruments.map(({ symbol }) => symbol);
    const dataHash = manifest.data.sha256;
    const { calendars } = header;
    const extent = { dataHash, until, tasks: tasksOf(plan), open: isOpenPlan(plan), calendars };
    const scenario = { name: manifest.scenario, badRows: manifest.data.badRows };
    const expected = await headerOf(dataset, symbols, extent);
    const tape = { header: expected, dataHash: found, lastSession: until };
    return verdictOn(repeated!, { ...options, scenario, tape });
  } catch (error) {
    const isCorrupt = isFailure(error, 'CorruptJournal');
    const what = isCorrupt || options.askAgain !== true ? unreadable(error) : undefined;
    if (what === undefined) throw error;
    return refutedBy(what);
  } finally {
    await dataset.close();
  }
}

/** The data set that came with the result around a run, if it can be told. */
async function dataAround(result: string, manifest: Manifest): Promise<string | undefined> {
  try {
    return await ownData(result, readOrigin(resultFolder(result)).scenario, manifest);
  } catch (error) {
    if (unreadable(error) === undefined) throw error;
    return ownRecording(result);
  }
}

/** Why a run cannot be replayed over its journal and its recording; undefined if it can. */
export function brokenJournal(run: RecordedRun): Refutation | undefined {
  const { folder, manifest, plan } = run;
  if (!existsSync(folder.journal)) return { kind: 'refuted', what: 'the journal is missing' };
  if (!statSync(folder.journal).isFile()) {
    return { kind: 'refuted', what: 'the journal is not a file' };
  }
  const { semantics: found } = manifest;
  if (found !== engineSemantics) {
    const rules = rulesChanged(found);
    return { kind: 'other-semantics', found, expected: engineSemantics, rules };
  }
  try {
    requireLog(folder.recording);
    const scan = readOwn(folder.journal, run);
    if (scan.complete || isPaused(plan, scan)) return undefined;
    const found = `it ends after record ${scan.records} at byte ${scan.bytes}`;
    const torn = scan.tornBytes > 0 ? `, with ${scan.tornBytes} torn bytes behind it` : '';
    const next = '; `tapefold run` with its scenario resumes it';
    return { kind: 'refuted', what: `the journal is not complete: ${found}${torn}${next}` };
  } catch (error) {
    if (isFailure(error, 'CorruptJournal')) return { kind: 'refuted', what: error.message };
    throw error;
  }
}

/** Whether a run without an end has stopped where it can resume. */
const isPaused = (plan: RunPlan, { records, tornBytes }: JournalScan): boolean =>
  isOpenPlan(plan) && records > 0 && tornBytes === 0;

/**
 * A refutation if the content of the data set differs from the run's. The data of a run without an
 * end grows: only the tape up to the end of the run has to be the same.
 */
export function otherData(
  { manifest: { data }, plan }: RecordedRun,
  found: string,
): Refutation | undefined {
  if (found === data.sha256 || isOpenPlan(plan)) return undefined;
  const what = `expected SHA-256 ${data.sha256}; found ${found}`;
  return { kind: 'refuted', what: `the data set is not the one that the run used: ${what}` };
}

interface ProvenWith extends VerifyOptions, Pick<ManifestSurroundings, 'scenario'> {
  /** As the data set and the scenario are now. */
  readonly tape: Omit<ManifestSurroundings['tape'], 'reference'>;
}

/** How the manifest differs from the one that the run would get now. */
function changedManifest(
  { run: { folder, manifest, plan }, tapeHash }: RepeatedRun,
  { scenario, tape }: Pick<ProvenWith, 'scenario' | 'tape'>,
): string | undefined {
  const { reference, sha256: dataHash } = manifest.data;
  // If data has grown since, it is read only as far as it went then.
  const was = isOpenPlan(plan) ? { dataHash, lastSession: manifest.tape.until } : {};
  const surroundings = {
    scenario,
    tape: { ...tape, reference, ...was },
    codeVersion: manifest.codeVersion,
    facts: manifest.tape.facts,
  };
  const written = `${JSON.stringify(manifestOf(plan, surroundings, tapeHash), null, 2)}\n`;
  if (readFileSync(folder.manifest, 'utf8') === written) return undefined;
  return memberThatDiffers(folder.manifest, written);
}

/**
 * The verdict on a run whose journal repeats; its manifest must equal the one that it
 * would get now.
 */
export function verdictOn(
  repeated: RepeatedRun,
  { scenario, tape, codeVersion, askAgain = false }: ProvenWith,
): Verdict {
  const { run, hash, records, hasMore, texts, calls, recording } = repeated;
  const { folder, manifest } = run;
  const { sha256: dataHash } = manifest.data;
  const changed = changedManifest(repeated, { scenario, tape });
  if (changed !== undefined) return { kind: 'refuted', what: `manifest.json: ${changed}` };
  const altered = texts.find(({ kind }) => kind === 'altered');
  const named = (path: string): string => relative(folder.path, path);
  if (altered !== undefined) {
    return { kind: 'refuted', what: `${named(altered.path)}: the text was altered` };
  }
  if (calls !== undefined) {
    const what = `${named(folder.recording)} calls: ${calls.what}`;
    // The answers of a tool may follow from another version, too.
    if (calls.kind === 'unrepeated')
      return asVersionAllows(manifest.codeVersion, codeVersion, what);
    return { kind: 'refuted', what };
  }
  if (recording !== undefined) return { kind: 'refuted', what: recording };
  const notes = texts.map(({ path }) => `${named(path)}: the text was erased`);
  const differing = repeated.ended.tables.filter(({ state }) => state.kind !== 'same');
  const described = differing.map(({ path, state }) => ({
    state,
    what: describeFile(named(path), state),
  }));
  const what = described.find(({ state }) => state.kind === 'altered')?.what;
  if (what !== undefined) return asVersionAllows(manifest.codeVersion, codeVersion, what);
  for (const missing of described) notes.push(missing.what);
  if (hasMore)
    notes.push(`journal.bin: continues past fact ${manifest.tape.facts}, the end of the result`);
  if (tape.dataHash !== dataHash)
    notes.push('the data set has other content now, and gives the same');
  return { kind: 'verified', hash, records, replayed: !askAgain, notes };
}

/**
 * The difference may come from another version of the program, and cannot then be told from
 * an alteration.
 */
export function asVersionAllows(
  found: string,
  expected: string | undefined,
  what: string,
): Refutation {
  if (expected === undefined || found === expected) return { kind: 'refuted', what };
  return { kind: 'other-version', found, expected, what };
}

/** Describes a derived file that is not as it should be, in a sentence. */
export function describeFile(name: string, state: FileState): string {
  if (state.kind === 'altered') return `${name}: ${state.what}`;
  return `${name}: missing; \`tapefold run\` writes it again`;
}
