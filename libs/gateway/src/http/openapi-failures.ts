/** The failures of each operation in the OpenAPI document: which statuses, with which headers, in the one shape. */

import type { OpenAPIObject } from '@nestjs/swagger';
import { failureBodySchema } from './http-failure.js';
import { mapOperations, type Operation } from './openapi-operations.js';
import { schemaOf } from './openapi-schema.js';

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
  'Retry-After': { description: 'Seconds after which to try again.', schema: seconds },
};
const words: Readonly<Record<string, FailureWords>> = {
  400: { name: 'BadRequest', description: 'The request is not as its schema says.' },
  401: {
    name: 'Unauthorised',
    description: 'There is no valid token.',
    headers: {
      'WWW-Authenticate': { description: 'The scheme.', schema: { type: 'string' } },
    },
  },
  403: { name: 'Forbidden', description: 'The token does not have the scope.' },
  404: { name: 'NotFound', description: 'There is nothing of this id.' },
  409: { name: 'Conflict', description: 'It is too late, or the name is taken.' },
  413: { name: 'TooLarge', description: 'The body is larger than a gateway takes.' },
  415: { name: 'UnsupportedType', description: 'The body is of another type, or packed.' },
  422: { name: 'CannotBeRun', description: 'The scenario is well formed, and cannot be run.' },
  429: { name: 'TooMany', description: 'Too many requests or streams.', headers: retryAfter },
  500: { name: 'Internal', description: 'An internal error; `found` is its id in the log.' },
  503: {
    name: 'Unavailable',
    description: 'Broker or database are away, or too many submissions wait.',
    headers: retryAfter,
  },
};

const anyRequest = ['401', '403', '429', '500', '503'];

/** The document with the failures of each operation that needs a token; those that a route names itself are kept. */
export function withFailures(document: OpenAPIObject): OpenAPIObject {
  const { schema, components } = schemaOf(failureBodySchema, 'output');
  const responses = Object.fromEntries(
    Object.values(words).map(({ name, description, headers }) => [
      name,
      {
        description,
        ...(headers === undefined ? {} : { headers }),
        content: { 'application/json': { schema } },
      },
    ]),
  );
  return {
    ...document,
    paths: mapOperations(document.paths, (operation) =>
      operation.security === undefined ? operation : failing(operation),
    ),
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, ...(components as Schemas) },
      responses: responses as never,
    },
  };
}

function failing(operation: Operation): Operation {
  const { responses, parameters = [], requestBody } = operation;
  const isOfOneThing = parameters.some((parameter) => 'in' in parameter && parameter.in === 'path');
  const statuses = new Set([
    ...anyRequest,
    ...(parameters.length > 0 || requestBody !== undefined ? ['400'] : []),
    ...(isOfOneThing ? ['404'] : []),
    ...(requestBody === undefined ? [] : ['413', '415']),
    ...Object.keys(responses).filter((status) => status in words),
  ]);
  const references = [...statuses].map((status) => [
    status,
    { $ref: `#/components/responses/${words[status]?.name}` },
  ]);
  return {
    ...operation,
    responses: { ...responses, ...Object.fromEntries(references) } as Operation['responses'],
  };
}
