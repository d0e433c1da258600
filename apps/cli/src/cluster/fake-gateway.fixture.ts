/** A gateway with scripted answers, over HTTP. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { gatewayClient, type GatewayClient, type PatienceOptions } from './gateway-client.js';

/** `broken` sends the head of an answer, and then closes the connection. */
export type Answer =
  'broken' | readonly [status: number, body: unknown, headers?: Record<string, string>];

export interface FakeGateway {
  readonly client: GatewayClient;
  /** In order of arrival. */
  readonly requests: IncomingMessage[];
  /** What the client reported. */
  readonly notices: string[];
}

/** A gateway, and its client, which retries only if `patience` allows. */
export async function fakeGateway(
  answer: (request: IncomingMessage, number: number) => Answer,
  patience: Partial<PatienceOptions> = {},
): Promise<FakeGateway> {
  const requests: IncomingMessage[] = [];
  const notices: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    send(response, answer(request, requests.length));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const address = {
    url: `http://127.0.0.1:${port}`,
    token: 'secret-of-the-tests',
    tokenFile: 'f',
    words: [],
  };
  const notify = (line: string): void => void notices.push(line);
  return {
    client: gatewayClient(address, { timeoutMs: 0, notify, ...patience }),
    requests,
    notices,
  };
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'broken') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{', () => response.destroy());
    return;
  }
  const [status, body, headers = {}] = answer;
  response.writeHead(status, { ...headers, 'content-type': 'application/json' });
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  response.end(isRaw ? body : JSON.stringify(body));
}
