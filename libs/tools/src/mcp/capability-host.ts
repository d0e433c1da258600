/**
 * Serves capabilities over streamable HTTP: each at an address with its own token, which ends with
 * the capability. Refuses any other address, any other host name, and pages of another origin.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { localhostAllowedHostnames, type McpServer } from '@modelcontextprotocol/server';
import { listenLocally, newToken, tokenIn, type LocalServer, type LocalServerOptions } from '#http';
import { withoutEnd } from '#values';
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
  readonly times?: LocalServerOptions['times'];
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

export class CapabilityHost {
  /** Looked up in a hash table, not compared byte by byte: timing reveals nothing about a token. */
  private readonly open = new Map<string, Endpoint>();

  private constructor(
    private readonly server: LocalServer,
    private readonly base: string,
    private readonly names: string[],
  ) {
    server.serve((request, response) => this.answer(request, response));
  }

  /** Rejects with `Unavailable` if the port is not available. */
  static async listen(options: ListenOptions = {}): Promise<CapabilityHost> {
    const { host, port, times, address } = options;
    const server = await listenLocally({ what: 'tools', host, port, times });
    const base = withoutEnd(address ?? server.url, '/');
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
    const token = newToken();
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
    await this.server.close();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const message = foreignRequest(request.headers, this.names);
    if (message !== undefined) return refuse(response, { status: 403, code: -32_000, message });
    if (request.method === 'TRACE') return refuse(response, wrongMethod);
    const address = tokenIn(request.url, 'mcp');
    const endpoint = address?.path === '' ? this.open.get(address.token) : undefined;
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
