/** Lines that are told apart by an id, as files of tasks and of solutions have them: one strict JSON object each. */

import { z } from 'zod';
import { excerpt, invalidInput, printable } from '#values';
import { hasPlainKeys } from '#contracts/nesting';
import { expectedOf } from '#contracts/schema-issue';
import { valueAt } from '#contracts/value-at';
import type { ByteInput } from '../rows/byte-input.js';
import { describeDefect } from '../rows/row-defect.js';
import { jsonlRows, type RawRow } from '../rows/text-rows.js';

type LineShape = z.core.$ZodShape & { readonly id: z.ZodType<string> };

export interface LineKind<S extends LineShape> {
  /** What a line holds, for messages: `task`. */
  readonly what: string;
  /** What a line may say, and nothing else. */
  readonly schema: z.ZodObject<S, z.core.$strict>;
  /** Whether messages may quote what a line says: what nobody is to know stands in no log either. */
  readonly isQuotable: boolean;
}

export interface CheckedLine<T> {
  /** File and line, for messages. */
  readonly where: string;
  /** Where the bytes of the line are. */
  readonly offset: number;
  readonly bytes: number;
  readonly value: T;
}

/**
 * The lines of a file, in its order. `InvalidInput` names file, line and member of the first that is broken, and an id
 * that comes twice.
 */
export function* linesById<S extends LineShape>(
  input: ByteInput,
  kind: LineKind<S>,
): Generator<CheckedLine<z.output<z.ZodObject<S, z.core.$strict>>>> {
  const lines = new Map<string, number>();
  for (const row of jsonlRows(input)) {
    const where = `${input.name} line ${row.line}`;
    const value = checkedLine(row, where, kind);
    const { id } = value as { id: string };
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      const expected = `an id that no other ${kind.what} has`;
      const found = `${excerpt(id)}, which is that of line ${earlier}`;
      throw invalidInput(`two ${kind.what}s of one id`, { where: `${where}: id`, expected, found });
    }
    lines.set(id, row.line);
    yield { where, offset: row.offset, bytes: row.bytes, value };
  }
}

/** A line as its schema reads it. `InvalidInput` names file, line and member of what is broken. */
export function checkedLine<S extends z.core.$ZodShape, C extends z.core.$ZodObjectConfig>(
  { fields, defect }: Pick<RawRow, 'fields' | 'defect'>,
  where: string,
  { what, schema, isQuotable }: Omit<LineKind<LineShape>, 'schema'> & { schema: z.ZodObject<S, C> },
): z.output<z.ZodObject<S, C>> {
  if (defect !== undefined) {
    const { found: _found, ...unquoted } = defect;
    throw invalidInput(describeDefect(isQuotable ? defect : unquoted), { where });
  }
  if (!hasPlainKeys(fields)) {
    const expected = 'no member called __proto__';
    throw invalidInput(`the ${what} is not as a ${what} is written`, { where, expected });
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
  const members = Object.keys(schema.shape).join(', ');
  throw invalidInput(`the ${what} is not as a ${what} is written`, {
    where: path === '' ? where : `${where}: ${printable(path, 200)}`,
    expected: unknown === undefined && issue !== undefined ? expectedOf(issue) : `${members} alone`,
    ...(isQuotable ? { found: foundIn(fields, (issue?.path ?? []) as (string | number)[]) } : {}),
  });
}

function foundIn(fields: unknown, path: readonly (string | number)[]): string {
  const found = valueAt(fields, path);
  return found === undefined ? 'nothing' : excerpt(found);
}
