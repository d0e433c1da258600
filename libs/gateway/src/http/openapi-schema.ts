/** From a schema that checks values to JSON Schema as OpenAPI 3.1 has it. */

import { z } from 'zod';

interface JsonSchema extends Record<string, unknown> {
  /** Those with an id that it refers to. */
  $defs?: Record<string, JsonSchema>;
}

/** The schema, and those that it refers to by name. */
interface SchemaWithComponents {
  readonly schema: JsonSchema;
  readonly components: Record<string, JsonSchema>;
}

/** A schema with an id becomes a component under that name. `io` tells what is sent from what is parsed of it. */
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
    // One with an id may be among the definitions itself: then the root only refers to it.
    components: { [id]: root, ...components },
  };
}

/** The bounds of safe integers say nothing to a reader of answers; that a list is read here says nothing to anybody. */
function withoutNoise(schema: JsonSchema, io: 'input' | 'output'): void {
  if (io === 'output') {
    if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
    if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  }
  delete schema['readOnly'];
  delete schema['id'];
}

/** Objects with arbitrary members take none called `__proto__`: the parser refuses it. */
function withPlainKeys(schema: JsonSchema): void {
  if (schema['type'] !== 'object' || schema['properties'] !== undefined) return;
  schema['propertyNames'] = { ...Object(schema['propertyNames']), not: { enum: ['__proto__'] } };
}
