/** The data sets that scenarios from outside may name, each with its location on this machine. */

import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { requireBounded, writtenBytesMax } from '#files';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { listBundledDatasets } from '#market-data/bundled/bundled-datasets';

/** A name is not a path: input from outside is looked up, never opened. */
const registerSchema = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/i, 'a name of letters, digits, dots and dashes'),
  z.string().min(1, 'a folder, or the name of a bundled data set'),
);

/** The bundled data sets by name, and those of the register; see `readRegister`. */
export async function registeredDatasets(
  file: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const bundled = listBundledDatasets().map(({ name }) => [name, name] as const);
  return new Map([...bundled, ...(await readRegister(file))]);
}

/**
 * Reads the file that TAPEFOLD_DATASETS names: `{ "name": "folder or bundled name" }`. A place is
 * the name of a bundled data set, or an existing path: absolute, or relative to the file's folder
 * with a leading `./` or `../`. `InvalidInput` names the variable, the file or the entry that is
 * missing, unreadable or malformed.
 */
export async function readRegister(file: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (file === undefined) {
    throw invalidInput('invalid environment variable', {
      where: 'TAPEFOLD_DATASETS',
      expected: 'the path of a JSON file of data sets',
      found: 'nothing',
    });
  }
  const parsed = registerSchema.safeParse(
    parsedJson(file, await textOf(file, 'a register of data sets')),
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidInput('not a register of data sets', {
      where: `${file}: ${excerpt(issue?.path.join('.') ?? '')}`,
      expected: '{ "name": "folder or bundled name" }',
      found: issue?.message ?? 'something else',
    });
  }
  const places = new Map<string, string>();
  for (const [name, place] of Object.entries(parsed.data)) {
    places.set(name, await placeOf(place, { file, where: `${file}: ${name}` }));
  }
  return places;
}

/** Checked at startup: a client that names the data set later could not fix the register. */
async function placeOf(
  place: string,
  { file, where }: { readonly file: string; readonly where: string },
): Promise<string> {
  const bundled = listBundledDatasets().map(({ name }) => name);
  if (bundled.includes(place)) return place;
  const isRelative = /^\.\.?(\/|$)/.test(place);
  if (!isRelative && !isAbsolute(place)) {
    const expected = `an absolute path, a path with ./ in front, or one of ${bundled.join(', ')}`;
    throw invalidInput('not a data set location', { where, expected, found: excerpt(place) });
  }
  const path = resolve(dirname(file), place);
  try {
    await access(path, constants.R_OK);
    return path;
  } catch (cause) {
    const { code = 'an error' } = cause as NodeJS.ErrnoException;
    const expected = 'a folder or a file that can be read';
    const found = `${code} at ${excerpt(path, 200)}`;
    throw invalidInput('a data set is not where the register says', { where, expected, found });
  }
}

/**
 * The entries of a YAML register by name; `what` names it in messages. `InvalidInput` names
 * file and line.
 */
export async function namedEntries<T>(
  file: string,
  what: string,
  entry: z.ZodType<T>,
): Promise<Record<string, T>> {
  const name = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
  const names = z.string().regex(name, 'expected letters, digits, ".", "_", "-", 64 at most');
  return parseYaml(await textOf(file, what), file, z.record(names, entry));
}

/** The text of a file; `what` names it in the `InvalidInput` thrown if it is unreadable. */
export async function textOf(file: string, what: string): Promise<string> {
  requireBounded(file, writtenBytesMax);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw invalidInput(`${what} that cannot be read`, { where: file, cause });
  }
}

function parsedJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const detail = { where: file, expected: 'JSON', found: excerpt(text), cause };
    throw invalidInput('not a register of data sets', detail);
  }
}
