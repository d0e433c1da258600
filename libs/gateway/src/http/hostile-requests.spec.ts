/** Malicious requests: none gets in, none learns anything, and none stops the service. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hash, runA, tape } from '#read-models/sample-messages.fixture';
import { adminToken, scenario, testGateway, type TestGateway } from '../server/gateway.fixture.js';
import { sampledGateway } from '../server/sampled-gateway.fixture.js';
import { failureBodySchema } from '../failures/http-failure.js';

/** After the attack, the service is alive and reads its tables. */
async function expectAlive({ ask, lines }: TestGateway): Promise<void> {
  expect(await statusInTime(() => ask('/health/live', { token: null }))).toBe(200);
  expect(await statusInTime(() => ask('/v1/runs'))).toBe(200);
  expect(lines.filter((line) => line.includes('an internal error'))).toEqual([]);
}

/**
 * Where clients get a fraction of a second, a busy machine may slow down our own request: it is
 * then repeated.
 */
async function statusInTime(ask: () => Promise<{ readonly status: number }>): Promise<number> {
  for (;;) {
    const { status } = await ask();
    if (status !== 408) return status;
  }
}

async function rawSocket({ url }: TestGateway): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** The response up to the point where the other side hangs up. */
async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // Not `once` of node:events: a reset counts as an end too.
  if (!socket.closed) await new Promise((settle) => socket.once('close', settle));
  return text;
}

describe('paths', () => {
  const strange = [
    '/v1/runs/..%2f..%2fetc%2fpasswd',
    '/v1/runs/%2e%2e/%2e%2e/etc/passwd',
    `/v1/runs/${runA}%00`,
    `/v1/runs/${runA.toUpperCase()}`,
    `/v1/runs/${runA}'%20OR%20'1'='1`,
    '/v1/runs/%ff%fe',
    '/v1/runs/__proto__',
    '/v1/tapes/..%2f..%2fetc',
    '/v1/tapes/%2e%2e',
    '/v1/tapes/..%5c..%5cwindows',
    `/v1/tapes/${tape}%0d%0aset-cookie:%20a=b`,
    "/v1/tapes/x'%3b%20DROP%20TABLE%20tapes%3b--",
    `/v1/tapes/${'x'.repeat(5_000)}`,
    '/v1/tokens/..%2fadmin',
    '//etc/passwd',
    '/v1/../../etc/passwd',
    '/metrics/../v1/runs/x',
  ];

  it('that are strange lead nowhere', async () => {
    const gateway = await sampledGateway();
    for (const path of strange) {
      const { status, body, headers } = await gateway.ask(path);
      expect([400, 404, 405], path).toContain(status);
      expect(failureBodySchema.safeParse(body).success, path).toBe(true);
      expect(headers.get('set-cookie'), path).toBeNull();
    }
    await expectAlive(gateway);
  });

  it('that the client library would tidy up lead nowhere either', async () => {
    const gateway = await sampledGateway();
    for (const path of [
      '/../../etc/passwd',
      '/v1/runs/../tokens',
      'http://elsewhere/v1/runs',
      '*',
    ]) {
      const socket = await rawSocket(gateway);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(await answerOn(socket), path).toMatch(/^HTTP\/1.1 (400|401|404) /);
    }
    await expectAlive(gateway);
  });
});

describe('queries', () => {
  const cursor = (text: string): string => `cursor=${encodeURIComponent(text)}`;

  const refused = [
    "status=finished'%20OR%20'1'='1",
    "submission='%3b%20DROP%20TABLE%20runs%3b--",
    'submission[$ne]=x',
    'status=finished&status=running',
    'limit=0',
    'limit=1001',
    'limit=1e3',
    'limit=-1',
    'limit=10%3bDROP',
    '__proto__[admin]=1',
    'constructor=1',
    'cursor=',
    'cursor=%00',
    'cursor=not*base64',
    `cursor=${'A'.repeat(2_000)}`,
    cursor('x'),
    cursor('runs:'),
    cursor('tapes:x'),
    cursor('runs:x\0'),
    cursor('["runs",{"$gt":""}]'),
    cursor('__proto__:x'),
  ];

  it('that are invalid are refused', async () => {
    const gateway = await sampledGateway();
    for (const query of refused) {
      const { status, body } = await gateway.ask(`/v1/runs?${query}`);
      expect(status, query).toBe(400);
      expect(failureBodySchema.parse(body).code, query).toBe('InvalidInput');
    }
    await expectAlive(gateway);
  });

  it('with SQL in a cursor of the right shape are texts like any other', async () => {
    const gateway = await sampledGateway();
    const { status, body } = await gateway.ask(`/v1/runs?${cursor("runs:' OR '1'='1")}`);
    expect(status).toBe(200);
    expect((body['items'] as unknown[]).length).toBe(3);
    await expectAlive(gateway);
  });
});

describe('methods', () => {
  const others = [
    ['/v1/runs', 'DELETE', 'GET, HEAD'],
    ['/v1/submissions', 'TRACE', 'GET, HEAD, POST'],
    ['/v1/tokens/x', 'GET', 'DELETE'],
    [`/v1/runs/${runA}/cancel`, 'PUT', 'POST'],
    [`/V1/Runs/${runA}/`, 'POST', 'GET, HEAD'],
    ['/v1/openapi.json', 'POST', 'GET, HEAD'],
    ['/health/live', 'TRACE', 'GET, HEAD'],
    ['/metrics', 'PATCH', 'GET, HEAD'],
  ] as const;

  it('of a path are named when another is asked for', async () => {
    const gateway = await testGateway();
    for (const [path, method, allowed] of others) {
      const socket = await rawSocket(gateway);
      const head =
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n` +
        'Content-Length: 0\r\nConnection: close';
      socket.write(`${head}\r\nAuthorization: Bearer ${adminToken}\r\n\r\n`);
      const answer = await answerOn(socket);
      expect(answer, `${method} ${path}`).toMatch(/^HTTP\/1.1 405 /);
      expect(/^Allow: (.*)\r$/m.exec(answer)?.[1], `${method} ${path}`).toBe(allowed);
    }
  });

  it('are nothing at a path that there is not, and nothing to a stranger', async () => {
    const { ask } = await testGateway();
    const unknown = await ask('/v1/run', { method: 'DELETE' });
    expect([unknown.status, unknown.headers.get('allow')]).toEqual([404, null]);
    const stranger = await ask('/v1/runs', { method: 'DELETE', token: null });
    expect([stranger.status, stranger.headers.get('allow')]).toEqual([401, null]);
  });
});

const json = 'application/json';
const yaml = 'application/yaml';
const bombOfAliases = [
  'a: &a ["x","x","x","x","x","x","x","x","x"]',
  ...'bcdefghij'.split('').map((name, index) => {
    const before = 'abcdefghij'[index];
    return `${name}: &${name} [${Array<string>(9).fill(`*${before}`).join(',')}]`;
  }),
].join('\n');

describe('bodies', () => {
  const hostile: readonly [string, string, string, number][] = [
    ['no JSON', json, '{"name":', 400],
    ['an empty one', json, '', 400],
    ['a number', json, '7', 400],
    ['null', json, 'null', 400],
    ['100,000 brackets', json, '['.repeat(100_000) + ']'.repeat(100_000), 400],
    ['objects within objects', json, '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000), 400],
    ['a prototype', json, `{"__proto__":{"name":"x"},${JSON.stringify(scenario).slice(1)}`, 400],
    ['a constructor', json, JSON.stringify({ ...scenario, constructor: { a: 1 } }), 400],
    ['one of over a megabyte', json, JSON.stringify({ ...scenario, x: 'x'.repeat(1 << 20) }), 413],
    ['a text', 'text/plain', 'name: x', 415],
    ['a form', 'application/x-www-form-urlencoded', 'name=x', 415],
    ['another charset', 'application/json; charset=ebcdic', '{}', 415],
    ['broken YAML', yaml, 'a: [b', 400],
    ['aliases that multiply', yaml, bombOfAliases, 400],
    ['an alias of itself', yaml, 'a: &a [*a]', 400],
    ['YAML keys within keys', yaml, '? '.repeat(2_000), 400],
    ['100,000 YAML brackets', yaml, '['.repeat(100_000), 400],
    ['a YAML tag', yaml, 'name: !!js/function "function () { return 1 }"', 400],
    ['a double key', yaml, 'name: x\nname: y', 400],
    ['a YAML merge of a prototype', yaml, '<<: { __proto__: { name: x } }\nname: x', 400],
  ];

  it('that are invalid are refused, and leave nothing behind', async () => {
    const gateway = await testGateway({ yamlMs: 250 });
    for (const [what, type, body, expected] of hostile) {
      const headers = { 'content-type': type };
      const answer = await gateway.ask('/v1/submissions', { method: 'POST', headers, body });
      expect(answer.status, what).toBe(expected);
      expect(failureBodySchema.safeParse(answer.body).success, what).toBe(true);
      expect(({} as Record<string, unknown>)['name'], what).toBeUndefined();
      expect(await gateway.log.endOffsets('runs'), what).toEqual([0, 0]);
    }
    await expectAlive(gateway);
  });

  it('that are packed are refused unread', async () => {
    const gateway = await testGateway();
    const headers = { 'content-type': json, 'content-encoding': 'gzip' };
    const answer = await gateway.ask('/v1/submissions', { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(415);
    await expectAlive(gateway);
  });

  it('do not hold up others while a thread chews on them', async () => {
    const gateway = await testGateway({ yamlMs: 1_500 });
    const headers = { 'content-type': yaml };
    const body = '? '.repeat(5_000);
    let isRefused = false;
    const refused = gateway
      .ask('/v1/submissions', { method: 'POST', headers, body })
      .finally(() => (isRefused = true));
    let answered = 0;
    while (!isRefused) {
      expect((await gateway.ask('/health/live', { token: null })).status).toBe(200);
      answered += 1;
      await sleep(10);
    }
    expect((await refused).status).toBe(400);
    expect(answered).toBeGreaterThan(3);
  });

  it('of the other routes are held to their schemas', async () => {
    const { post } = await sampledGateway();
    const wrong: [string, unknown][] = [
      [`/v1/tapes/${tape}/clock`, { kind: 'explode' }],
      [`/v1/tapes/${tape}/clock`, { kind: 'speed', speed: 0 }],
      [`/v1/tapes/${tape}/clock`, { kind: 'pause', tape: 'another' }],
      [`/v1/runs/${runA}/cancel`, { reason: 'x'.repeat(301) }],
      ['/v1/tokens', { name: 'a', scopes: ['root'], expiresInSeconds: 1 }],
      ['/v1/tokens', { name: '../a', scopes: ['read'], expiresInSeconds: 1 }],
      ['/v1/tokens', { name: 'a', scopes: [], expiresInSeconds: 1 }],
      ['/v1/tokens', { name: 'a', scopes: ['read'], expiresInSeconds: -1 }],
      ['/v1/tokens', { name: 'a', scopes: ['read'], expiresInSeconds: 1, hash: hash('0') }],
    ];
    for (const [path, body] of wrong) expect((await post(path, body)).status, path).toBe(400);
  });
});

describe('headers', () => {
  it('with line breaks come back nowhere', async () => {
    const gateway = await sampledGateway();
    const own = 'GET /v1/runs HTTP/1.1\r\nHost: localhost';
    const requests = [
      `${own}\r\nAuthorization: Bearer ${adminToken}\r\nLast-Event-ID: 1\rSet-Cookie: a=b`,
      'GET /v1/runs?x=%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\nAuthorization: ' +
        `Bearer ${adminToken}`,
      `GET /v1/runs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\nSet-Cookie: a=b`,
      `GET /v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked`,
      `GET /v1/runs HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}`,
      `GET /v1/runs HTTP/1.1\r\nHost : x`,
      'GET /v1/runs HTTP/9.9\r\nHost: localhost',
      'BREW /v1/runs HTTP/1.1\r\nHost: localhost',
    ];
    for (const request of requests) {
      const socket = await rawSocket(gateway);
      socket.write(`${request}\r\nConnection: close\r\n\r\n`);
      const answer = await answerOn(socket);
      expect(answer, request).toMatch(/^HTTP\/1.1 4\d\d /);
      expect(answer.toLowerCase(), request).not.toContain('\r\nset-cookie');
    }
    await expectAlive(gateway);
  });

  it('name the gateway by a name of this machine, or are refused before any token is looked at', async () => {
    const gateway = await testGateway();
    const { port } = new URL(gateway.url);
    for (const [host, status] of [
      [`evil.example:${port}`, 403],
      ['127.0.0.1.evil.example', 403],
      [`127.0.0.1:${port}`, 200],
      [`[::1]:${port}`, 200],
      ['LOCALHOST', 200],
    ] as const) {
      for (const path of ['/health/live', '/v1/runs']) {
        const socket = await rawSocket(gateway);
        const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close`;
        socket.write(`${head}\r\nAuthorization: Bearer ${adminToken}\r\n\r\n`);
        expect(await answerOn(socket), host).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      }
    }
  });

  it('of answers say nothing of the program, and let no page in', async () => {
    const { ask, url } = await testGateway();
    const { headers } = await ask('/v1/runs');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const preflight = await fetch(`${url}/v1/runs`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(401);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a member __proto__', () => {
  const bodies = [
    ['application/json', '{"name":"a","peers":{"__proto__":{"x":1}}}'],
    ['application/json', '{"name":"a","\\u005f_proto__":1}'],
    ['application/yaml', 'name: a\npeers: { __proto__: { x: 1 } }\n'],
  ] as const;

  it('of a body is refused by name', async () => {
    const { ask } = await testGateway();
    for (const [type, body] of bodies) {
      const headers = { 'content-type': type };
      const options = { method: 'POST', headers, body };
      const { status, body: told } = await ask('/v1/submissions', options);
      expect([status, told['message']]).toEqual([400, 'no member can be named __proto__']);
    }
  });

  it('or constructor or prototype of a query is unknown', async () => {
    const { ask } = await testGateway();
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      expect((await ask(`/v1/runs?${name}=1`)).status, name).toBe(400);
      expect((await ask(`/v1/runs?${name}[x]=1`)).status, name).toBe(400);
    }
  });
});

describe('slow clients', () => {
  it('that dribble a header or a body are hung up on', async () => {
    const gateway = await testGateway({ headersMs: 300, requestMs: 600 });
    const head =
      'POST /v1/submissions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ' +
      `${adminToken}\r\n`;
    const beginnings = [
      'GET /v1/runs HTTP/1.1\r\nHost: localhost\r\nX-A: ',
      `${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`,
    ];
    for (const beginning of beginnings) {
      const socket = await rawSocket(gateway);
      socket.write(beginning);
      const dribble = setInterval(() => socket.write('a'), 20);
      const answer = await answerOn(socket);
      clearInterval(dribble);
      // A reset may overtake the answer: only the end matters.
      expect(answer).toMatch(/^(HTTP\/1.1 408 |$)/);
    }
    await expectAlive(gateway);
  });

  it('that hold all connections open without a word lose them again', async () => {
    const gateway = await testGateway({ headersMs: 300, connections: 20 });
    const sockets = await Promise.all(Array.from({ length: 40 }, () => rawSocket(gateway)));
    for (const socket of sockets) socket.resume();
    await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true);
    await expectAlive(gateway);
  });

  it('that disconnect at any point leave nothing behind', async () => {
    const gateway = await sampledGateway({ streamsPerToken: 2 });
    const head = `GET /v1/runs/${runA}/events HTTP/1.1\r\nHost: localhost`;
    const request = `${head}\r\nAuthorization: Bearer ${adminToken}\r\n\r\n`;
    for (let turn = 0; turn < 10; turn++) {
      const socket = await rawSocket(gateway);
      socket.write(turn % 2 === 0 ? request : request.slice(0, 40));
      await sleep(5);
      socket.resetAndDestroy();
    }
    await expect
      .poll(async () => (await gateway.ask(`/v1/runs/${runA}/events?after=1`)).status)
      .toBe(200);
    await expectAlive(gateway);
  });
});

describe('an internal error', () => {
  it('is a number for the client and a line in the log', async () => {
    const { ask, lines, models } = await testGateway();
    await models.close();
    const { status, body } = await ask('/v1/runs');
    expect([500, 503]).toContain(status);
    expect(JSON.stringify(body)).not.toMatch(/sqlite|node_modules|at .*:\d+/i);
    if (status === 500) expect(lines.join('')).toContain(String(body['found']));
  });
});
