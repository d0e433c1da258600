/** The OpenAPI document, made from the routes and the schemas that check them. */

import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';

interface JsonSchema extends Record<string, unknown> {
  /** Those with an id that it refers to. */
  definitions?: Record<string, JsonSchema>;
}
/** What the framework asks of a converter: the schema, and those that it refers to by name. */
type Converted = { schema: JsonSchema; components: Record<string, JsonSchema> };

const description = [
  'Scenarios in, and what came of them out. Every request but those for health needs a token:',
  '`Authorization: Bearer …`. Lists come in pages: `next` of a page is the `cursor` of the one behind it.',
].join(' ');

export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Tapefold')
    .setDescription(description)
    .setVersion('1')
    .addBearerAuth()
    .build();
  return SwaggerModule.createDocument(app, config, {
    standardSchemaConverter: converted as never,
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
}

/** A schema with an id becomes a component under that name. */
function converted(
  schema: z.ZodType,
  { schemaType }: { schemaType: 'input' | 'output' },
): Converted {
  const {
    $schema: _,
    definitions: components = {},
    ...root
  } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: schemaType,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutNoise(jsonSchema as JsonSchema),
  }) as JsonSchema;
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) return { schema: root, components };
  return {
    schema: { $ref: `#/components/schemas/${id}` },
    // One with an id may be among the definitions itself: then the root only refers to it.
    components: { [id]: root, ...components },
  };
}

/** The bounds of safe integers say nothing to a reader, and lists are no less writable for being read here. */
function withoutNoise(schema: JsonSchema): void {
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  delete schema['readOnly'];
  delete schema['id'];
}
