/** Text files of a folder, each read once for its hash; texts are not kept in memory. */

import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { invalidInput, printable, sha256Hex } from '#values';
import { boundedBytes } from '#files';
import type { FileText } from '../tables/table-location.js';
import { decodeUtf8 } from '../rows/csv-record.js';
import { RowDefect } from '../rows/row-defect.js';

const fileBytesMax = 256 * 1024 * 1024;

/** A file, by its path relative to the folder of the data set. */
export interface FolderFile {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  /** Whether it contains a 0 byte, which texts never do. */
  readonly hasNul: boolean;
  /** Undefined if the bytes are not UTF-8. */
  readonly text: FileText | undefined;
}

/**
 * The entries of a folder below `root`, sorted by name; empty if the folder does not exist. Throws
 * `InvalidInput` for a symbolic link, whether it is the folder or an entry.
 */
export function entriesOf(root: string, folder: string): Dirent[] {
  const stat = lstatSync(join(root, folder), { throwIfNoEntry: false });
  const isFolder = stat?.isDirectory() === true;
  const entries = isFolder ? readdirSync(join(root, folder), { withFileTypes: true }) : [];
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (stat?.isSymbolicLink() === true || link !== undefined) {
    throw invalidInput('a symbolic link is not followed', {
      where: printable(link === undefined ? folder : `${folder}/${link.name}`, 200),
      expected: 'the file or folder itself',
    });
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * The files directly inside a folder with matching names. Throws `InvalidInput` for a
 * file above 256 MB.
 */
export function filesIn(root: string, folder: string, names: RegExp): FolderFile[] {
  return entriesOf(root, folder)
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => readFolderFile(root, `${folder}/${entry.name}`));
}

/** Reads the file once. Throws `InvalidInput` for a file above 256 MB. */
export function readFolderFile(root: string, path: string): FolderFile {
  const content = bytesOf(root, path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { path, bytes: content.length, sha256, hasNul: content.includes(0) };
  try {
    const text = decodeUtf8(content);
    const ref = { sha256: sha256Hex(text), chars: text.length };
    return { ...file, text: { ref, read: () => readText(root, path, ref.sha256) } };
  } catch (error) {
    if (error instanceof RowDefect) return { ...file, text: undefined };
    throw error;
  }
}

function readText(root: string, path: string, sha256: string): string {
  const text = decodeUtf8(bytesOf(root, path));
  if (sha256Hex(text) === sha256) return text;
  const where = printable(path, 200);
  throw invalidInput('the file has changed since the data set was opened', { where });
}

function bytesOf(root: string, path: string): Buffer {
  return boundedBytes(join(root, path), printable(path, 200), fileBytesMax);
}
