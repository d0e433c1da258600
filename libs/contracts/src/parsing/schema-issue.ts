/** Wording of schema issues for our error messages. */

import type { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { valueAt } from './value-at.js';

/**
 * The text after "expected": `string` for "Invalid input: expected string, received number"; for a
 * union all of it.
 */
export function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `no member ${excerpt(issue.keys[0])}`;
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'YYYY-MM-DD';
  // JSON has 1e400.
  if (issue.code === 'invalid_type' && /received -?Infinity$/.test(issue.message))
    return 'a finite number';
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
    const wanted = issue.errors.flat().map((one) => [...one.path, expectedOf(one)].join(': '));
    return [...new Set(wanted)].join(' or ');
  }
  const [inner] = issue.code === 'invalid_key' ? issue.issues : [];
  if (inner !== undefined) return `a key that is ${expectedOf(inner)}`;
  const wanted = issue.message.replace(
    /^(Invalid \w+: |Too \w+: |Invalid discriminator value\. )?(expected )?/i,
    '',
  );
  return withoutFound(wanted).replace(/^Invalid /, 'a valid ');
}

/** Without what was received, which follows on the last line. */
function withoutFound(message: string): string {
  const ends = ['\n', '\r', '\u2028', '\u2029'].map((end) => message.lastIndexOf(end));
  const at = message.indexOf(', received ', Math.max(...ends) + 1);
  return at < 0 ? message : message.slice(0, at);
}

/** The first violation of a schema: its path, what was expected there, and what was found. */
export function firstIssue(error: z.ZodError, value: unknown) {
  const [issue] = error.issues as [z.core.$ZodIssue];
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  return { path: path.join('.'), expected: expectedOf(issue), found: valueAt(value, path) };
}

/**
 * The contents of a file, parsed by its schema. Throws `InvalidInput` with file and member of the
 * error, and quotes the value unless it is secret.
 */
export function checkedFile<T>(
  value: unknown,
  schema: z.ZodType<T>,
  { file, isSecret = false }: { readonly file: string; readonly isSecret?: boolean },
): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const { path, expected, found } = firstIssue(error, value);
  throw invalidInput('the file does not match its schema', {
    where: [file, path].filter((part) => part !== '').join(': '),
    expected,
    ...((found === undefined || !isSecret) && {
      found: found === undefined ? 'nothing' : excerpt(found),
    }),
  });
}
