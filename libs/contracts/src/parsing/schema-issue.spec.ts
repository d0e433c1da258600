/** What a schema expected, in plain words instead of the library's own terms. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectedOf } from './schema-issue.js';

const issueOf = (schema: z.ZodType, value: unknown): z.core.$ZodIssue =>
  schema.safeParse(value).error?.issues[0] as z.core.$ZodIssue;

describe('what a schema expected', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a type', z.string(), 1, 'string'],
    ['a union', z.union([z.number(), z.literal('all')]), true, 'number or "all"'],
    [
      'a union in a union',
      z.union([z.string(), z.union([z.int(), z.null()])]),
      true,
      'string or number or null',
    ],
    ['1e400', z.number(), JSON.parse('1e400'), 'a finite number'],
    ['a union of one', z.union([z.string(), z.string().max(3)]), 5, 'string'],
    [
      'a text or an object',
      z.union([z.string(), z.object({ a: z.int() })]),
      { a: 'x' },
      'string or a: number',
    ],
    ['any JSON', z.json(), () => 1, 'string or number or boolean or null or array or record'],
    [
      'a key',
      z.record(z.string().max(2), z.number()),
      { abc: 1 },
      'a key that is string to have <=2 characters',
    ],
    ['a check without words', z.string().refine(() => false), 'a', 'a valid input'],
    ['an address', z.url(), 'x', 'a valid URL'],
    ['a date', z.iso.date(), 'x', 'YYYY-MM-DD'],
    ['a kind', z.discriminatedUnion('k', [z.object({ k: z.literal('a') })]), { k: 'c' }, "'a'"],
    [
      'words of its own',
      z.union([z.string(), z.int()], 'a name or a number'),
      true,
      'a name or a number',
    ],
  ])('is said of %s', (_, schema, value, words) => {
    expect(expectedOf(issueOf(schema, value))).toBe(words);
  });
});
