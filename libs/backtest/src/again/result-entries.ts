/**
 * The entries of a result or a run: whether each is the kind of file that it should be, and what
 * nothing derives.
 */

import { accessSync, constants, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { systemReason } from '#values';

/** An entry that cannot be what it should be, and why. */
export interface BrokenEntry {
  /** Relative to the folder. */
  readonly path: string;
  readonly what: string;
}

/** A folder whose entries are known by name. */
interface KnownFolder {
  readonly isFile: (name: string) => boolean;
  /**
   * What is known of a folder in it: `null` if others check its entries, undefined if
   * it is not known.
   */
  readonly folder: (name: string) => KnownFolder | null | undefined;
}

/**
 * Behind a link, the content may change without the result; none that this program writes is one.
 */
const aLink = 'a result has no links; found one';

/** A write that was interrupted, or is under way. */
const isDraft = (name: string): boolean => name.startsWith('.') && name.endsWith('.draft');

const files = (...names: readonly string[]): KnownFolder['isFile'] => {
  const known = new Set(names);
  return (name) => known.has(name) || isDraft(name);
};

const leaf = (isFile: KnownFolder['isFile']): KnownFolder => ({ isFile, folder: () => undefined });

const sha256Length = 64;
const texts = leaf((name) => name.endsWith('.txt') && name.length === sha256Length + '.txt'.length);

const runEntries: KnownFolder = {
  isFile: files(
    'manifest.json',
    'journal.bin',
    'journal.bin.torn',
    'recordings.json',
    'answers.jsonl',
    'equity.csv',
    'fills.csv',
    'positions.csv',
    'trades.csv',
    'recording.db',
    'recording.db-wal',
    'recording.db-shm',
  ),
  folder: (name) => (name === 'texts' ? texts : undefined),
};

/** Folders of runs may have any name; anything else beside them is a stray file. */
const runs: KnownFolder = { isFile: () => false, folder: () => runEntries };

/** Pages are compared by name: what is not one of them counts as altered there. */
const pages: KnownFolder = { isFile: () => false, folder: () => leaf(() => true) };

const resultFolders: ReadonlyMap<string, KnownFolder | null> = new Map([
  ['runs', runs],
  ['documents', pages],
  ['transcripts', pages],
  // The recording of a live run, the data of a judging run and its stages are verified by
  // their own rules.
  ['recording', null],
  ['data', null],
  ['stages', null],
]);

const resultEntries: KnownFolder = {
  isFile: files(
    '.tapefold-result',
    '.tapefold-lock',
    '.tapefold-scripts-lock',
    'scenario.json',
    'result.json',
    'report.html',
  ),
  folder: (name) => resultFolders.get(name),
};

export interface Entries {
  readonly broken: readonly BrokenEntry[];
  /** Paths that nothing derives, so that nothing is known of them. */
  readonly strays: readonly string[];
}

export const entriesOfResult = (folder: string): Entries => entriesIn(folder, resultEntries);
export const entriesOfRun = (folder: string): Entries => entriesIn(folder, runEntries);

function entriesIn(folder: string, known: KnownFolder): Entries {
  const broken: BrokenEntry[] = [];
  const strays: string[] = [];
  walk({ folder, broken, strays }, known, '');
  return { broken, strays };
}

interface Walk {
  readonly folder: string;
  readonly broken: BrokenEntry[];
  readonly strays: string[];
}

function walk(entries: Walk, known: KnownFolder, below: string): void {
  const { broken, strays } = entries;
  for (const name of namesIn(entries, below)) {
    const path = join(below, name);
    const isFile = known.isFile(name);
    const inner = isFile ? undefined : known.folder(name);
    const found = lstatSync(join(entries.folder, path));
    const isBesideRuns = known === runs && found.isFile();
    if (isBesideRuns || (inner === undefined && !isFile)) {
      if (found.isSymbolicLink()) broken.push({ path, what: aLink });
      else strays.push(path);
      continue;
    }
    const what = defectOf(join(entries.folder, path), isFile ? 'file' : 'folder');
    if (what !== undefined) broken.push({ path, what });
    else if (inner !== undefined && inner !== null) walk(entries, inner, path);
  }
}

/** Names in a folder, in order; none if it cannot be listed, which is noted. */
function namesIn({ folder, broken }: Walk, below: string): string[] {
  try {
    return readdirSync(join(folder, below)).toSorted();
  } catch (error) {
    const path = below === '' ? '.' : below;
    broken.push({ path, what: `the folder cannot be read: ${systemReason(error)}` });
    return [];
  }
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a link';
  if (found.isDirectory()) return 'a folder';
  return found.isFile() ? 'a file' : 'something else';
}

/** Why an entry is not the file or folder that it should be; undefined if it is. */
function defectOf(path: string, expected: 'file' | 'folder'): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const isExpected = expected === 'file' ? found.isFile() : found.isDirectory();
  if (!isExpected) return `expected a ${expected}; found ${kindOf(found)}`;
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return `the ${expected} cannot be read: ${systemReason(error)}`;
  }
}

/** At most so many are named one by one. */
const straysMax = 20;

/** A line for each path that nothing derives; many are counted. */
export function strayNotes(strays: readonly string[]): string[] {
  const notes = strays
    .slice(0, straysMax)
    .map((path) => `${path}: not verified; nothing derives it`);
  const more = strays.length - straysMax;
  return more > 0 ? [...notes, `not verified: ${more} more that nothing derives`] : notes;
}
