/** The files that the house rules apply to: the repository's handwritten text. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProjectFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

const ignoredAnywhere = new Set(['node_modules', 'dist', '.git', 'coverage']);
const ignoredAtRoot = new Set([
  'tapefold-runs',
  'out',
  '.tapefold',
  '.tapefold-cluster',
  '.tapefold-serve',
  'package-lock.json',
]);
const textual = /(\.([cm]?[jt]s|json|ya?ml|md|html|css|sh|txt)|\.ci\/run)$/;

/** Every textual file below `root`, in a fixed order. */
export function projectFiles(root: string): ProjectFile[] {
  return pathsBelow(root)
    .filter((path) => textual.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, lines: text.split('\n') };
    });
}

/** Every file below `folder` of `root` that may be kept, in a fixed order. */
export function pathsBelow(root: string, folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    if (ignoredAnywhere.has(entry.name)) return [];
    if (folder === '' && ignoredAtRoot.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return pathsBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Rooms whose results depend only on their arguments. */
const pure = /^libs\/(values|contracts|market-view|portfolio|metrics|xbrl|workflows)\//;

export const isSpec = (path: string): boolean => path.endsWith('.spec.ts');
/** Tests, and what only tests import, may use files and time. */
const isForTests = (path: string): boolean => /\.(spec|fixture)\.ts$/.test(path);
export const isPure = (path: string): boolean => pure.test(path) && !isForTests(path);
/** What ships: apps, libs and migrations without what only tests import. */
export const isProduct = (path: string): boolean =>
  /^(apps|libs|migrations)\/.*\.ts$/.test(path) &&
  !isForTests(path) &&
  !/^libs\/[^/]+\/test\//.test(path);
