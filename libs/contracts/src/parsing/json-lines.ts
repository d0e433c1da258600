/** External text with one JSON value per line. */

import type { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import { firstIssue } from './schema-issue.js';

/** A file and its name in errors. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface CheckedLine<T> {
  /** File and line. */
  readonly where: string;
  readonly value: T;
}

/**
 * Values that match the schema, each with its place; skips blank lines. `InvalidInput` names file,
 * line and member.
 */
export function* checkedLines<T>(
  { name, text }: NamedText,
  schema: z.ZodType<T>,
): Generator<CheckedLine<T>> {
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const where = `${name}:${index + 1}`;
    const given = jsonOf(content.replace(/^\uFEFF/, ''));
    const { success, data, error } = schema.safeParse(given);
    if (!success) {
      const { path, expected, found } = firstIssue(error, given);
      const at = given === undefined ? content : found;
      throw invalidInput('the line does not match its schema', {
        where: path === '' ? where : `${where}: ${path}`,
        expected,
        found: at === undefined ? 'nothing' : excerpt(at),
      });
    }
    yield { where, value: data };
  }
}

/** By id, with file and line of each. Fails as `checkedLines` does, and for a duplicate id. */
export function linesOf<T extends { readonly id: string | number }>(
  file: NamedText,
  schema: z.ZodType<T>,
): Map<string, CheckedLine<T>> {
  const found = new Map<string, CheckedLine<T>>();
  for (const line of checkedLines(file, schema)) {
    const id = String(line.value.id);
    const earlier = found.get(id);
    if (earlier !== undefined) {
      const expected = `one line per id, as in ${earlier.where}`;
      throw invalidInput('duplicate id', { where: line.where, expected, found: excerpt(id) });
    }
    found.set(id, line);
  }
  return found;
}

/** The text of such a file. */
export const jsonLines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
