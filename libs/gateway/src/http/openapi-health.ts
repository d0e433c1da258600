/** Health and figures in the OpenAPI document: their routes are those of every service, which has no document. */

import type { OpenAPIObject } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];

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

/** The document with what the endpoints of health say. */
export const withHealth = (document: OpenAPIObject): OpenAPIObject => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, { get, ...others }]) => [
      path,
      get === undefined ? others : { get: { ...get, ...described[path] }, ...others },
    ]),
  ) as Paths,
});
