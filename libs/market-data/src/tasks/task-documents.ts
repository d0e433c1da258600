/** The document folder of a task: its text files, each with the time from which it is known. */

import { invalidInput, printable, type Instant } from '#values';
import type { FileText } from '../tables/table-location.js';
import { entriesOf, readFolderFile } from '../documents/folder-files.js';
import { insideFolder } from '../rows/inside-folder.js';
import { timesByName } from './times-by-name.js';

/** In the folder itself: the times of its documents. */
export const timesFile = 'documents.jsonl';
const filesMax = 10_000;
const depthMax = 16;
const nameMax = 200;

export interface DocumentFolder {
  /**
   * By path below the folder, sorted; `knownAt` is undefined for documents that are known
   * with their task.
   */
  readonly documents: readonly { name: string; knownAt: Instant | undefined; file: FileText }[];
  /** Paths inside the data set of files that are not text: not UTF-8, or with a 0 byte. */
  readonly binary: readonly string[];
}

/**
 * Reads every file below a folder of a data set once. Throws `InvalidInput` for a missing folder or
 * one without text, symbolic links, more than 10,000 files, more than 16 nested folders, a path of
 * more than 200 characters, and errors in `documents.jsonl`. `root` is the folder of the data set;
 * undefined if it has none.
 */
export function readDocumentFolder(root: string | undefined, folder: string): DocumentFolder {
  const where = printable(folder, 200);
  if (root === undefined) {
    throw invalidInput('only a data set in a folder has documents of tasks', { where });
  }
  insideFolder(root, folder);
  const names = namesBelow(root, folder).filter((name) => name !== timesFile);
  const ofTimes = `${folder}/${timesFile}`;
  const place = { path: insideFolder(root, ofTimes), name: ofTimes };
  const times = timesByName(place, new Set(names), timesOfDocuments);
  const files = names.map((name) => ({ name, ...readFolderFile(root, `${folder}/${name}`) }));
  const documents = files.flatMap(({ name, text: file, hasNul }) =>
    file === undefined || hasNul ? [] : { name, knownAt: times.get(name), file },
  );
  const binary = files.flatMap(({ path, text, hasNul }) => (!text || hasNul ? path : []));
  if (documents.length > 0) return { documents, binary };
  throw invalidInput('the folder holds no documents', { where, expected: 'text files in UTF-8' });
}

/** Paths below the folder, sorted by code units. */
function namesBelow(root: string, folder: string): string[] {
  const names: string[] = [];
  const walk = (below: string, depth: number): void => {
    for (const entry of entriesOf(root, [folder, below].filter(Boolean).join('/'))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      const where = printable(`${folder}/${name}`, 200);
      if (depth > depthMax || names.length === filesMax || name.length > nameMax) {
        const expected =
          `${filesMax} files, ${depthMax} folders within each other, paths of ${nameMax} ` +
          'characters';
        throw invalidInput('too many documents', { where, expected: `at most ${expected}` });
      }
      if (entry.isDirectory()) walk(name, depth + 1);
      else if (entry.isFile()) names.push(name);
    }
  };
  walk('', 1);
  return names.sort((one, other) => (one < other ? -1 : 1));
}

const timesOfDocuments = {
  what: 'time of a document',
  members: ['file', 'known_at'],
  stray: 'the time belongs to no document',
  expected: 'the path of a file below the folder that no other line names',
} as const;
