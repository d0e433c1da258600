/** A server of 127.0.0.1 for tests of requests, closed when the test has finished. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** `index` counts requests from 0. */
export type Handle = (request: IncomingMessage, response: ServerResponse, index: number) => void;

/** Its address without a slash at the end, and the paths that were requested. */
export async function localServer(handle: Handle) {
  const asked: string[] = [];
  const server = createServer((request, response) =>
    handle(request, response, asked.push(request.url ?? '') - 1),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
