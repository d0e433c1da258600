/**
 * References to audit cases: `DATA#FILE` is a folder that holds `XBRL/`, and a file of cases for
 * it; `DATA##FILE#SOLUTIONS` has their solutions in a file of its own.
 */

import { isAbsolute, resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { insideFolder } from '../rows/inside-folder.js';

/** The folder and the files of a reference. */
interface CasesReference {
  readonly data: string;
  readonly file: string;
  /** Undefined if the solutions are in the file of cases. */
  readonly solutions?: string | undefined;
}

/** The reference that `splitCases` splits. */
export function casesReference({ data, file, solutions }: CasesReference): string {
  return solutions === undefined ? `${data}#${file}` : `${data}##${file}#${solutions}`;
}

/** `DATA##FILE#SOLUTIONS`; names of files have no `#`. */
const ofTwoFiles = /^([^#].*)##([^#]+)#([^#]+)$/s;

/**
 * Splits a reference before an absolute FILE, else at its last `#`; undefined if a part is empty.
 */
export function splitCases(reference: string): CasesReference | undefined {
  const [, folder, cases, solutions] = ofTwoFiles.exec(reference) ?? [];
  if (folder !== undefined) return { data: folder, file: cases!, solutions };
  const absolute = reference.indexOf('#/');
  const at = absolute >= 0 ? absolute : reference.lastIndexOf('#');
  if (at <= 0 || at === reference.length - 1) return undefined;
  return { data: reference.slice(0, at), file: reference.slice(at + 1) };
}

/** The paths of a data set that agents must not read: one, or those of its folder and files. */
export function pathsOf(reference: string): string[] {
  const cases = splitCases(reference);
  if (cases === undefined) return [reference];
  const { data, file, solutions } = cases;
  const files = solutions === undefined ? [file] : [file, solutions];
  return [reference, data, ...files.map((name) => resolve(data, name))];
}

/**
 * The location of a registered data set; the files of a reference to cases are directly inside the
 * folder registered under its name. Undefined if the name is not registered; throws `InvalidInput`
 * if a file is a path, or a link out of the folder.
 */
export function registeredPlace(
  places: ReadonlyMap<string, string>,
  name: string,
): string | undefined {
  const whole = places.get(name);
  if (whole !== undefined) return whole;
  const cases = splitCases(name);
  const folder = places.get(cases?.data ?? '');
  if (cases === undefined || folder === undefined || !isAbsolute(folder)) return undefined;
  return casesReference({
    data: folder,
    file: registeredFile(folder, cases.file, 'tasks'),
    solutions: cases.solutions && registeredFile(folder, cases.solutions, 'solutions'),
  });
}

function registeredFile(folder: string, file: string, where: string): string {
  if (/^\w[\w.-]{0,99}$/.test(file)) return insideFolder(folder, file);
  throw invalidInput(`the ${where} of a registered data set are a file directly inside it`, {
    where,
    expected: 'the name of a file: letters, digits, ".", "_", "-"',
    found: excerpt(file),
  });
}
