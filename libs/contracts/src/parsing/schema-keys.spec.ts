/** Which keys a schema takes at a path. */

import { expect, it } from 'vitest';
import { z } from 'zod';
import { keysOfSchema } from './yaml-document.js';

const schema = z.strictObject({
  one: z.number(),
  inner: z.strictObject({ deep: z.string().optional() }).prefault({}),
  byName: z.record(z.string(), z.strictObject({ a: z.number() })).default({}),
  list: z.array(z.strictObject({ b: z.number() })).optional(),
  either: z.union([z.strictObject({ c: z.number() }), z.string()]),
});

it.each([
  [[], ['one', 'inner', 'byName', 'list', 'either']],
  [['inner'], ['deep']],
  [['byName', 'x'], ['a']],
  [['list', 0], ['b']],
  [['either'], undefined],
  [['one'], undefined],
  [['byName'], undefined],
  [['toString'], undefined],
])('at %j are %j', (path, keys) => {
  expect(keysOfSchema(schema, path)).toEqual(keys);
});
