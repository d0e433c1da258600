/** The OpenAPI document, made from the routes and the schemas that check them. */

import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { z } from 'zod';
import { withFailures } from './openapi-failures.js';
import { withHealth } from './openapi-health.js';
import { withLinks } from './openapi-links.js';
import { schemaOf } from './openapi-schema.js';

const description = [
  'Scenarios in, and what came of them out. Every request but those for health needs a token:',
  '`Authorization: Bearer …`. Lists come in pages: `next` of a page is the `cursor` of the one behind it.',
  'A path with a method that it does not have answers 405 and names its methods in `Allow`.',
].join(' ');

export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('Tapefold')
    .setDescription(description)
    .setVersion('1')
    .addBearerAuth()
    .build();
  const routes = SwaggerModule.createDocument(app, config, {
    standardSchemaConverter: ((schema: z.ZodType, { schemaType }: { schemaType: Io }) =>
      schemaOf(schema, schemaType)) as never,
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  return withLinks(withFailures(withHealth(routes)));
}

type Io = 'input' | 'output';
