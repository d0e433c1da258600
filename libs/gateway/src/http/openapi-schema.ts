/** Converts a validating schema to JSON Schema as OpenAPI 3.1 has it. */

import { z } from 'zod';

interface JsonSchema extends Record<string, unknown> {
  /** The schemas with an id that it refers to. */
  $defs?: Record<string, JsonSchema>;
}

/** The schema, and those that it refers to by name. */
interface SchemaWithComponents {
  readonly schema: JsonSchema;
  readonly components: Record<string, JsonSchema>;
}

/**
 * A schema with an id becomes a component of that name. `io` distinguishes what is sent from
 * what is parsed.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): SchemaWithComponents {
  const {
    $schema: _,
    $defs: components = {},
    ...root
  } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      withoutNoise(jsonSchema as JsonSchema, io);
      if (io === 'input') withPlainKeys(jsonSchema as JsonSchema);
    },
  }) as JsonSchema;
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) return { schema: root, components };
  return {
    schema: { $ref: `#/components/schemas/${id}` },
    // A root with an id may be among the definitions itself: then the root only refers to it.
    components: { [id]: root, ...components },
  };
}

/** Removes noise: bounds of safe integers in answers, the read-only mark of lists, and ids. */
function withoutNoise(schema: JsonSchema, io: 'input' | 'output'): void {
  if (io === 'output') {
    if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
    if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  }
  delete schema['readOnly'];
  delete schema['id'];
}

/** Objects with arbitrary members exclude `__proto__`: the parser refuses it. */
function withPlainKeys(schema: JsonSchema): void {
  if (schema['type'] !== 'object' || schema['properties'] !== undefined) return;
  schema['propertyNames'] = { ...Object(schema['propertyNames']), not: { enum: ['__proto__'] } };
}
