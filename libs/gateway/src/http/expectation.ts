/** What a schema wants where a value is not as it says, in the words of the other refusals. */

import type { z } from 'zod';
import { expectedOf } from '#contracts/schema-issue';

type Issue = z.core.$ZodIssue;

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' elements' };

/** What was expected, as a phrase; a schema's own message where it has one of ours. */
export function expectationOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    case 'too_small':
      return `${issue.inclusive === true ? 'at least' : 'more than'} ${bound(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `${issue.inclusive === true ? 'at most' : 'less than'} ${bound(issue.maximum, issue.origin)}`;
    case 'unrecognized_keys':
      return `no member ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return issue.pattern === undefined ? issue.format : `a text of the form ${issue.pattern}`;
    case 'invalid_union':
      return unionOf(issue);
    default:
      return expectedOf(issue);
  }
}

const oneOf = (values: readonly string[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;

const bound = (limit: number | bigint, origin: string): string => `${limit}${units[origin] ?? ''}`;

/** All branches say what they want; those of a union by kind name the kinds. */
function unionOf(issue: Issue & { code: 'invalid_union' }): string {
  const { options } = issue as { options?: readonly unknown[] };
  if (options !== undefined && options.length > 0) return oneOf(options.map(String));
  const wanted = issue.errors.flat().map(expectationOf);
  return wanted.length === 0 ? expectedOf(issue) : [...new Set(wanted)].join(', or ');
}
