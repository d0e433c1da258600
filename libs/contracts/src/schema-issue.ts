/** Wording of schema issues for our error messages. */

import type { z } from 'zod';
import { excerpt } from '#values';

/** The text after "expected": `string` for "Invalid input: expected string, received number"; of a union all of it. */
export function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `no member ${excerpt(issue.keys[0])}`;
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'YYYY-MM-DD';
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
    const wanted = issue.errors.flat().map((one) => [...one.path, expectedOf(one)].join(': '));
    return [...new Set(wanted)].join(' or ');
  }
  const [inner] = issue.code === 'invalid_key' ? issue.issues : [];
  if (inner !== undefined) return `a key that is ${expectedOf(inner)}`;
  return issue.message
    .replace(/^(Invalid \w+: |Too \w+: |Invalid discriminator value\. )?(expected )?/i, '')
    .replace(/, received .*$/, '')
    .replace(/^Invalid /, 'a valid ');
}
