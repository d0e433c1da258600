/** Paths that a module's process may read: its own folder, without what must stay hidden from it. */

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import { invalidInput } from '#values';
import { isWithin } from '#market-data/rows/inside-folder';

/** Marks a folder of results, which may contain solutions. */
export const resultMarker = '.tapefold-result';

/** Beyond this the folder is not the module's own. */
const pathsMax = 500;
const foldersMax = 10_000;

/**
 * The folder of `file` as paths to grant: the folder itself, or what is in it one by one where a part
 * must not be read: anything in `hidden` (data sets, results, the product's own readers), folders of
 * results, and links that lead out of the folder. All paths are absolute and real. `InvalidInput` naming
 * `where` when the file lies inside something hidden, or the folder is too large to be a module's.
 */
export function readablePaths(file: string, hidden: readonly string[], where: string): string[] {
  const folder = dirname(file);
  if (hidden.some((path) => isWithin(path, file)) || existsSync(join(folder, resultMarker))) {
    throw invalidInput('a module must not lie inside a data set or a folder of results', { where });
  }
  const hiddenHere = hidden.filter((path) => isWithin(folder, path));
  const budget = { folders: foldersMax };
  const paths = grantsIn(folder, { folder, hidden: hiddenHere, budget });
  const tooMany = paths === undefined || paths.length > pathsMax || folder === parse(folder).root;
  if (!tooMany && !paths.some((path) => path.includes('*'))) return paths;
  throw invalidInput('the module’s folder cannot be granted to it', {
    where,
    expected: 'a folder of its own, with no “*” in a name',
  });
}

interface Walk {
  readonly folder: string;
  readonly hidden: readonly string[];
  readonly budget: { folders: number };
}

/** Just `path` when all of it may be read; undefined when the walk takes too long. */
function grantsIn(path: string, walk: Walk): string[] | undefined {
  if (walk.budget.folders-- <= 0) return undefined;
  const grants: string[] = [];
  if (existsSync(join(path, resultMarker))) return [];
  // Hidden files may be created later, as results are.
  let whole = !walk.hidden.some((hidden) => isWithin(path, hidden));
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    const mayBeRead = walk.hidden.every((hidden) => hidden !== inner);
    const found = mayBeRead ? grantsOf(entry, inner, walk) : [];
    if (found === undefined) return undefined;
    grants.push(...found);
    if (found.length !== 1 || found[0] !== inner) whole = false;
  }
  return whole ? [path] : grants;
}

function grantsOf(
  entry: { isDirectory(): boolean; isSymbolicLink(): boolean; name: string },
  path: string,
  walk: Walk,
): string[] | undefined {
  if (entry.isSymbolicLink()) return leadsOut(path, walk) ? [] : [path];
  if (!entry.isDirectory()) return [path];
  // Installed packages link among themselves only, and are too many to walk.
  const isPackages = entry.name === 'node_modules' || entry.name === '.git';
  if (isPackages && !walk.hidden.some((hidden) => isWithin(path, hidden))) return [path];
  return grantsIn(path, walk);
}

function leadsOut(link: string, { folder, hidden }: Walk): boolean {
  try {
    const target = realpathSync(link);
    return !isWithin(folder, target) || hidden.some((path) => isWithin(path, target));
  } catch {
    return true;
  }
}

/** The path with links resolved, as far as it exists. */
export function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}
