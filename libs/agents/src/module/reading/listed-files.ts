/** What an agent lists in `reads`: files and folders that its module may read. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import type { ClosedPlaces } from './closed-places.js';

export interface ListedFile {
  /** As the agent lists it. */
  readonly listed: string;
  /** Absolute, as listed from the folder of the scenario. */
  readonly path: string;
  /** The file or folder itself. */
  readonly real: string;
}

interface Listing {
  readonly id: string;
  readonly reads?: readonly string[] | undefined;
}

/**
 * The listed files, from the folder of the scenario. `InvalidInput` names the first that
 * does not exist.
 */
export function listedFiles({ id, reads = [] }: Listing, directory: string): ListedFile[] {
  return reads.map((listed) => {
    const path = resolve(directory, listed);
    if (existsSync(path)) return { listed, path, real: realpathSync(path) };
    const expected = 'a file or a folder, by its path from the scenario';
    const where = `agents, ${id}: reads`;
    throw invalidInput('no such file', { where, expected, found: excerpt(listed) });
  });
}

/**
 * Paths to grant for the listed files. `InvalidInput` names the first that lies in a place that is
 * closed to modules, or holds one, and why.
 */
export function openListed(
  files: readonly ListedFile[],
  id: string,
  places: ClosedPlaces,
): string[] {
  return files.flatMap(({ listed, path, real }) => {
    const closed = places.closedData(real);
    if (closed === undefined) {
      // A module finds its files from its own real path, and Node follows a link only where the
      // link may be read.
      const itself = join(realpathSync(dirname(path)), basename(path));
      return [...new Set([path, itself, real])];
    }
    throw invalidInput(`a module must not read it: it ${closed}`, {
      where: `agents, ${id}: reads`,
      expected: 'files of the agent’s own, such as weights',
      found: excerpt(listed),
    });
  });
}
