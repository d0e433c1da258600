/**
 * The folder of a run: its files, and how they are written so that none is ever left incomplete.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import { conflict, excerpt, invalidInput, isFailure, sha256Hex, unavailable } from '#values';
import { requireBounded, resultBytesMax } from '#files';
import { engineSemantics } from '#contracts';
import { insideFolder, requireLinksInside } from '#market-data/rows/inside-folder';
import { recordingFileName } from '#llm/embedded/file-store';
import type { RunPlan } from '#workflows';
import { jsonDifference } from './json-difference.js';
import { draftOf } from './leftovers.js';
import { manifestSchema, type Manifest } from '#contracts/scenario/manifest';
import { expectedOf } from '#contracts/parsing/schema-issue';

export interface RunFolder {
  readonly path: string;
  readonly manifest: string;
  readonly journal: string;
  /** Output of a module, for people. */
  readonly log: string;
  readonly equity: string;
  readonly fills: string;
  readonly positions: string;
  /** In a run of tasks: the answers, a line each. */
  readonly answers: string;
  /** What was recorded beside the journal: see `run-records.ts`. */
  readonly recording: string;
  /** How far the recording goes, with its last digests. */
  readonly closing: string;
  /** Folder of texts that the journal and the calls refer to by hash: `<sha256>.txt`. */
  readonly texts: string;
}

export function runFolder(path: string): RunFolder {
  return {
    path,
    manifest: join(path, 'manifest.json'),
    journal: join(path, 'journal.bin'),
    log: join(path, 'log.txt'),
    equity: join(path, 'equity.csv'),
    fills: join(path, 'fills.csv'),
    positions: join(path, 'positions.csv'),
    answers: join(path, 'answers.jsonl'),
    recording: join(path, recordingFileName),
    closing: join(path, 'recordings.json'),
    texts: join(path, 'texts'),
  };
}

/** A text as the name of a folder, as far as names allow. */
export function folderName(text: string): string {
  const clean = text.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '_');
  return clean === text ? text : `${clean}-${sha256Hex(text).slice(0, 6)}`;
}

/**
 * Writes a file whole or not at all: under another name first, then renamed.
 * `Unavailable` if it cannot.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const draft = draftOf(path);
  try {
    writeInto(draft, content);
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    if (isFailure(cause)) throw cause;
    throw unavailable('the file cannot be written', { where: path, cause });
  }
}

/**
 * Creates the folder if it is missing: usually it is there, and looking first would cost as
 * much as writing.
 */
function writeInto(path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    writeFileSync(path, content);
  }
}

/**
 * Creates a folder and its parents, and returns the first that was missing.
 * `Unavailable` if it cannot.
 */
export function makeFolder(path: string): string | undefined {
  try {
    return mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw unavailable('the folder cannot be created', { where: path, cause });
  }
}

/** Stores a text under its hash, once. */
export function keepText(folder: RunFolder, sha256: string, text: string): void {
  const path = join(folder.texts, `${sha256}.txt`);
  if (!existsSync(path)) writeWhole(path, text);
}

/** A text that the journal or a call refers to, and that the folder lacks or has altered. */
export interface TextState {
  readonly path: string;
  readonly kind: 'erased' | 'altered';
}

/**
 * Empty if the folder has the original text. `InvalidInput` for a text that is a link out of the
 * folder, which is never read.
 */
export function textState({ texts }: Pick<RunFolder, 'texts'>, sha256: string): TextState[] {
  const path = insideFolder(texts, `${sha256}.txt`);
  if (!existsSync(path)) return [{ path, kind: 'erased' }];
  requireBounded(path, resultBytesMax);
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  return found === sha256 ? [] : [{ path, kind: 'altered' }];
}

/** Files in which earlier versions recorded. */
const earlierFiles = [
  'asks.jsonl',
  'model-calls.jsonl',
  'calls.jsonl',
  'answers-ahead.jsonl',
  'asked.jsonl',
];

/**
 * The manifest of a run's folder. `InvalidInput` when it is missing or malformed, or the folder has
 * a link that leads out of it; `Conflict` when an earlier version recorded the run in files that
 * this one does not read.
 */
export function readManifest(folder: RunFolder): Manifest {
  if (!existsSync(folder.manifest)) {
    throw invalidInput('not a run folder', {
      where: folder.path,
      expected: 'a folder with manifest.json and journal.bin',
    });
  }
  // A folder from elsewhere could have any file of this machine read, or written to when
  // the run resumes.
  requireLinksInside(folder.path);
  const earlier = earlierFiles.find((name) => existsSync(join(folder.path, name)));
  if (earlier !== undefined) {
    throw conflict('an earlier version of the program recorded this run in another form', {
      where: join(folder.path, earlier),
      expected:
        `${basename(folder.recording)}; read it with that version, or run it again with another ` +
        '--out',
    });
  }
  const words = { what: 'the manifest', notJson: 'the manifest is not JSON' };
  return readWritten(folder.manifest, words, (value) => manifestSchema.safeParse(value));
}

/**
 * Content of a JSON file that we wrote, as `parse` reads it. `InvalidInput` names the member
 * that is wrong.
 */
export function readWritten<T>(
  path: string,
  { what, notJson }: { readonly what: string; readonly notJson: string },
  parse: (value: unknown) => z.ZodSafeParseResult<T>,
): T {
  let value: unknown;
  requireBounded(path, resultBytesMax);
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw invalidInput(notJson, { where: path, cause });
  }
  const { data, error } = parse(value);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw invalidInput(`${what} is not valid: expected ${issue && expectedOf(issue)}`, {
    where: `${path}: ${issue?.path.join('.') ?? ''}`,
  });
}

/**
 * Refuses a folder that holds another run. Reports the difference, and as `remedy` what the
 * user can do next.
 */
export function requireSameRun(
  found: Manifest,
  plan: RunPlan,
  folder: RunFolder,
  remedy = 'use another --out',
): void {
  if (found.run !== plan.id) {
    const change = changeOf(found, plan);
    throw conflict(`the folder holds another run: ${change.what}`, {
      where: folder.path,
      expected: `${change.expected}; ${remedy}`,
      ...(change.found === undefined ? {} : { found: change.found }),
    });
  }
  if (found.semantics === engineSemantics) return;
  throw conflict('the folder holds a run of another version of the engine', {
    where: folder.path,
    expected: `semantics ${engineSemantics}; ${remedy}`,
    found: `semantics ${found.semantics}`,
  });
}

interface Change {
  readonly what: string;
  readonly expected: string;
  /** Nothing for a file: hashes say no more than that it has changed. */
  readonly found?: string;
}

/** The first member by which two runs differ, in words. */
function changeOf(
  { run, plan: { directory: _, ...before } }: Manifest,
  { id, label: __, data, file, ...rest }: RunPlan,
): Change {
  // A file, as opposed to a setting that came with it.
  const change = jsonDifference({ data, file, ...rest }, before);
  if (change === undefined) {
    const what = 'its scenario or its symbols are different';
    return { what, expected: `run ${id.slice(0, 12)}`, found: `run ${run.slice(0, 12)}` };
  }
  const { path, expected, found } = change;
  if (path !== 'data' && path !== 'file') return { what: `${path} is different`, expected, found };
  const changed = path === 'data' ? 'the content of the data set' : fileWords(rest.agent);
  return { what: `${changed} has changed since`, expected: 'what the run was made with' };
}

/** The file of an agent; the prompt of a model agent, which may be that of its workflow. */
function fileWords(agent: RunPlan['agent']): string {
  if (agent.kind === 'module' || agent.kind === 'script') {
    const parts = agent.kind === 'module' ? ', or what it imports or reads,' : '';
    return `the file ${excerpt(basename(agent.file), 200)} of agent ${agent.id}${parts}`;
  }
  const prompt = agent.kind === 'llm' ? agent.prompt : undefined;
  const which = prompt === undefined ? ' of its workflow' : ` ${excerpt(prompt, 200)}`;
  return `the prompt${which} of agent ${agent.id}`;
}
