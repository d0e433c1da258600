/** Servers for our own agents: what is served has an address with a token that grants access. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unavailable } from '#values';

/** Milliseconds that a client has to send its headers and its request; then it gets a 408. */
export const serverTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
} as const;

export interface LocalServerOptions {
  /** What is served, for errors. */
  readonly what: string;
  /** Where to listen; this machine by default. */
  readonly host?: string | undefined;
  /** 0, the default, picks a free one. */
  readonly port?: number | undefined;
  /** How long a client may take to send its request, if other than the default. */
  readonly times?: Partial<Record<keyof typeof serverTimes, number>> | undefined;
}

export interface LocalServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Requests are answered from here on. */
  serve(answer: RequestListener): void;
  /** Stops listening, and breaks off what is still open. */
  close(): Promise<void>;
}

/** Listens until it is closed. Rejects with `Unavailable` if the port is not available. */
export async function listenLocally({
  what,
  host = '127.0.0.1',
  port = 0,
  times,
}: LocalServerOptions): Promise<LocalServer> {
  // An agent thinks between calls: its connection is kept open longer than Node's default.
  const server = createServer({ keepAliveTimeout: 60_000, ...serverTimes, ...times });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw unavailable(`cannot serve ${what}`, { where: `${host}:${port}`, cause });
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    serve: (answer) => void server.on('request', answer),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** 256 bits, which nobody can guess. Looked up in a hash table, its timing reveals nothing. */
export const newToken = (): string => randomBytes(32).toString('base64url');

const tokenLength = 43;

/** The token of `/<area>/<token>`, and the path below it, which is empty or starts with a slash. */
export function tokenIn(
  url: string | undefined,
  area: string,
): { readonly token: string; readonly path: string } | undefined {
  const [root, first, token, ...below] = (url ?? '').split('/');
  if (root !== '' || first !== area || token?.length !== tokenLength) return undefined;
  return { token, path: below.map((part) => `/${part}`).join('') };
}
