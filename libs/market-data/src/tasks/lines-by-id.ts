/**
 * Lines identified by an id, as in files of tasks and of solutions: one strict JSON object each.
 */

import type { z } from 'zod';
import { excerpt, invalidInput, printable } from '#values';
import { hasPlainKeys } from '#contracts/parsing/nesting';
import { expectedOf } from '#contracts/parsing/schema-issue';
import { valueAt } from '#contracts/parsing/value-at';
import type { ByteInput } from '../rows/byte-input.js';
import { describeDefect } from '../rows/row-defect.js';
import { jsonlRows, type RawRow } from '../rows/text-rows.js';

interface LineKind<S extends z.ZodObject> {
  /** What a line holds, for messages: `task`. */
  readonly what: string;
  /** The members that a line may have, and no others. */
  readonly schema: S;
  /** Whether messages may quote the contents of a line: secret contents must not reach a log. */
  readonly isQuotable: boolean;
}

/**
 * The lines of a file, in order, each with its location: file and line for messages, and its
 * byte range. Throws `InvalidInput` with file, line and member of the first broken one, or for
 * a duplicate id.
 */
export function* linesById<S extends z.ZodObject<{ id: z.ZodString }>>(
  input: ByteInput,
  kind: LineKind<S>,
) {
  const lines = new Map<string, number>();
  for (const row of jsonlRows(input)) {
    const where = `${input.name} line ${row.line}`;
    const value = checkedLine(row, where, kind);
    const { id }: { id: string } = value;
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      const expected = `an id that no other ${kind.what} has`;
      const found = `${excerpt(id)}, which is that of line ${earlier}`;
      throw invalidInput(`two ${kind.what}s share an id`, {
        where: `${where}: id`,
        expected,
        found,
      });
    }
    lines.set(id, row.line);
    yield { where, offset: row.offset, bytes: row.bytes, value };
  }
}

/** A line parsed by its schema. Throws `InvalidInput` with file, line and member of the error. */
export function checkedLine<S extends z.ZodObject>(
  { fields, defect }: Pick<RawRow, 'fields' | 'defect'>,
  where: string,
  { what, schema, isQuotable }: LineKind<S>,
): z.output<S> {
  if (defect !== undefined) {
    const { found: _found, ...unquoted } = defect;
    throw invalidInput(describeDefect(isQuotable ? defect : unquoted), { where });
  }
  if (!hasPlainKeys(fields)) {
    const expected = 'no member called __proto__';
    throw invalidInput(`the ${what} does not match its schema`, { where, expected });
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  // A schema that refuses a line says why.
  const issue = parsed.error.issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...issue.path, ...(unknown === undefined ? [] : [unknown])].join('.');
  const members = Object.keys(schema.shape).join(', ');
  throw invalidInput(`the ${what} does not match its schema`, {
    where: path === '' ? where : `${where}: ${printable(path, 200)}`,
    expected: unknown === undefined ? expectedOf(issue) : `${members} alone`,
    ...(isQuotable ? { found: foundIn(fields, issue.path as (string | number)[]) } : {}),
  });
}

function foundIn(fields: unknown, path: readonly (string | number)[]): string {
  const found = valueAt(fields, path);
  return found === undefined ? 'nothing' : excerpt(found);
}
