/** One HTTP request, which only its signal ends, and bodies of bounded size. */

import {
  request as requestHttp,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as requestHttps } from 'node:https';

/**
 * Sends one request, and resolves with the head of the response. `prepare` gets the request
 * before it leaves.
 */
export function requestOverHttp(
  url: string,
  options: RequestOptions,
  body: string | Uint8Array | undefined,
  prepare: (sent: ClientRequest) => void = () => undefined,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = (url.startsWith('https:') ? requestHttps : requestHttp)(url, options, resolve);
  sent.on('error', reject);
  prepare(sent);
  sent.end(body);
  return promise;
}

/**
 * All of a body; undefined for one of more than `bytesMax` bytes, the rest of which is not read.
 */
export async function wholeBody(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > bytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The headers of a request or response that have one value. */
export function singleHeaders(headers: IncomingHttpHeaders): Headers {
  const single = Object.entries(headers).filter(([, value]) => typeof value === 'string');
  return new Headers(single as [string, string][]);
}
