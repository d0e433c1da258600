/**
 * The gateway over HTTP: what it refuses, and that failures of a run reach its client as errors.
 */

import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { corruptJournal } from '#values';
import { requestBytesMax } from './planned-call.js';
import type { LocalServer } from '#http';
import { serveModels, type AnswerAt } from './serve-models.js';

const token = 't'.repeat(43);
let served: LocalServer | undefined;
afterEach(() => served?.close());

async function serving(answerAt: AnswerAt): Promise<string> {
  served = await serveModels(answerAt);
  return served.url;
}
const send = (url: string, body = '{}') => fetch(url, { method: 'POST', body });

describe('a server of models', () => {
  it('hands on path, query, headers and body', async () => {
    const seen: unknown[] = [];
    const url = await serving((given, { method, path, headers, body }) => {
      seen.push(given, method, path, headers.get('anthropic-beta'), body);
      return Promise.resolve(Response.json({ fine: true }, { status: 201 }));
    });
    const response = await fetch(`${url}/ask/${token}/v1/messages?beta=true`, {
      method: 'POST',
      headers: { 'anthropic-beta': 'b' },
      body: '{"ünï":1}',
    });
    expect([response.status, await response.json()]).toEqual([201, { fine: true }]);
    expect(seen).toEqual([token, 'POST', '/v1/messages?beta=true', 'b', '{"ünï":1}']);
  });

  it('answers 404 at other addresses, and refuses tokens that are not open', async () => {
    const asked: string[] = [];
    const url = await serving((given) => {
      asked.push(given);
      return undefined;
    });
    const paths = ['/', '/ask/short/v1/messages', `/ask/${token}`, `/ask/${token}/v1/messages`];
    const statuses = await Promise.all(
      paths.map(async (path) => (await send(`${url}${path}`)).status),
    );
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect(asked).toEqual([token]);
  });

  it('takes no trace', async () => {
    const { port } = new URL(await serving(() => Promise.resolve(Response.json({}))));
    const status = await new Promise((settle) => {
      const path = `/ask/${token}/v1/messages`;
      request({ port, path, method: 'TRACE' }, ({ statusCode }) => settle(statusCode)).end();
    });
    expect(status).toBe(405);
  });

  it('says what the run stops for, and keeps quiet about bugs of its own', async () => {
    const errors = [corruptJournal('the recording has no such call'), new Error('at line 7')];
    const url = await serving(() => Promise.reject(errors.shift() as Error));
    const texts = [];
    for (let asked = 0; asked < 2; asked++) {
      const response = await send(`${url}/ask/${token}/v1/messages`);
      expect([response.status, response.headers.get('x-should-retry')]).toEqual([500, 'false']);
      texts.push(await response.text());
    }
    expect(texts[0]).toContain('the recording has no such call');
    expect(texts[1]).toContain('Internal error');
    expect(texts[1]).not.toContain('line 7');
  });

  it('reads no request beyond its bound', async () => {
    let asked = 0;
    const url = await serving(() => {
      asked++;
      return Promise.resolve(new Response('{}'));
    });
    const sent = send(`${url}/ask/${token}/v1/messages`, 'x'.repeat(requestBytesMax + 1));
    const status = await sent.then(
      (response) => response.status,
      () => 413,
    );
    expect(status).toBe(413);
    expect(asked).toBe(0);
  });
});
