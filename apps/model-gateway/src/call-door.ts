/** `/ask/<token>/…`: where the model calls of an attempt arrive, from agents of any kind. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  errorHeader,
  gatewayError,
  gatewayErrorOf,
  unknownAsk,
  type GatewayError,
} from '#llm/remote/ask-protocol';
import type { GatewayFigures } from './gateway-figures.js';
import type { OpenAsks } from './open-asks.js';

export interface CallDoorOptions {
  readonly asks: Pick<OpenAsks, 'find'>;
  readonly figures: Pick<GatewayFigures, 'callBegun' | 'callEnded'>;
  readonly onError: (error: unknown) => void;
  /** Bytes of a request. */
  readonly bodyMax?: number;
}

/** Of the connection, or of somebody's key: nothing of them is passed on. */
const dropped = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'te'],
  ...['expect', 'accept-encoding', 'authorization', 'x-api-key', 'x-goog-api-key', 'cookie'],
]);

/** `url` is what stands behind `/ask`. A client that goes away leaves its call to be recorded. */
export function callDoor(options: CallDoorOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { figures } = options;
    figures.callBegun();
    try {
      const answer = await answered(request, options);
      const body = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get('content-type');
      response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(body);
      figures.callEnded(answer.status);
    } catch (error) {
      const refusal = error instanceof Refusal ? error.answer : gatewayErrorOf(error);
      if (refusal.status >= 500) options.onError(error);
      say(response, refusal);
      figures.callEnded(refusal.status);
    }
  };
}

async function answered(
  request: IncomingMessage,
  { asks, bodyMax = 64_000_000 }: CallDoorOptions,
): Promise<Response> {
  const [, token = '', path = ''] = /^[/]([A-Za-z0-9_-]{1,100})(.*)$/.exec(request.url ?? '') ?? [];
  const ask = asks.find(token);
  if (ask === undefined) {
    request.resume();
    throw new Refusal(gatewayError(unknownAsk, 'there is no attempt behind this token'));
  }
  const body = await bodyOf(request, bodyMax);
  const method = request.method ?? 'GET';
  return ask.fetch(`${ask.baseUrl}${path}`, {
    method,
    headers: headersOf(request),
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
}

async function bodyOf(request: IncomingMessage, bodyMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bodyMax) {
      throw new Refusal({
        ...gatewayError('InvalidInput', `a request of more than ${bodyMax} bytes`),
        status: 413,
      });
    }
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !dropped.has(name)) headers.set(name, value);
  }
  return headers;
}

class Refusal extends Error {
  constructor(readonly answer: GatewayError) {
    super(answer.body.message);
  }
}

function say(response: ServerResponse, { status, body }: GatewayError): void {
  if (response.headersSent) return void response.destroy();
  const headers = { 'content-type': 'application/json', [errorHeader]: body.code };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
