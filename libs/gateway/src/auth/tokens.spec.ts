/** Tokens: what each may do on every route, how they are made, and that none is stored. */

import { describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { hash, runA, tape } from '#read-models/sample-messages.fixture';
import { adminToken, testGateway, type TestGateway } from '../server/gateway.fixture.js';
import { hashOfToken, mintToken } from './access-tokens.js';
import { scopes } from './principal.js';

interface Route {
  readonly method: string;
  readonly path: string;
  /** As in the document. */
  readonly scope: string;
}

/** Every route in the document, with values for its parameters. */
async function routesOf({ ask }: TestGateway): Promise<Route[]> {
  const { body } = await ask('/v1/openapi.json');
  const paths = body['paths'] as Record<string, Record<string, { description?: string }>>;
  const routes = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { description = '' }]) => ({
      method: method.toUpperCase(),
      path: template
        .replace('{run}', runA)
        .replace('{submission}', hash('5'))
        .replace('{tape}', tape)
        .replace('{name}', 'somebody'),
      scope: /`(\w+)`/.exec(description)?.[1] ?? 'none',
    })),
  );
  return routes.filter(({ path }) => path.startsWith('/v1/'));
}

const unknown = [
  '',
  'Bearer',
  'x'.repeat(300),
  'a-token-that-was-never-made',
  hashOfToken(adminToken),
];

const step = sweepSize(4, 1);

describe('access', () => {
  it('is refused without a valid token, on any route', async () => {
    const gateway = await testGateway();
    const expired = await gateway.token('expired', scopes, -1);
    const revoked = await gateway.token('revoked', scopes);
    await gateway.models.revokeToken('revoked');
    const routes = await routesOf(gateway);
    expect(routes.length).toBeGreaterThan(20);
    const others = [
      '/v1/openapi.json',
      '/v1/nothing',
      '/metrics',
      '/',
      '/health',
      '/health/ready/x',
    ];
    const asked = [...routes, ...others.map((path) => ({ method: 'GET', path }))];
    for (const [at, { method, path }] of asked.entries()) {
      const invalid = [null, ...unknown, expired, revoked];
      // In the small sweep, each route gets some of them, in rotation.
      for (const token of invalid.filter((_, index) => index % step === at % step)) {
        const { status, body, headers } = await gateway.ask(path, { method, token });
        expect(status, `${method} ${path} with ${token}`).toBe(401);
        expect(body['code']).toBe('Unauthorised');
        expect(headers.get('www-authenticate')).toBe('Bearer');
      }
    }
  });

  it('is refused with 403 when the scope is missing, and granted by the scope alone', async () => {
    const gateway = await testGateway();
    const routes = await routesOf(gateway);
    const tokens = new Map<string, string>();
    for (const scope of scopes) tokens.set(scope, await gateway.token(`with-${scope}`, [scope]));
    for (const { method, path, scope } of routes) {
      for (const [own, token] of tokens) {
        const { status } = await gateway.ask(path, { method, token });
        const where = `${method} ${path} with ${own}`;
        if (own === scope) expect([401, 403], where).not.toContain(status);
        else expect(status, where).toBe(403);
      }
    }
  });

  it('is not won by other ways to send a token', async () => {
    const { ask, url } = await testGateway();
    const headers = [
      { authorization: `Basic ${Buffer.from(`admin:${adminToken}`).toString('base64')}` },
      { authorization: adminToken },
      { cookie: `token=${adminToken}` },
      { 'x-api-key': adminToken },
      { 'x-forwarded-user': 'admin' },
    ];
    for (const one of headers) {
      const { status } = await ask('/v1/runs', { token: null, headers: one as never });
      expect(status, JSON.stringify(one)).toBe(401);
    }
    expect((await fetch(`${url}/v1/runs?access_token=${adminToken}`)).status).toBe(401);
  });

  it('to health needs none', async () => {
    const { ask } = await testGateway();
    expect((await ask('/health/live', { token: null })).status).toBe(200);
    expect((await ask('/health/ready', { token: null })).body).toMatchObject({ status: 'ready' });
    const metrics = await ask('/metrics');
    expect(metrics.body['text']).toContain('tapefold_ready');
  });
});

describe('a token', () => {
  it('is made with a part of our scopes, shown once, and kept as its hash', async () => {
    const { post, ask, models, token } = await testGateway();
    const wanted = { name: 'reader', scopes: ['read'], expiresInSeconds: 60 };
    const { status, body } = await post('/v1/tokens', wanted);
    expect(status).toBe(201);
    const secret = String(body['token']);
    expect((await ask('/v1/runs', { token: secret })).status).toBe(200);
    expect(await models.tokenByHash(hashOfToken(secret))).toMatchObject({ name: 'reader' });
    const list = await ask('/v1/tokens');
    const audit = await ask('/v1/audit');
    for (const { body: told } of [list, audit]) {
      expect(JSON.stringify(told)).not.toContain(secret);
      expect(JSON.stringify(told)).not.toContain(hashOfToken(secret));
    }
    expect((await post('/v1/tokens', wanted)).status).toBe(409);
    const operator = await token('operator', ['control']);
    const beyond = await post('/v1/tokens', { ...wanted, name: 'more' }, operator);
    expect(beyond.status).toBe(403);
    expect(beyond.body['where']).toBe('body.scopes');
  });

  it('is worth nothing once it is revoked', async () => {
    const { ask, token } = await testGateway();
    const reader = await token('reader', ['read']);
    expect((await ask('/v1/runs', { token: reader })).status).toBe(200);
    expect((await ask('/v1/tokens/reader', { method: 'DELETE' })).status).toBe(200);
    expect((await ask('/v1/runs', { token: reader })).status).toBe(401);
    expect((await ask('/v1/tokens/reader', { method: 'DELETE' })).status).toBe(404);
  });

  it('cannot take the name of the first one', async () => {
    const { post } = await testGateway();
    const wanted = { name: 'admin', scopes: ['read'], expiresInSeconds: 60 };
    expect((await post('/v1/tokens', wanted)).status).toBe(400);
  });

  it('is 256 random bits', () => {
    const made = Array.from({ length: 100 }, mintToken);
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(100);
    for (const { secret, hash: kept } of made) {
      expect(Buffer.from(secret.replace('tapefold_', ''), 'base64url')).toHaveLength(32);
      expect(kept).toBe(hashOfToken(secret));
    }
  });
});

describe('limits', () => {
  it('hold for one token whatever another does, and for one address whatever tokens it has', async () => {
    const { ask, token } = await testGateway({ perToken: 5, perAddress: 20 });
    const one = await token('one', ['read']);
    const other = await token('other', ['read']);
    const statuses = [];
    for (let turn = 0; turn < 7; turn++) {
      statuses.push((await ask('/v1/runs', { token: one })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await ask('/v1/runs', { token: other })).status).toBe(200);
    const guesses = [];
    for (let turn = 0; turn < 15; turn++) {
      guesses.push((await ask('/v1/runs', { token: `guess-number-${turn}-of-many` })).status);
    }
    expect(guesses.slice(-2)).toEqual([429, 429]);
    const late = await ask('/v1/runs', { token: other });
    expect(late.status).toBe(429);
    expect(late.body).toMatchObject({ code: 'TooMany', where: 'address' });
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('/health/live', { token: null })).status).toBe(200);
  });

  it('of submissions are their own', async () => {
    const { post, ask } = await testGateway({ submissionsPerToken: 1 });
    expect((await post('/v1/submissions', {})).status).toBe(400);
    const second = await post('/v1/submissions', {});
    expect(second.status).toBe(429);
    expect(second.body['where']).toBe('submissions');
    expect((await ask('/v1/submissions')).status).toBe(200);
  });
});
