/**
 * Folders of a room: few enough files to read their names at a glance, and imports that go one way.
 */

import { posix } from 'node:path';
import type { Finding } from './finding.ts';
import { isProduct, type ProjectFile } from './project-files.ts';

const filesMax = 15;
const twoWayPairsMax = 5;
const relativeImport = /(?:from|import\()\s*'(\.{1,2}\/[^']+)\.js'/g;

/**
 * Folders with too many files, and pairs of folders that import each other if there are
 * too many of them.
 */
export function checkFolders(files: readonly ProjectFile[]): Finding[] {
  const product = files.filter(({ path }) => isProduct(path));
  const folders = Map.groupBy(product, ({ path }) => posix.dirname(path));
  const full = [...folders].flatMap(([folder, { length }]) =>
    length > filesMax ? [finding(folder, `at most ${filesMax} files`, `${length}`)] : [],
  );
  const pairs = twoWayPairs(product);
  if (pairs.length <= twoWayPairsMax) return full;
  const expected = `at most ${twoWayPairsMax} pairs of folders that import each other`;
  return [...full, finding('libs', expected, pairs.join(', '))];
}

/** Pairs of folders, each of which imports files of the other: `folder <-> folder`. */
export function twoWayPairs(files: readonly ProjectFile[]): string[] {
  const imports = new Set(files.flatMap(importsOf));
  return [...imports].filter((one) => {
    const [from = '', to = ''] = one.split(' <-> ');
    return from < to && imports.has(`${to} <-> ${from}`);
  });
}

function importsOf({ path, text }: ProjectFile): string[] {
  const folder = posix.dirname(path);
  return [...text.matchAll(relativeImport)].flatMap(([, imported = '']) => {
    const other = posix.dirname(posix.join(folder, imported));
    return other === folder ? [] : [`${folder} <-> ${other}`];
  });
}

const finding = (file: string, expected: string, found: string): Finding => ({
  file,
  line: 1,
  expected,
  found,
});
