/** Objects with any members: what is rejected. */

import { expect, it } from 'vitest';
import { z } from 'zod';
import { openObject } from './open-object.js';

it('takes any members but one called __proto__, at most as deep as it says', () => {
  const schema = z.strictObject({ config: openObject(3).default({}) });
  const refused = ['{"config":{"__proto__":1}}', '{"config":{"a":[{"__proto__":1}]}}'];
  const deep = `{"config":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`;
  for (const text of [...refused, '{"config":{"a":{"b":[{}]}}}', '{"config":7}', deep])
    expect(schema.safeParse(JSON.parse(text)).success).toBe(false);
  expect(schema.parse({ config: { a: [{ b: 1 }] } })).toEqual({ config: { a: [{ b: 1 }] } });
});
