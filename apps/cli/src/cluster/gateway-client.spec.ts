/**
 * A gateway's answers become values or coded errors of one line, and the token is sent only
 * to its gateway.
 */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fakeGateway, type Answer } from './fake-gateway.fixture.js';
import { gatewayClient } from './gateway-client.js';
import { runsIn, runsOf, fullId } from './gateway-lists.js';
import { clusterRun, submission } from './run.fixture.js';

const schema = z.object({ a: z.number() });

describe('an answer', () => {
  it('is parsed; what is not known of it is passed over, and what is missing is no answer', async () => {
    const { client, requests } = await fakeGateway((request) => [
      200,
      request.url === '/good' ? { a: 1, later: true } : { b: 1 },
    ]);
    expect(await client.get('/good', schema)).toEqual({ a: 1 });
    expect(requests[0]?.headers.authorization).toBe('Bearer secret-of-the-tests');
    await expect(client.get('/other', schema)).rejects.toMatchObject({ code: 'Unavailable' });
  });

  it.each<[string, Answer, string, RegExp]>([
    [
      'the code of a known failure, with its parts once',
      [
        422,
        {
          code: 'InvalidInput',
          message: 'data: not known; found "x"',
          where: 'data',
          found: '"x"',
        },
      ],
      'InvalidInput',
      /^data: not known; found "x"$/,
    ],
    [
      'the parts that its sentence lacks',
      [409, { code: 'Conflict', message: 'over', where: 'run', expected: 'one', found: null }],
      'Conflict',
      /^run: over; expected one$/,
    ],
    ['no token', [401, { code: 'Unauthorised', message: 'm' }], 'InvalidInput', /^f: .*token/],
    ['no right', [403, { code: 'Forbidden', message: 'no' }], 'InvalidInput', /^no$/],
    ['no such thing', [404, { code: 'NotFound', message: 'none' }], 'InvalidInput', /^none$/],
    ['away', [503, { code: 'Unavailable', message: 'broker' }], 'Unavailable', /^broker$/],
    ['something else', [502, '<html>\u001b[2J'], 'Unavailable', /status 502, "<html>\\u001b\[2J"$/],
    [
      'elsewhere, where the token does not go',
      [302, '', { location: 'http://127.0.0.1:9/' }],
      'Unavailable',
      /refused without a reason; found status 302, ""$/,
    ],
  ])('is a coded error of one line: %s', async (_, answer, code, message) => {
    const { client } = await fakeGateway(() => answer);
    const error = await client.post('/', {}, schema).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('over TLS is refused from a gateway that speaks plain HTTP', async () => {
    const { client: plain } = await fakeGateway(() => [200, { a: 1 }]);
    const url = plain.url.replace('http:', 'https:');
    const address = { url, token: 't', tokenFile: 'f', words: [] };
    await expect(gatewayClient(address, { timeoutMs: 0 }).get('/', schema)).rejects.toMatchObject({
      code: 'InvalidInput',
      message:
        '--url: the gateway uses plain HTTP at this address; ' +
        `expected ${plain.url}; found ${url}`,
    });
  });

  it('is waited for when there is too much to do', async () => {
    const { client, requests, notices } = await fakeGateway(
      (_, number) =>
        number === 1
          ? [429, { code: 'TooMany', message: 'slow' }, { 'retry-after': '1' }]
          : [200, { a: 2 }],
      { timeoutMs: 60_000 },
    );
    expect(await client.get('/', schema)).toEqual({ a: 2 });
    expect(requests).toHaveLength(2);
    expect(notices).toEqual([]);
  });
});

describe('a list', () => {
  it('is read to its end, and a run with a path outside its folder is refused', async () => {
    const pages: Record<string, unknown> = {
      '/v1/runs?limit=1000': { items: [clusterRun('1', 'one')], next: 'a/b' },
      '/v1/runs?limit=1000&cursor=a%2Fb': { items: [clusterRun('2', 'two')], next: null },
    };
    const { client } = await fakeGateway(({ url = '' }) => [200, pages[url]]);
    expect((await runsOf(client)).map(({ label }) => label)).toEqual(['one', 'two']);
    for (const label of ['../../up', '.hidden', 'a/b', '', 'a\u0000']) {
      const other = await fakeGateway(() => [200, { items: [clusterRun('1', label)], next: null }]);
      await expect(runsOf(other.client)).rejects.toMatchObject({ code: 'Unavailable' });
    }
  });

  it('of a submission is what the gateway lists of it, in the order of its result', async () => {
    const one = clusterRun('1', 'one', { submission: 'a'.repeat(64) });
    const two = clusterRun('2', 'two');
    const { client, requests } = await fakeGateway(() => [200, { items: [one, two], next: null }]);
    const ids = [two.run, 'f'.repeat(64), one.run];
    const found = await runsIn(client, { submission, runs: ids });
    expect(found.map(({ label }) => label)).toEqual(['two', 'one']);
    expect(requests.map(({ url }) => url)).toEqual([
      `/v1/runs?limit=1000&submission=${submission}`,
    ]);
  });

  it('is searched for the head of an id', () => {
    const ids = ['abcdef12', 'abcdef34', '123456'];
    expect(fullId('abcdef1', ids, 'run')).toBe('abcdef12');
    expect(fullId('123456', ids, 'run')).toBe('123456');
    for (const text of ['abcdef', 'abc', 'ffffff', '', '/../..']) {
      expect(() => fullId(text, ids, 'run')).toThrow(/its id, or the first 6/);
    }
  });
});
