/** The published description: every route with its scope, its answer and its failures, and no loose ends. */

import { describe, expect, it } from 'vitest';
import { testGateway } from '../gateway.fixture.js';
import { describeGateway } from './describe-gateway.js';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const text = await describeGateway();
const document = JSON.parse(text) as Document;
const operations = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/v1/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

describe('the OpenAPI document', () => {
  it('is what the gateway serves', async () => {
    const { ask } = await testGateway();
    const { status, body } = await ask('/v1/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(text));
  });

  it('names each operation once, with the scope that it needs', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { description, summary, security, operationId } of operations) {
      expect(description, operationId).toMatch(/Needs the scope `(read|submit|control)`/);
      expect(summary, operationId).toBeTruthy();
      expect(security, operationId).toEqual([{ bearer: [] }]);
    }
  });

  it('has a schema for every answer, failure and body', () => {
    for (const { operationId, method, path, responses, requestBody } of operations) {
      const failure = JSON.stringify(responses['default']);
      expect(failure, operationId).toContain('#/components/schemas/Failure');
      if (method === 'post') expect(requestBody?.content, operationId).toBeDefined();
      if (path.endsWith('/events')) continue;
      const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
      expect(JSON.stringify(answer), operationId).toContain('"schema":{');
    }
  });

  it('says what the members of an answer are, and why something failed among them', () => {
    const { schemas } = document.components;
    for (const name of ['Run', 'Tape', 'Submission', 'Failure']) {
      expect(schemas[name], name).toMatchObject({ type: 'object', properties: expect.anything() });
    }
    for (const name of ['Run', 'Tape']) {
      const failure = { type: 'string', nullable: true };
      expect(schemas[name], name).toMatchObject({ properties: { failure } });
    }
  });

  it('refers to nothing that it does not have', () => {
    const refs = [...text.matchAll(/"\$ref":\s*"#\/components\/schemas\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(20);
    for (const [, name] of refs) expect(Object.keys(document.components.schemas)).toContain(name);
    expect(text).not.toMatch(/"(\$defs|definitions)"|#\/(\$defs|definitions)\//);
  });
});
