/** Depth is counted as far as it may go, and no further. */

import { expect, it } from 'vitest';
import { z } from 'zod';
import { isNestedWithin, openObject } from './nesting.js';

it.each([
  ['a number', 7, 0],
  ['nothing', null, 0],
  ['an empty object', {}, 1],
  ['objects side by side', [{}, {}, []], 2],
  ['the deepest of several', { a: 1, b: [{ c: [] }], d: {} }, 4],
  ['very many members', Array.from({ length: 300_000 }, () => ({})), 2],
])('%s', (_, value, depth) => {
  expect(isNestedWithin(value, depth)).toBe(true);
  if (depth > 0) expect(isNestedWithin(value, depth - 1)).toBe(false);
});

it('looks no deeper than it has to, however deep a value is', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  expect(isNestedWithin(deep, 100)).toBe(false);
});

it('publishes an open object without the one name that it refuses', () => {
  const schema = z.strictObject({ config: openObject(3).default({}) });
  for (const io of ['input', 'output'] as const) {
    const { properties } = z.toJSONSchema(schema, { io });
    expect(properties?.['config']).toMatchObject({
      type: 'object',
      propertyNames: { not: { enum: ['__proto__'] } },
    });
  }
  const refused = ['{"config":{"__proto__":1}}', '{"config":{"a":[{"__proto__":1}]}}'];
  const deep = `{"config":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`;
  for (const text of [...refused, '{"config":{"a":{"b":[{}]}}}', '{"config":7}', deep])
    expect(schema.safeParse(JSON.parse(text)).success).toBe(false);
  expect(schema.parse({ config: { a: [{ b: 1 }] } })).toEqual({ config: { a: [{ b: 1 }] } });
});
