/**
 * Serves capabilities over streamable HTTP: each at an address with its own token, which ends with
 * the capability. Refuses any other address, any other host name, and pages of another origin.
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostAllowedHostnames, type McpServer } from '@modelcontextprotocol/server';
import { unavailable, withoutEnd } from '#values';
import { serverTimes } from '#values/server-times';
import type { Capability } from '../tool/capability.js';
import { serversOf, type Serving } from './capability-server.js';
import { Endpoint } from './endpoint.js';
import { foreignRequest } from './foreign-request.js';
import { exchange, refuse } from './node-exchange.js';

interface ListenOptions {
  /** Where to listen. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  /** The address for clients, if it differs from the listening address: `http://adapter:8080`. */
  readonly address?: string;
  /** How long a client may take to send its request, if other than the default. */
  readonly times?: Partial<Record<keyof typeof serverTimes, number>>;
}

/** A reachable capability. */
export interface Minted {
  /** `http://127.0.0.1:PORT/mcp/<token>`; the token grants access to the tools. */
  readonly url: string;
  readonly token: string;
  /** Whether a client has listed the tools: an agent that has not cannot know them. */
  readonly isListed: boolean;
  /** Ends the capability and its address; a call in progress is still answered. */
  end(): void;
}

const addressPath = /^\/mcp\/([\w-]{43})$/;

export class CapabilityHost {
  /** Looked up in a hash table, not compared byte by byte: timing reveals nothing about a token. */
  private readonly open = new Map<string, Endpoint>();

  private constructor(
    private readonly server: Server,
    private readonly base: string,
    private readonly names: string[],
  ) {
    server.on('request', (request, response) => this.answer(request, response));
  }

  /** Rejects with `Unavailable` if the port is not available. */
  static async listen(options: ListenOptions = {}): Promise<CapabilityHost> {
    const { host = '127.0.0.1', port = 0 } = options;
    // An agent thinks between calls: its connection is kept open longer than Node's default.
    const server = createServer({ keepAliveTimeout: 60_000, ...serverTimes, ...options.times });
    server.listen(port, host);
    await once(server, 'listening').catch((cause: unknown) => {
      throw unavailable('cannot serve tools', { where: `${host}:${port}`, cause });
    });
    const { port: bound } = server.address() as AddressInfo;
    const own = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
    const base = withoutEnd(options.address ?? own, '/');
    const names = [...localhostAllowedHostnames(), new URL(base).hostname];
    return new CapabilityHost(server, base, names);
  }

  mint(capability: Capability, serving: Serving = {}): Minted {
    const { url, token, end } = this.openAddress(serversOf(capability, serving));
    return {
      url,
      token,
      get isListed() {
        return capability.isListed;
      },
      end: () => {
        capability.end();
        end();
      },
    };
  }

  /** Opens an address for servers created by `newServer`; once ended, it is unknown. */
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

  /** Ends every address and stops listening. */
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

/**
 * A TRACE request cannot become a web request, so it gets the error that the protocol would return.
 */
const wrongMethod = { status: 405, code: -32_000, message: 'Method not allowed' };

/** The same, whether the address never existed or has ended. */
const unknownAddress = { status: 404, code: -32_001, message: 'Not found' };
