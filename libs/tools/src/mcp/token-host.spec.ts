/** Refuses clients without a token, under another host name, or with malformed requests. */

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CapabilityHost, type Minted } from './capability-host.js';
import { requestBytesMax } from './node-exchange.js';
import { asClient, initialize, modernCall, send, type RawRequest } from './raw-request.fixture.js';
import { capabilityAt } from './served-tools.fixture.js';

const opening: RawRequest = { body: initialize('2025-11-25') };

/** The same call with an extra member next to the first argument. */
function withPrototype(asked: RawRequest, name = '__proto__'): RawRequest {
  return { ...asked, body: asked.body?.replace('{"a":1', `{"${name}":{"a":1}`) ?? '' };
}

let host: CapabilityHost;
let minted: Minted;
beforeAll(async () => {
  host = await CapabilityHost.listen();
  minted = host.mint(capabilityAt(7));
});
afterAll(() => host.close());

describe('an address', () => {
  it('has 256 random bits', () => {
    const others = Array.from({ length: 100 }, () => host.mint(capabilityAt(7)));
    const tokens = others.map(({ token }) => token);
    expect(new Set([...tokens, minted.token]).size).toBe(101);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    for (const other of others) other.end();
    expect(minted.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\/[\w-]{43}$/);
  });

  it('answers by its own name alone, to its own pages alone', async () => {
    const { port } = new URL(minted.url);
    const statusOf = async (headers: Record<string, string>) =>
      (await send(minted.url, { ...opening, headers: { ...asClient, ...headers } })).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ host: `localhost:${port}` })).toBe(200);
    expect(await statusOf({ origin: `http://localhost:${port}` })).toBe(200);
    expect(await statusOf({ host: `evil.example:${port}` })).toBe(403);
    expect(await statusOf({ host: `127.0.0.1.evil.example` })).toBe(403);
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf({ origin: 'null' })).toBe(403);
  });

  it('reveals nothing about other addresses: unknown ones get the same answer', async () => {
    const { origin } = new URL(minted.url);
    const almost = minted.token.slice(0, -1) + (minted.token.endsWith('A') ? 'B' : 'A');
    const paths = [
      '/',
      '/mcp',
      '/mcp/',
      `/mcp/${almost}`,
      `/mcp/${minted.token}/`,
      `/mcp/${minted.token}?a=b`,
      `/MCP/${minted.token}`,
      `//mcp/${minted.token}`,
      '/mcp/__proto__',
      '/mcp/%2e%2e',
    ];
    const answers = await Promise.all(paths.map((path) => send(`${origin}${path}`, opening)));
    const unknown = {
      status: 404,
      body: '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Not found"},"id":null}',
    };
    expect(answers).toEqual(paths.map(() => unknown));
    const ended = host.mint(capabilityAt(7));
    ended.end();
    expect(await send(ended.url, opening)).toEqual(unknown);
  });
});

describe.each([
  ['a trace', { method: 'TRACE' }, 405],
  ['another method', { method: 'PUT', body: '{}' }, 405],
  ['a delete without a session', { method: 'DELETE' }, 400],
  ['a stream without a session', { method: 'GET' }, 400],
  ['no JSON', { body: '{"jsonrpc":' }, 400],
  ['no body', {}, 400],
  ['an argument __proto__', withPrototype(modernCall('get_time', { a: 1 })), 400],
  ['an escaped __proto__', withPrototype(modernCall('get_time', { a: 1 }), '\\u005f_proto__'), 400],
  ['another type', { headers: { ...asClient, 'content-type': 'text/plain' }, body: '{}' }, 415],
  [
    'a client that takes no JSON',
    { ...opening, headers: { ...asClient, accept: 'text/html' } },
    406,
  ],
  ['a call without a session', { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }, 400],
  ['an unknown session', { ...opening, headers: { ...asClient, 'mcp-session-id': 'x' } }, 404],
  ['a body without an end', { body: 'x'.repeat(requestBytesMax + 1) }, 413],
  [
    'an unknown revision',
    { ...modernCall('get_time', {}, { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' }) },
    400,
  ],
] satisfies [string, RawRequest, number][])('%s', (_, asked, status) => {
  it(`is answered ${status}, without a word of the inside`, async () => {
    const answer = await send(minted.url, asked);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.any(String) },
    });
    expect(answer.body).not.toMatch(/node_modules|\.ts|\.mjs|    at /);
    expect(answer.body).not.toContain(minted.token);
  });
});

describe('a body that comes slowly', () => {
  it('is cut off', async () => {
    const times = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 };
    const slow = await CapabilityHost.listen({ times });
    const { hostname, port, pathname } = new URL(slow.mint(capabilityAt(7)).url);
    const socket = connect({ host: hostname, port: Number(port) });
    const head = `POST ${pathname} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json`;
    socket.write(`${head}\r\ncontent-length: 100\r\n\r\n{"jsonrpc"`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    await slow.close();
  });
});

describe('a port that is taken', () => {
  it('is unavailable', async () => {
    const port = Number(new URL(minted.url).port);
    await expect(CapabilityHost.listen({ port })).rejects.toMatchObject({ code: 'Unavailable' });
  });
});
