/** Requests as a stranger makes them, who writes paths, hosts and origins as he likes. */

import { request } from 'node:http';

export interface RawRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request to a path of `origin` that nothing has tidied up. Rejects where nobody answers. */
export function send(origin: URL, path: string, { headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = origin;
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method: 'POST', headers, agent: false };
    const asked = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

const revision = '2026-07-28';

/** A request of that revision, which stands alone and needs no session. */
export function mcpRequest(method: string, params: Readonly<Record<string, unknown>>): RawRequest {
  const named = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
  return {
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...named,
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method },
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientInfo': { name: 'red team', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  };
}
