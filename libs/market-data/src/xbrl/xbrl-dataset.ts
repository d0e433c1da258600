/**
 * A folder that holds `XBRL/` as a data set: a manifest, in-memory files that list those on
 * disk, and its hash.
 */

import { lstatSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { canonicalHash, invalidInput, printable, sha256Hex } from '#values';
import type { Dataset } from '../dataset/dataset.js';
import { datasetManifestSchema, type DescribedManifest } from '../manifest/dataset-manifest.js';
import { memoryInput } from '../rows/byte-input.js';
import { insideFolder } from '../rows/inside-folder.js';
import type { DatasetFiles } from '../tables/dataset-files.js';
import { haveSolutions, readCaseLines, solutionsOfCases, tasksOfCases } from './audit-cases.js';
import { filingsFolder, listXbrl, type XbrlListing } from './xbrl-listing.js';

interface XbrlFolder {
  readonly manifest: DescribedManifest;
  readonly files: DatasetFiles;
  readonly warnings: XbrlListing['warnings'];
  /** The data set opened from manifest and files, with a hash and a report of the files on disk. */
  complete(opened: Dataset): Dataset;
}

/** Files of cases: absolute paths, or paths inside the folder. */
export interface CaseFiles {
  readonly file: string;
  /** Undefined if the solutions are in the lines of the cases. */
  readonly solutions?: string | undefined;
}

export const holdsXbrl = (folder: string): boolean =>
  lstatSync(join(folder, filingsFolder), { throwIfNoEntry: false }) !== undefined;

/**
 * Reads the files of a folder for their hashes. `cases` provides tasks and solutions. Throws
 * `InvalidInput` for a file that cannot be part of a data set.
 */
export function readXbrlFolder(folder: string, cases: CaseFiles | undefined): XbrlFolder {
  const listing = listXbrl(folder);
  const tasks = cases === undefined ? undefined : casesOf(folder, cases);
  const texts = tasks?.texts(listing);
  const solutions = tasks?.hasSolutions ? `${tasks.solutionsName} (solutions)` : undefined;
  const described = datasetManifestSchema.parse({
    // Restricted to the characters of other names.
    name:
      basename(folder)
        .replace(/[^\w.-]+/g, '-')
        .slice(0, 64) || 'xbrl',
    calendar: 'XNYS',
    currency: 'USD',
    filings: { file: filingsFolder, format: 'jsonl' },
    ...(tasks && { tasks: { file: tasks.name, solutions } }),
    symbols: listing.symbols,
  });
  const open = (file: string) => {
    if (tasks === undefined || file === filingsFolder) return memory(file, listing.rows);
    return memory(file, file === tasks.name ? (texts as string) : tasks.solutions());
  };
  return {
    manifest: described,
    files: { open, pathOf: () => undefined, list: () => [], texts: listing.texts },
    warnings: listing.warnings,
    complete: (opened) => ({
      ...opened,
      check: async (options) => ({ ...(await opened.check(options)), xbrl: listing.report }),
      contentHash: async () => {
        const now = listXbrl(folder);
        const asked = tasks === undefined ? null : casesOf(folder, cases!).texts(now);
        return hashOf(described, now, asked);
      },
    }),
  };
}

/** Solutions are read again when they are asked for: they may be corrected until then. */
function casesOf(folder: string, { file, solutions }: CaseFiles) {
  const pathOf = (path: string) => (isAbsolute(path) ? path : insideFolder(folder, path));
  const name = basename(file);
  const lines = readCaseLines(pathOf(file), name);
  const isSolved = haveSolutions(lines);
  if (isSolved && solutions !== undefined) {
    throw invalidInput('two files have solutions of the cases', {
      where: name,
      expected: `cases without solutions beside ${printable(basename(solutions), 200)}`,
    });
  }
  const from = solutions ?? file;
  return {
    name,
    solutionsName: basename(from),
    hasSolutions: isSolved || solutions !== undefined,
    texts: ({ accepted }: XbrlListing) => tasksOfCases(lines, accepted),
    solutions: () => {
      const solved = readCaseLines(pathOf(from), basename(from), 'solutions');
      return solutionsOfCases(solved, { ofAll: solutions !== undefined });
    },
  };
}

/** Excludes solutions and names, as for every data set. */
function hashOf(
  { name: _name, filings: _filings, tasks: _tasks, symbols: _symbols, ...rest }: DescribedManifest,
  { rows }: XbrlListing,
  tasks: string | null,
): string {
  return canonicalHash({ ...rest, xbrl: sha256Hex(rows), tasks: tasks && sha256Hex(tasks) });
}

const memory = (file: string, text: string) => memoryInput(file, Buffer.from(text, 'utf8'));
