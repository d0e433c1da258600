/** The OpenAPI document, made from the routes and the schemas that check them. */

import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { z } from 'zod';
import { addLinks, type Operation } from './openapi-links.js';
import { schemaOf } from './openapi-schema.js';
import { failureBodySchema } from '../failures/http-failure.js';

const description = [
  'Scenarios in, and what came of them out. Every request but those for health needs a token:',
  '`Authorization: Bearer …`. Lists come in pages: `next` of a page is the `cursor` of the one ' +
    'behind it.',
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
  const document = SwaggerModule.createDocument(app, config, {
    standardSchemaConverter: ((schema: z.ZodType, { schemaType }: { schemaType: Io }) =>
      schemaOf(schema, schemaType)) as never,
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  for (const [path, { get, ...others }] of Object.entries(document.paths)) {
    if (get !== undefined)
      document.paths[path] = { get: { ...get, ...described[path] }, ...others };
  }
  const operations = Object.values(document.paths).flatMap(
    (methods) => Object.values(methods) as Operation[],
  );
  addFailures(document, operations);
  addLinks(operations);
  return document;
}

type Io = 'input' | 'output';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

interface Header {
  readonly description: string;
  readonly schema: object;
}
interface FailureWords {
  readonly name: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
}

const seconds = { type: 'integer', minimum: 0 };
const retryAfter: FailureWords['headers'] = {
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: seconds },
};
const words: Readonly<Record<string, FailureWords>> = {
  400: { name: 'BadRequest', description: 'The request does not match its schema.' },
  401: {
    name: 'Unauthorised',
    description: 'Missing or invalid token.',
    headers: {
      'WWW-Authenticate': { description: 'The scheme.', schema: { type: 'string' } },
    },
  },
  403: { name: 'Forbidden', description: 'The token does not have the scope.' },
  404: { name: 'NotFound', description: 'Nothing has this id.' },
  409: { name: 'Conflict', description: 'It is too late, or the name is taken.' },
  413: { name: 'TooLarge', description: 'The body is larger than the gateway accepts.' },
  415: { name: 'UnsupportedType', description: 'The body has an unsupported type or encoding.' },
  422: { name: 'CannotBeRun', description: 'The scenario is well formed but cannot be run.' },
  429: { name: 'TooMany', description: 'Too many requests or streams.', headers: retryAfter },
  500: { name: 'Internal', description: 'An internal error; `found` is its id in the log.' },
  503: {
    name: 'Unavailable',
    description: 'The broker or database is unavailable, or too many submissions are waiting.',
    headers: retryAfter,
  },
};

const anyRequest = ['401', '403', '429', '500', '503'];

/**
 * Adds the failures of each operation that needs a token; keeps those that a route declares itself.
 */
function addFailures(document: OpenAPIObject, operations: readonly Operation[]): void {
  const { schema, components } = schemaOf(failureBodySchema, 'output');
  const responses = Object.values(words).map(({ name, ...response }) => [
    name,
    { ...response, content: { 'application/json': { schema } } },
  ]);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...(components as Schemas) },
    responses: Object.fromEntries(responses) as never,
  };
  for (const operation of operations) {
    if (operation.security === undefined) continue;
    for (const status of failuresOf(operation)) {
      operation.responses[status] = { $ref: `#/components/responses/${words[status]?.name}` };
    }
  }
}

function failuresOf({ responses, parameters = [], requestBody }: Operation): readonly string[] {
  const isOfOneThing = parameters.some((parameter) => 'in' in parameter && parameter.in === 'path');
  return [
    ...anyRequest,
    ...(parameters.length > 0 || requestBody !== undefined ? ['400'] : []),
    ...(isOfOneThing ? ['404'] : []),
    ...(requestBody === undefined ? [] : ['413', '415']),
    ...Object.keys(responses).filter((status) => status in words),
  ];
}

const answer = (description: string, properties: Readonly<Record<string, object>>): object => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties, required: Object.keys(properties) },
    },
  },
});

const state = (...names: readonly string[]): object => ({ type: 'string', enum: names });
const checks = {
  type: 'object',
  description: 'What it is made of.',
  additionalProperties: {
    anyOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'array', items: { type: 'string' } }],
  },
};

/**
 * Descriptions of the health endpoints: their routes belong to every service, and services
 * have no document.
 */
const described: Readonly<Record<string, object>> = {
  '/health/live': {
    summary: 'Whether it lives: after 503 only a restart helps',
    responses: {
      200: answer('It lives.', { status: state('live') }),
      503: answer('It has failed.', { status: state('failed') }),
    },
  },
  '/health/ready': {
    summary: 'Whether it does its work',
    responses: {
      200: answer('It does.', { status: state('ready'), checks }),
      503: answer('It does not, or not yet.', { status: state('not ready'), checks }),
    },
  },
  '/metrics': {
    summary: 'Figures in Prometheus format',
    description: 'Needs the scope `read`.',
    security: [{ bearer: [] }],
    responses: {
      200: {
        description: 'Figures.',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
  },
};
