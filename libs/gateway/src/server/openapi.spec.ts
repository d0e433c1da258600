/**
 * The published description: every route with its scope, its answer and its failures, and no
 * dangling references.
 */

import { describe, expect, it } from 'vitest';
import { testGateway } from './gateway.fixture.js';
import { describeGateway } from './describe-gateway.js';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, Answer>>;
}
interface Answer {
  readonly $ref?: string;
  readonly content?: object;
  readonly links?: Readonly<Record<string, { readonly operationId: string }>>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
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

  it('has a schema for every answer and body, and names every failure', () => {
    for (const { operationId, method, responses, requestBody } of operations) {
      if (method === 'post') expect(requestBody?.content, operationId).toBeDefined();
      const statuses = Object.keys(responses);
      expect(statuses, operationId).toEqual(
        expect.arrayContaining(['401', '403', '429', '500', '503']),
      );
      for (const [status, response] of Object.entries(responses)) {
        const told = `${operationId} ${status}`;
        if (status === '204') expect(response.content, told).toBeUndefined();
        else if (status < '300')
          expect(JSON.stringify(response.content), told).toContain('"schema":{');
        else expect(response.$ref, told).toMatch(/^#\/components\/responses\//);
      }
    }
    for (const [name, response] of Object.entries(document.components.responses)) {
      expect(JSON.stringify(response.content), name).toContain('#/components/schemas/Failure');
    }
  });

  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(text).not.toContain('"nullable"');
  });

  it('leads from lists to items, from items to what is theirs, and to the next page', () => {
    const linksOf = (path: string): Record<string, { operationId: string; parameters: object }> =>
      (document.paths[path]?.['get']?.responses['200']?.links ?? {}) as never;
    expect(linksOf('/v1/runs')['run']).toEqual({
      operationId: 'Runs_one',
      parameters: { 'path.run': '$response.body#/items/0/run' },
    });
    expect(linksOf('/v1/runs/{run}')['Events_run']?.parameters).toEqual({
      'path.run': '$request.path.run',
    });
    expect(linksOf('/v1/runs/{run}/fills')['next']?.parameters).toEqual({
      'path.run': '$request.path.run',
      'query.cursor': '$response.body#/next',
    });
    const ids = new Set(operations.map(({ operationId }) => operationId));
    const links = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ links: some = {} }) => Object.values(some)),
    );
    expect(links.length).toBeGreaterThan(40);
    for (const { operationId } of links) expect(ids).toContain(operationId);
  });

  it('says what the members of an answer are, and why something failed among them', () => {
    const { schemas } = document.components;
    for (const name of ['Run', 'Tape', 'Submission', 'Failure']) {
      expect(schemas[name], name).toMatchObject({ type: 'object', properties: expect.anything() });
    }
    for (const name of ['Run', 'Tape']) {
      const failure = { type: ['string', 'null'] };
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
