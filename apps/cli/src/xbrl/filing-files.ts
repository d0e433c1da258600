/** The files of a filing on disk: found by their names, never outside of its folder. */

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { invalidInput } from '#values';

export interface FilingFiles {
  readonly folder: string;
  readonly instance: string;
  /** Files of the folder by the end of their names. */
  ending(end: string): readonly string[];
}

const bytesMax = 512 * 1024 * 1024;
/** What is taken for the instance: another XML file where none has the usual name; a page is refused by its reader. */
const instanceNames = [/_htm\.xml$/, /^(?!.*_(cal|def|lab|pre|ref)\.xml$).*\.xml$/, /\.x?html?$/];

/** The files in a folder, or beside an instance. `InvalidInput` where there is no instance or several. */
export function filingFiles(path: string): FilingFiles {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw invalidInput('no such filing', { where: path });
  const folder = found.isDirectory() ? path : dirname(path);
  const names = readdirSync(folder).sort();
  const ending = (end: string): string[] =>
    names.filter((name) => name.endsWith(end)).map((name) => join(folder, name));
  if (!found.isDirectory()) return { folder, instance: path, ending };
  const choices = instanceNames.map((pattern) => names.filter((name) => pattern.test(name)));
  const [instance, another] = choices.find((choice) => choice.length > 0) ?? [];
  if (instance !== undefined && another === undefined) {
    return { folder, instance: join(folder, instance), ending };
  }
  throw invalidInput(instance === undefined ? 'no instance' : 'more than one instance', {
    where: folder,
    expected: 'one file *_htm.xml, or the path of an instance',
    found: instance === undefined ? `${names.length} other files` : `${instance}, ${another}`,
  });
}

/** The path itself. `InvalidInput` for a device, a pipe, a link out of the folder, and a file that is too large. */
export function ownFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw invalidInput('not a file', { where: path });
  if (dirname(realpathSync(path)) !== realpathSync(dirname(path))) {
    const expected = 'a file in the folder of the filing';
    throw invalidInput('the link leads out of the folder', { where: path, expected });
  }
  if (found.size <= bytesMax) return path;
  const expected = `at most ${bytesMax} bytes`;
  throw invalidInput('the file is too large', { where: path, expected, found: `${found.size}` });
}
