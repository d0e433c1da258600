/** Objects with any members: what is refused, and that the published schema says so. */

import { expect, it } from 'vitest';
import { z } from 'zod';
import { openObject } from './open-object.js';

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
