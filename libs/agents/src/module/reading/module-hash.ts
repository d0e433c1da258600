/** The content of a module: of its file, and of all that it may read. */

import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { canonicalHash, invalidInput, sha256Hex } from '#values';
import { fileInput, hashOfInput } from '#market-data/rows/byte-input';
import type { ListedFile } from './listed-files.js';
import { moduleParts, type PackagePart } from './module-parts.js';

/** Files that are hashed at most. */
const filesMax = 100_000;

/**
 * SHA-256 of the module in `file` (absolute and real). Of a module that imports and lists nothing
 * it is that of the file; otherwise it covers each imported file and each listed one with its
 * path from the module, and each package as a whole with its name. `InvalidInput` if there are
 * too many files.
 */
export function moduleHash(file: string, listed: readonly ListedFile[]): string {
  const { files, packages } = moduleParts(file);
  const fileHash = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (files.length === 1 && packages.length === 0 && listed.length === 0) return fileHash;
  const contents = new Contents(file);
  for (const imported of files.slice(1)) contents.add(imported, pathFrom(file, imported));
  for (const part of packages) contents.add(part.root, packageLabel(part));
  for (const { path, real } of listed) contents.add(real, `reads ${pathFrom(file, path)}`);
  return canonicalHash({ module: fileHash, files: contents.lines.toSorted() });
}

class Contents {
  readonly lines: string[] = [];

  /** `module`: where an error is. */
  constructor(private readonly module: string) {}

  /** Adds a file, or all files of a folder, under a name that is the same on every machine. */
  add(path: string, name: string): void {
    const stat = lstatSync(path);
    if (this.lines.length > filesMax) {
      const expected = `at most ${filesMax} files in its packages and in reads`;
      throw invalidInput('the module may read too many files', { where: this.module, expected });
    }
    if (stat.isDirectory()) {
      for (const entry of readdirSync(path)) this.add(join(path, entry), `${name}/${entry}`);
    } else if (stat.isSymbolicLink()) {
      this.lines.push(`${name} -> ${readlinkSync(path)}`);
    } else if (stat.isFile()) {
      this.lines.push(`${name} ${hashOf(path)}`);
    }
  }
}

function hashOf(path: string): string {
  const input = fileInput(path, path);
  try {
    return hashOfInput(input);
  } finally {
    input.close();
  }
}

function pathFrom(module: string, path: string): string {
  return relative(dirname(module), path).replaceAll('\\', '/');
}

/** Its name and the hash of its package.json: one package may be installed in several versions. */
function packageLabel({ name, root }: PackagePart): string {
  return `${name} ${sha256Hex(readFileSync(join(root, 'package.json'), 'utf8'))}`;
}
