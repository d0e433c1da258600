/** Requests that no well-behaved client sends. */

import { request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Headers that both eras of the protocol require. */
export const asClient = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};

export function send(
  url: string,
  { method = 'POST', headers = asClient, body = '' }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

export const initialize = (protocolVersion: string, id = 1): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'a client', version: '1' } },
  });

/** A call of a tool in revision 2026-07-28. */
export const modernCall = (name: string, args: unknown, meta: object = {}): RawRequest => ({
  headers: {
    ...asClient,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'a client', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
        ...meta,
      },
    },
  }),
});
