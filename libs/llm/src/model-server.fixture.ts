/** A provider on this machine that gives scripted responses and keeps its requests. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Writes one response, whole or not. */
export type Says = (response: ServerResponse, asked: Asked) => void | Promise<void>;

export interface ModelServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Its next responses, in order; the last one repeats. */
  script(...says: readonly Says[]): void;
  close(): Promise<void>;
}

export async function modelServer(...first: readonly Says[]): Promise<ModelServer> {
  const asked: Asked[] = [];
  let left = [...first];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      const one = { path: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      const says = left.length > 1 ? left.shift() : left[0];
      await says?.(response, one);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    script: (...says) => {
      left = [...says];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Says =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** Events with a name where they have a type, as providers send them. */
export const events =
  (...data: readonly unknown[]): Says =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const one of data) response.write(eventOf(one));
    response.end();
  };

/** Ends the connection in the middle of a stream. */
export const cutOff =
  (...data: readonly unknown[]): Says =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const one of data) response.write(eventOf(one));
    await new Promise((resolve) => response.write(': more\n\n', resolve));
    response.destroy();
  };

/** Never answers. */
export const silence: Says = () => undefined;

export function eventOf(data: unknown): string {
  if (typeof data === 'string') return `data: ${data}\n\n`;
  const { type } = data as { type?: unknown };
  return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}
