/** A filing on disk: finds its files by name, and never reads outside its folder. */

import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { invalidInput } from '#values';
import type { Options } from '../program/option-value.js';
import { ParsedFiling } from '#tools/auditing/parsed-filing';
import { localName, withColon } from '#tools/auditing/concept-names';
import { canonicalPeriod } from '#tools/auditing/get-facts';
import { instancesIn } from '#market-data/xbrl/package-files';
import { insideFolder } from '#market-data/rows/inside-folder';
import { readInstance, type CalculationNetwork } from '#xbrl';

const bytesMax = 512 * 1024 * 1024;
/**
 * Taken for the instance if no other file may be it; the reader refuses a web page, and says so.
 */
const webPage = /\.x?html?$/;

export type OpenFiling = Awaited<ReturnType<typeof openFiling>>;

/**
 * Streams the instance at `path`, or in this folder. `InvalidInput` unless there is exactly one.
 */
export async function openFiling(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw invalidInput('no such filing', { where: path });
  const folder = found.isDirectory() ? path : dirname(path);
  const names = readdirSync(folder).sort();
  const file = found.isDirectory() ? join(folder, instanceIn(folder, names)) : path;
  const instance = await readInstance(createReadStream(ownFile(file)), file);
  const textOf = (name: string): string => readFileSync(ownFile(name), 'utf8');
  const files = names.map((name) => join(folder, name));
  return { filing: new ParsedFiling(files, textOf, instance), instance };
}

function instanceIn(folder: string, names: readonly string[]): string {
  const choices = [instancesIn(names), names.filter((name) => webPage.test(name))];
  const [instance, another] = choices.find((choice) => choice.length > 0) ?? [];
  if (instance !== undefined && another === undefined) return instance;
  throw invalidInput(instance === undefined ? 'no instance' : 'more than one instance', {
    where: folder,
    expected: 'one file *_htm.xml, or the path of an instance',
    found: instance === undefined ? `${names.length} other files` : `${instance}, ${another}`,
  });
}

/**
 * The path, with its links resolved. `InvalidInput` for a device, a pipe, a link out of the folder,
 * and a file that is too large.
 */
function ownFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  const wrong = (what: string, expected: string): Error =>
    invalidInput(what, { where: path, expected });
  if (!found?.isFile()) throw wrong('not a file', 'a file of the filing');
  const inside = insideFolder(dirname(path), basename(path));
  if (found.size > bytesMax) throw wrong('the file is too large', `at most ${bytesMax} bytes`);
  return inside;
}

/** `InvalidInput` if there are none, since a check would find nothing wrong. */
export function networksOf({ filing, instance }: OpenFiling): readonly CalculationNetwork[] {
  const networks = filing.calculations();
  if (networks.length > 0) return networks;
  const expected = 'a linkbase *_cal.xml with calculation arcs';
  throw invalidInput('no calculation network', { where: dirname(instance.file), expected });
}

/**
 * Whether a name matches the request: a full one with `:` or `_`, or a part of it,
 * case-insensitive.
 */
export function isNamed(name: string, asked: string): boolean {
  if (/[:_]/.test(asked)) return name === withColon(asked);
  return localName(name).toLowerCase().includes(asked.toLowerCase());
}

/** `A/B` or a date; undefined if the option was not given. */
export function askedPeriod({ period }: Options): string | undefined {
  return period === undefined ? undefined : canonicalPeriod(String(period));
}
