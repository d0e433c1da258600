/**
 * Serves capabilities over streamable HTTP: each at an address with a token of its own, dead when the capability is.
 * Nothing is answered at any other address, by any other name of the host, or to a page of another origin.
 */

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostAllowedHostnames, type McpServer } from '@modelcontextprotocol/server';
import { unavailable } from '#values';
import { serverTimes } from '#values/server-times';
import type { Capability } from '../tool/capability.js';
import { serversOf, type Serving } from './capability-server.js';
import { Endpoint } from './endpoint.js';
import { foreignRequest } from './foreign-request.js';
import { exchange, refuse } from './node-exchange.js';

interface ListenOptions {
  /** Where to listen. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port?: number;
  /** Under which clients reach it, where that is another address than the one it listens on: `http://adapter:8080`. */
  readonly address?: string;
  /** How long a client may take to send its request, where that is not as everywhere. */
  readonly times?: Partial<Record<keyof typeof serverTimes, number>>;
}

/** A capability that can be reached. */
export interface Minted {
  /** `http://127.0.0.1:PORT/mcp/<token>`; who has it may call the tools. */
  readonly url: string;
  readonly token: string;
  /** Whether a client has listed the tools: an agent that never did knows none of them. */
  readonly isListed: boolean;
  /** Ends the capability and its address; the call that is being answered still is. */
  end(): void;
}

const addressPath = /^\/mcp\/([\w-]{43})$/;

export class CapabilityHost {
  /** Looked up in a hash table, not compared byte by byte: the time tells nothing of a token. */
  private readonly open = new Map<string, Endpoint>();

  private constructor(
    private readonly server: Server,
    private readonly base: string,
    private readonly names: string[],
  ) {
    server.on('request', (request, response) => this.answer(request, response));
  }

  /** `Unavailable` where the port cannot be had. */
  static async listen(options: ListenOptions = {}): Promise<CapabilityHost> {
    const { host = '127.0.0.1', port = 0 } = options;
    // An agent thinks between its calls: its connection is kept for longer than Node would.
    const server = createServer({ keepAliveTimeout: 60_000, ...serverTimes, ...options.times });
    await new Promise<void>((resolve, reject) => {
      server.once('error', (cause) =>
        reject(unavailable('cannot serve tools', { where: `${host}:${port}`, cause })),
      );
      server.listen(port, host, resolve);
    });
    const { port: bound } = server.address() as AddressInfo;
    const own = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
    const base = (options.address ?? own).replace(/\/+$/, '');
    const names = [...localhostAllowedHostnames(), new URL(base).hostname];
    return new CapabilityHost(server, base, names);
  }

  mint(capability: Capability, serving: Serving = {}): Minted {
    let isListed = false;
    const onListed = (): void => {
      isListed = true;
      serving.onListed?.();
    };
    const { url, token, end } = this.openAddress(serversOf(capability, { ...serving, onListed }));
    return {
      url,
      token,
      get isListed() {
        return isListed;
      },
      end: () => {
        capability.end();
        end();
      },
    };
  }

  /** Opens an address for servers that `newServer` makes; it is unknown from its end on. */
  openAddress(newServer: () => McpServer): Omit<Minted, 'isListed'> {
    const token = randomBytes(32).toString('base64url');
    const endpoint = new Endpoint(newServer);
    this.open.set(token, endpoint);
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
    const endpoints = [...this.open.values()];
    this.open.clear();
    await Promise.allSettled(endpoints.map((endpoint) => endpoint.close()));
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const message = foreignRequest(request.headers, this.names);
    if (message !== undefined) return refuse(response, { status: 403, code: -32_000, message });
    if (request.method === 'TRACE') return refuse(response, wrongMethod);
    const token = addressPath.exec(request.url ?? '')?.[1];
    const endpoint = token === undefined ? undefined : this.open.get(token);
    if (endpoint === undefined) return refuse(response, unknownAddress);
    void exchange(request, response, (asked) => endpoint.fetch(asked));
  }
}

/** Of TRACE no web request can be made that the protocol would answer so. */
const wrongMethod = { status: 405, code: -32_000, message: 'Method not allowed' };

/** The same, whether the address never was or has ended. */
const unknownAddress = { status: 404, code: -32_001, message: 'Not found' };
