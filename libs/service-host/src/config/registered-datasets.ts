/** The data sets that scenarios from outside may name, each with the place where it lies on this machine. */

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { excerpt, invalidInput } from '#values';

/** A name is no path: what comes from outside is looked up, never opened. */
const registerSchema = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/i, 'a name of letters, digits, dots and dashes'),
  z.string().min(1, 'a folder, or the name of a bundled data set'),
);

/**
 * Reads the file that TAPEFOLD_DATASETS names: `{ "name": "folder or bundled name" }`, where `./` and `../` start at
 * the file's own folder. `InvalidInput` names the variable, the file or the entry that is missing or of another shape.
 */
export async function registeredDatasets(
  file: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (file === undefined) {
    throw invalidInput('a variable of the environment', {
      where: 'TAPEFOLD_DATASETS',
      expected: 'the path of a JSON file of data sets',
      found: 'nothing',
    });
  }
  const parsed = registerSchema.safeParse(parsedJson(file, await textOf(file)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidInput('not a register of data sets', {
      where: `${file}: ${excerpt(issue?.path.join('.') ?? '')}`,
      expected: '{ "name": "folder or bundled name" }',
      found: issue?.message ?? 'something else',
    });
  }
  const places = Object.entries(parsed.data).map(
    ([name, place]) => [name, placeOf(file, place)] as const,
  );
  return new Map(places);
}

function placeOf(file: string, place: string): string {
  return /^\.\.?(\/|$)/.test(place) ? resolve(dirname(file), place) : place;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw invalidInput('a register of data sets that cannot be read', { where: file, cause });
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
