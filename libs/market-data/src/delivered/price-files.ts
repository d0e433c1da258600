/** The files that `--prices` names, with those of its folders. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { invalidInput, printable } from '#values';

export interface PriceFiles {
  readonly files: readonly string[];
  /** What folders hold besides, in sentences. */
  readonly notes: readonly string[];
}

/** Names of tables and of what is unpacked to tables. */
const priceName = /\.(csv|txt|tsv|dat|asc|prn|jsonl|ndjson|json|parquet|xlsx|zip|gz|zst)$/i;
const filesMax = 10_000;
/** Names of unread files are shown up to this many. */
const namesShown = 20;

/** Whether the name is that of a file of prices, or of an archive of them. */
export const isPriceName = (name: string): boolean =>
  priceName.test(name) && !/(^|\/)(\.|__MACOSX\/)/.test(name);

/**
 * Each path, and in place of a folder the price files in it by name. Throws `InvalidInput` for a
 * folder without any, and for one that is a data set.
 */
export function priceFilesOf(paths: readonly string[]): PriceFiles {
  const files: string[] = [];
  const notes: string[] = [];
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
      files.push(path);
      continue;
    }
    const { read, unread } = filesOfFolder(path);
    files.push(...read.map((name) => join(path, name)));
    if (unread.length > 0) notes.push(notRead(path, unread));
  }
  if (files.length > filesMax) {
    throw invalidInput('too many files', {
      where: '--prices',
      expected: `at most ${filesMax}`,
      found: `${files.length}`,
    });
  }
  return { files, notes };
}

function filesOfFolder(path: string): { read: string[]; unread: string[] } {
  if (existsSync(join(path, 'dataset.yaml'))) {
    throw invalidInput('the folder is a data set already', {
      where: path,
      expected: `tapefold run --prices ${path}, without other files`,
    });
  }
  const entries = readdirSync(path, { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const read = names.filter(isPriceName).sort();
  const unread = names.filter((name) => !isPriceName(name)).sort();
  if (read.length > 0) return { read, unread };
  throw invalidInput('the folder has no price files', {
    where: path,
    expected: 'files .csv, .txt, .tsv, .jsonl, .json, .parquet, .xlsx, .zip, .gz or .zst',
    found: unread.length === 0 ? 'an empty folder' : listed(unread),
  });
}

/**
 * The sentence on files that are not read. Data sets keep it, so it has no path of this machine.
 */
export const notRead = (path: string, names: readonly string[]): string =>
  `${printable(basename(resolve(path)), 200)}: not read: ${listed(names)}`;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map((name) => printable(name, 100));
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}
