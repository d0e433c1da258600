/** `/ask/<token>/…`: where the model calls of an attempt arrive, from agents of any kind. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { singleHeaders, wholeBody } from '#http';
import {
  errorHeader,
  gatewayError,
  gatewayErrorOf,
  unknownAsk,
  type GatewayError,
} from '#llm/remote/ask-protocol';
import type { GatewayFigures } from './gateway-figures.js';
import type { OpenAsks } from './open-asks.js';

interface HandlerOptions {
  readonly asks: Pick<OpenAsks, 'find'>;
  readonly figures: Pick<GatewayFigures, 'callBegun' | 'callEnded'>;
  readonly onError: (error: unknown) => void;
}

/** Bytes of a request. */
const bodyMax = 64_000_000;

/** Headers of the connection, or with a client's key, that are not forwarded. */
const dropped = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'expect',
  'accept-encoding',
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'cookie',
];

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** `url` is the part after `/ask`. If a client disconnects, its call is still recorded. */
export function callHandler({ asks, figures, onError }: HandlerOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    figures.callBegun();
    const { status, headers, body } = await answerTo(request, asks).catch((error: unknown) => {
      const refused = refusal(gatewayErrorOf(error));
      if (refused.status >= 500) onError(error);
      return refused;
    });
    response.writeHead(status, headers).end(body);
    figures.callEnded(status);
  };
}

async function answerTo(request: IncomingMessage, asks: HandlerOptions['asks']): Promise<Answer> {
  const url = request.url ?? '';
  const [, token = ''] = /^[/]([A-Za-z0-9_-]{1,100})/.exec(url) ?? [];
  const path = url.slice(1 + token.length);
  const ask = asks.find(token);
  if (ask === undefined) {
    request.resume();
    return refusal(gatewayError(unknownAsk, 'no attempt has this token'));
  }
  const body = await wholeBody(request, bodyMax);
  if (body === undefined) {
    const tooLong = gatewayError('InvalidInput', `a request of more than ${bodyMax} bytes`);
    return refusal({ ...tooLong, status: 413 });
  }
  const method = request.method ?? 'GET';
  const headers = singleHeaders(request.headers);
  for (const name of dropped) headers.delete(name);
  const answer = await ask.fetch(`${ask.baseUrl}${path}`, {
    method,
    headers,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  const type = answer.headers.get('content-type');
  return {
    status: answer.status,
    headers: type === null ? {} : { 'content-type': type },
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}

const refusal = ({ status, body }: GatewayError): Answer => ({
  status,
  headers: { 'content-type': 'application/json', [errorHeader]: body.code },
  body: JSON.stringify(body),
});
