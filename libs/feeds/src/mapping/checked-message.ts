/** Messages of a fixed shape: parsed by a schema, with one wording of errors for all vendors. */

import type { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import { firstIssue } from '#contracts/parsing/schema-issue';

/** The value of JSON in UTF-8; undefined for other bytes. */
export const jsonIn = (bytes: Uint8Array): unknown => jsonOf(Buffer.from(bytes).toString('utf8'));

/**
 * Throws `InvalidInput` that names the message (`where`), its member, what was expected and
 * what was found.
 */
export function checkedMessage<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const { path, expected, found } = firstIssue(error, value);
  throw invalidInput('the message cannot be read', {
    where: [where, path].filter((part) => part !== '').join(' '),
    expected: value === undefined ? 'JSON' : expected,
    found: found === undefined ? 'nothing' : excerpt(found),
  });
}
