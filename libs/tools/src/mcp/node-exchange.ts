/** One exchange of Node's HTTP server, answered by a handler of web requests. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  toNodeHandler,
  type NodeIncomingMessageLike,
  type NodeServerResponseLike,
} from '@modelcontextprotocol/node';
import { isFailure } from '#values';
import { parseJson } from '#values/parse-json';

/** Maximum UTF-8 bytes of a request: arguments of tools are small. */
export const requestBytesMax = 1_000_000;

/** Answers a request; does nothing if the client has disconnected. */
export function exchange(
  asked: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const fetch = async (request: Request): Promise<Response> => {
    const defect = request.method === 'POST' && messageDefect(await request.clone().text());
    if (!defect) return answer(request);
    return new Response(errorText(defect), { status: 400, headers: json });
  };
  const handle = toNodeHandler({ fetch }, { maxRequestBodySize: requestBytesMax });
  return handle(asked as NodeIncomingMessageLike, flushing(response));
}

/** A client that opens a stream waits for its headers, however long there is no event. */
const flushing = (response: ServerResponse): NodeServerResponseLike => ({
  writeHead: (status, headers) => {
    response.writeHead(status, headers);
    if (headers?.['content-type']?.startsWith('text/event-stream') === true)
      response.flushHeaders();
  },
  write: (chunk) => response.write(chunk),
  end: (chunk) => response.end(chunk),
  on: (event, listener) => response.on(event, listener),
});

const json = { 'content-type': 'application/json' };

/**
 * The JSON-RPC error for text that is not JSON, or has a member `__proto__`, which the
 * protocol's schemas drop.
 */
export function messageDefect(text: string): { code: number; message: string } | undefined {
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    if (!isFailure(error)) return { code: -32_700, message: 'Parse error' };
    return { code: -32_600, message: error.message };
  }
}

/** A JSON-RPC error without a request id. */
export const errorText = ({ code, message }: { code: number; message: string }): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });

/** Responds with such an error. */
export function refuse(
  response: ServerResponse,
  { status, code, message }: { status: number; code: number; message: string },
): void {
  response.writeHead(status, json);
  response.end(errorText({ code, message }));
}
