/**
 * An HTTP server of many endpoints, each at an address with a token of its own. Nothing is answered at any other
 * address, by any other name of the host, or to a page of another origin.
 */

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  hostHeaderValidation,
  originValidation,
  toNodeHandler,
  type NodeIncomingMessageLike,
  type NodeMcpRequestHandler,
} from '@modelcontextprotocol/node';
import { localhostAllowedHostnames, type McpServer } from '@modelcontextprotocol/server';
import { unavailable } from '#values';
import { Endpoint, requestBytesMax } from './endpoint.js';

export interface ListenOptions {
  /** Where to listen. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port?: number;
  /** Under which clients reach it, where that is another address than the one it listens on: `http://adapter:8080`. */
  readonly address?: string;
}

/** An address that answers, until it is ended. */
export interface OpenAddress {
  readonly url: string;
  readonly token: string;
  /** From now on the address is unknown; what is under way is still answered. */
  end(): void;
}

const addressPath = /^\/mcp\/([\w-]{43})$/;

export class TokenHost {
  /** Looked up in a hash table, not compared byte by byte: the time tells nothing of a token. */
  private readonly open = new Map<string, { endpoint: Endpoint; handle: NodeMcpRequestHandler }>();

  private constructor(
    private readonly server: Server,
    private readonly base: string,
    private readonly isAllowed: (request: IncomingMessage, response: ServerResponse) => boolean,
  ) {
    server.on('request', (request, response) => this.answer(request, response));
  }

  /** `Unavailable` where the port cannot be had. */
  static async listen(options: ListenOptions = {}): Promise<TokenHost> {
    const { host = '127.0.0.1', port = 0 } = options;
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', (cause) =>
        reject(unavailable('cannot serve tools', { where: `${host}:${port}`, cause })),
      );
      server.listen(port, host, resolve);
    });
    const { port: bound } = server.address() as AddressInfo;
    const base = options.address ?? `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
    const names = [...localhostAllowedHostnames(), new URL(base).hostname];
    const [isHost, isOrigin] = [hostHeaderValidation(names), originValidation(names)];
    return new TokenHost(
      server,
      base,
      (asked, answer) => isHost(asked, answer) && isOrigin(asked, answer),
    );
  }

  /** Opens an address for servers that `newServer` makes. */
  openAddress(newServer: () => McpServer): OpenAddress {
    const token = randomBytes(32).toString('base64url');
    const endpoint = new Endpoint(newServer);
    const handle = toNodeHandler(endpoint, { maxRequestBodySize: requestBytesMax });
    this.open.set(token, { endpoint, handle });
    return {
      url: `${this.base}/mcp/${token}`,
      token,
      end: () => {
        if (this.open.delete(token)) void endpoint.close();
      },
    };
  }

  /** Ends every address, and stops listening. */
  async close(): Promise<void> {
    const endpoints = [...this.open.values()].map(({ endpoint }) => endpoint);
    this.open.clear();
    await Promise.allSettled(endpoints.map((endpoint) => endpoint.close()));
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (!this.isAllowed(request, response)) return;
    const token = addressPath.exec(request.url ?? '')?.[1];
    const found = token === undefined ? undefined : this.open.get(token);
    if (found === undefined) return notFound(response);
    found.handle(request as NodeIncomingMessageLike, response).catch(() => response.destroy());
  }
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Not found"},"id":null}');
}
