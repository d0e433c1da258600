/**
 * References to audit cases: `DATA#FILE` is a folder that holds `XBRL/`, and a file
 * of cases for it.
 */

import { isAbsolute, resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { insideFolder } from '../rows/inside-folder.js';

/**
 * Splits a reference before an absolute FILE, else at its last `#`; undefined if a part is empty.
 */
export function splitCases(reference: string) {
  const absolute = reference.indexOf('#/');
  const at = absolute >= 0 ? absolute : reference.lastIndexOf('#');
  if (at <= 0 || at === reference.length - 1) return undefined;
  return { data: reference.slice(0, at), file: reference.slice(at + 1) };
}

/** The paths of a data set that agents must not read: one, or two for cases and data folder. */
export function pathsOf(reference: string): string[] {
  const cases = splitCases(reference);
  return cases ? [reference, cases.data, resolve(cases.data, cases.file)] : [reference];
}

/**
 * The location of a registered data set; `NAME#FILE` is a file directly inside the folder
 * registered as `NAME`. Undefined if the name is not registered; throws `InvalidInput` if FILE is a
 * path, or a link out of the folder.
 */
export function registeredPlace(
  places: ReadonlyMap<string, string>,
  name: string,
): string | undefined {
  const whole = places.get(name);
  if (whole !== undefined) return whole;
  const { data = '', file = '' } = splitCases(name) ?? {};
  const folder = places.get(data);
  if (folder === undefined || !isAbsolute(folder)) return undefined;
  if (/^\w[\w.-]{0,99}$/.test(file)) return `${folder}#${insideFolder(folder, file)}`;
  throw invalidInput('the tasks of a registered data set are a file directly inside it', {
    where: 'tasks',
    expected: 'the name of a file: letters, digits, ".", "_", "-"',
    found: excerpt(file),
  });
}
