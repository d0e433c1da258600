/** Expectations are phrased in our own words, for every schema. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clockBodySchema } from '../resources/tape-resources.js';
import { expectationOf } from './schema.pipe.js';

function expectation(schema: z.ZodType, value: unknown): string {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue === undefined) throw new Error('the value is as the schema says');
  return expectationOf(issue);
}

describe('what is expected', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing member', z.string(), undefined, 'a text'],
    ['another type', z.int(), 'x', 'a number'],
    ['a fraction', z.int(), 1.5, 'a whole number'],
    ['a list', z.array(z.string()), {}, 'a list'],
    ['an object', z.strictObject({}), 7, 'an object'],
    ['one value', z.literal('max'), 'min', 'max'],
    ['a choice', z.enum(['read', 'control']), 'write', 'one of read, control'],
    ['a lower bound', z.int().min(1), 0, 'at least 1'],
    ['a bound that is outside', z.number().positive(), 0, 'more than 0'],
    ['a short text', z.string().min(16), 'x', 'at least 16 characters'],
    ['a long list', z.array(z.int()).max(1), [1, 2], 'at most 1 elements'],
    ['an unknown member', z.strictObject({}), { colour: 'red' }, 'no member colour'],
    ['a form', z.string().regex(/^[0-9a-f]{4}$/), 'x', 'a text of the form /^[0-9a-f]{4}$/'],
    ['alternatives', z.union([z.literal('max'), z.number()]), {}, 'max, or a number'],
    ['a rule of our own', z.string().refine(() => false, 'a known name'), 'x', 'a known name'],
  ])('of %s', (_, schema, value, text) => {
    expect(expectation(schema, value)).toBe(text);
  });

  it('of a kind that there is not names the kinds', () => {
    expect(expectation(clockBodySchema, { kind: 'stop' })).toMatch(/pause.*resume.*step.*speed/);
  });
});
