/** One exchange of Node's HTTP server, answered by a handler of web requests. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toWebRequest, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { isFailure } from '#values';
import { parseJson } from '#values/parse-json';

/** Maximum UTF-8 bytes of a request: arguments of tools are small. */
export const requestBytesMax = 1_000_000;

/** Answers a request; does nothing if the client has disconnected. */
export async function exchange(
  asked: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const request = await toWebRequest(asked as NodeIncomingMessageLike, undefined, {
      signal: gone.signal,
      maxRequestBodySize: requestBytesMax,
    });
    const defect = asked.method === 'POST' && messageDefect(await request.clone().text());
    if (defect) return refuse(response, { status: 400, ...defect });
    await write(await answer(request), response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else if ((error as { status?: unknown } | null)?.status === 413) tooLarge(response);
    else refuse(response, { status: 500, code: -32_603, message: 'Internal error' });
  }
}

/** The JSON-RPC error for text that is not JSON, or has a member `__proto__`, which the protocol's schemas drop. */
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
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(errorText({ code, message }));
}

/** The rest of the body is not read: the connection is closed with the response. */
function tooLarge(response: ServerResponse): void {
  response.setHeader('connection', 'close');
  const message = `the request has more than ${requestBytesMax} bytes`;
  refuse(response, { status: 413, code: -32_000, message });
}

async function write(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
  } else if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    // A client that opens a stream waits for its headers, however long there is no event.
    response.flushHeaders();
    await pipeline(Readable.fromWeb(answer.body), response);
  } else {
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}
