/** Addresses with tokens, and a server that stops. */

import { expect, it } from 'vitest';
import { listenLocally, newToken, tokenIn } from './local-server.js';

const token = newToken();

it.each([
  [`/ask/${token}/v1/chat?x=1`, { token, path: '/v1/chat?x=1' }],
  [`/ask/${token}`, { token, path: '' }],
  [`/ask/${token}/`, { token, path: '/' }],
  [`/mcp/${token}`, undefined],
  [`ask/${token}`, undefined],
  [`/ask/${token}?x=1`, undefined],
  ['/ask/short/v1', undefined],
  ['/', undefined],
  [undefined, undefined],
])('%s has this token and path below it', (url, expected) => {
  expect(tokenIn(url, 'ask')).toEqual(expected);
});

it('answers at its address until it is closed, and its port is taken meanwhile', async () => {
  const server = await listenLocally({ what: 'words' });
  server.serve((request, response) => response.end(request.url));
  expect(await (await fetch(`${server.url}/a`)).text()).toBe('/a');
  const { port } = new URL(server.url);
  await expect(listenLocally({ what: 'words', port: Number(port) })).rejects.toThrow(
    `127.0.0.1:${port}: cannot serve words`,
  );
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});
