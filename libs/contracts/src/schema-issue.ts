/** What the library of schemas says of a value, in the words of our messages. */

import type { z } from 'zod';
import { excerpt } from '#values';

/** What stands behind "expected": `string` of "Invalid input: expected string, received number". */
export function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `no member ${excerpt(issue.keys[0])}`;
  return issue.message
    .replace(/^(Invalid \w+: |Too \w+: )?(expected )?/, '')
    .replace(/, received .*$/, '');
}
