/**
 * Paths that a module's process may read: its own file, what it imports, and what its agent lists.
 */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { ClosedPlaces, resultMarker } from './closed-places.js';
import { openListed, type ListedFile } from './listed-files.js';
import { moduleParts, sourceExtensions, type PackagePart } from './module-parts.js';

/** Node reads each of them from its command line. */
const pathsMax = 2000;

interface ReadableOptions {
  readonly id: string;
  /** What its agent lists in `reads`. */
  readonly listed: readonly ListedFile[];
  /** Data sets and results; absolute and real, whether they exist or not. */
  readonly hidden: readonly string[];
  /** The product's own files, which are as hidden; copies of them are not. */
  readonly program?: readonly string[];
  /** The module, as the scenario names it. */
  readonly where: string;
}

/**
 * Paths to grant to the module in `file` (absolute and real). What it imports from a closed place
 * is left out: loading it fails, with the reason. `InvalidInput` when the module lies inside a
 * closed place, when its agent lists something that lies in one or holds one, or when there is too
 * much to grant.
 */
export function readablePaths(file: string, options: ReadableOptions): string[] {
  const { id, listed, hidden, program, where } = options;
  const places = new ClosedPlaces(hidden, program);
  if (places.hides(file) || existsSync(join(dirname(file), resultMarker))) {
    throw invalidInput('a module must not lie inside a data set or a folder of results', { where });
  }
  const { files, links, packages } = moduleParts(file);
  const isOpen = (path: string): boolean => isOpenFile(path, places);
  const paths = [
    ...files.filter(isOpen),
    ...links.filter((link) => isOpen(realpathSync(link))),
    ...packages.flatMap((part) => packagePaths(part, places)),
    ...openListed(listed, id, places),
  ];
  const wildcard = paths.find((path) => path.includes('*'));
  if (wildcard === undefined && paths.length <= pathsMax) return paths;
  throw invalidInput('what the module imports and reads cannot be granted to it', {
    where,
    expected: `at most ${pathsMax} paths with no “*” in a name`,
    found: wildcard === undefined ? `${paths.length} paths` : excerpt(basename(wildcard)),
  });
}

function isOpenFile(path: string, places: ClosedPlaces): boolean {
  const isSource = sourceExtensions.includes(extname(path));
  if (isSource) return !places.hides(path) && !existsSync(join(dirname(path), resultMarker));
  return places.closedData(path) === undefined;
}

/** A linked package is granted whole or not at all: through its link all of it could be read. */
function packagePaths({ root, link }: PackagePart, places: ClosedPlaces): readonly string[] {
  if (link === undefined) return places.hides(root) ? [] : places.packageParts(root).paths;
  return places.closedData(root) === undefined ? [root, link] : [];
}

/** The path with links resolved, as far as it exists. */
export function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}
