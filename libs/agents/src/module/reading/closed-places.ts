/**
 * Places that no module may read: data sets, results, and whatever else the run keeps
 * from its agents.
 */

import { existsSync, lstatSync, readdirSync, realpathSync, type Dirent } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { isWithin } from '#market-data/rows/inside-folder';
import { HiddenContents } from './hidden-contents.js';

/** Marks a folder of results, which may contain solutions. */
export const resultMarker = '.tapefold-result';

/** What the folder with such an entry is. */
const markers: Readonly<Record<string, string>> = {
  [resultMarker]: 'a folder of results',
  'dataset.yaml': 'a data set',
  'recording.yaml': 'a recording of a feed',
  XBRL: 'a folder of filings',
  'task.toml': 'a task with its rubric',
};
const databaseExtensions = ['.duckdb', '.db'];

/** Entries of a folder that are visited before it counts as too large. */
const entriesMax = 100_000;

export interface OpenParts {
  /** The folder itself, or what may be read in it, one by one. */
  readonly paths: readonly string[];
  /** Why the folder is not open as a whole: the first part that is closed, and what closes it. */
  readonly closed: string | undefined;
}

export class ClosedPlaces {
  private readonly hidden: readonly string[];
  private readonly contents: HiddenContents;

  /**
   * Files and folders kept from the module; absolute and real, whether they exist or not. Copies
   * of `data` are closed too. Those of the product's own files (`program`) are not looked for:
   * they hold nothing of the future, and a checkout has a hundred thousand of them.
   */
  constructor(data: readonly string[], program: readonly string[] = []) {
    this.hidden = [...data, ...program];
    this.contents = new HiddenContents(data);
  }

  /** Whether a path (absolute and real) is hidden itself or lies in something hidden. */
  hides(path: string): boolean {
    return this.hidden.some((hidden) => isWithin(hidden, path));
  }

  /**
   * What closes a file or a folder (absolute and real) as a source of data; undefined if it is
   * open as a whole.
   */
  closedData(path: string): string | undefined {
    const around = this.closedAround(path);
    if (around !== undefined) return around;
    if (!lstatSync(path).isDirectory()) return this.closedFile(path);
    const holdsHidden = this.hidden.some((hidden) => isWithin(path, hidden));
    return holdsHidden ? 'holds what agents must not read' : this.partsOf(path).closed;
  }

  /**
   * The parts of a folder (absolute and real) that may be read. Ignores files inside which
   * repeat the data.
   */
  packageParts(root: string): OpenParts {
    return this.partsOf(root, { ignoresCopies: true });
  }

  /** As `packageParts`, for a folder of any origin. */
  partsOf(root: string, { ignoresCopies = false } = {}): OpenParts {
    let entries = 0;
    const inFolder = (folder: string): OpenParts => {
      const paths: string[] = [];
      let closed = this.closedFolder(folder);
      if (closed !== undefined) return { paths, closed };
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        const inner = ++entries > entriesMax ? tooMany : partsOfEntry(entry, path);
        closed ??= inner.closed;
        paths.push(...inner.paths);
      }
      // Hidden files may be created later, as results are.
      const awaited = this.hidden.find((hidden) => isWithin(folder, hidden));
      if (awaited !== undefined) closed ??= 'holds what agents must not read';
      return closed === undefined ? { paths: [folder], closed } : { paths, closed };
    };
    const partsOfEntry = (entry: Dirent, path: string): OpenParts => {
      if (entry.isDirectory()) return inFolder(path);
      const closed = entry.isSymbolicLink()
        ? this.closedLink(path, root)
        : this.closedFile(path, ignoresCopies);
      return { paths: closed === undefined ? [path] : [], closed };
    };
    return inFolder(root);
  }

  private closedAround(path: string): string | undefined {
    if (this.hides(path)) return 'lies in what agents must not read';
    for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
      const mark = markOf(folder);
      if (mark !== undefined) return folder === path ? `is ${mark}` : `lies in ${mark}`;
    }
    return undefined;
  }

  private closedFolder(folder: string): string | undefined {
    if (this.hides(folder)) return 'holds what agents must not read';
    const mark = markOf(folder);
    return mark === undefined ? undefined : `holds ${mark}`;
  }

  private closedLink(link: string, root: string): string | undefined {
    try {
      const target = realpathSync(link);
      const leadsOut = !isWithin(root, target) || this.closedAround(target) !== undefined;
      return leadsOut
        ? `holds a link that leads out of it, ${link.slice(root.length + 1)}`
        : undefined;
    } catch {
      return `holds a broken link, ${link.slice(root.length + 1)}`;
    }
  }

  private closedFile(path: string, ignoresCopies = false): string | undefined {
    if (this.hides(path)) return 'holds what agents must not read';
    if (!lstatSync(path).isFile()) return 'holds what is not a file';
    if (databaseExtensions.includes(extname(path))) return 'holds a database';
    const isCopy = !ignoresCopies && this.contents.holds(path);
    return isCopy ? 'holds a file with the content of one of the data set' : undefined;
  }
}

const tooMany: OpenParts = { paths: [], closed: `holds more than ${entriesMax} entries` };

function markOf(folder: string): string | undefined {
  const name = Object.keys(markers).find((marker) => existsSync(join(folder, marker)));
  return name === undefined ? undefined : markers[name];
}
