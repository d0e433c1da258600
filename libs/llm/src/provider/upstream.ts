/** One HTTP request to a provider. Only its signal ends it, never a timeout of a client library. */

import {
  Agent,
  request as requestHttp,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';

export interface UpstreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends it in any state. */
  readonly signal: AbortSignal;
}

export interface UpstreamResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Throws if the connection ends before the body does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The request had left whole, and no response came: the provider may have worked on it. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/**
 * Resolves with the head of the response. Throws if there is none: `NoResponse` once the whole request has left,
 * anything else if the provider cannot have read it.
 */
export type Send = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/**
 * Connections are reused, but not after so many idle milliseconds: a provider that closes an idle connection
 * while a request is on its way looks like one that died during it.
 */
const idleMaxMs = 4_000;
const pooled = { keepAlive: true, timeout: idleMaxMs };
const agents = { http: new Agent(pooled), https: new SecureAgent(pooled) };

/** Redirects are not followed: a key goes to the provider that it was given for. */
export const sendOverHttp: Send = async ({ url, headers, body, signal }) => {
  const bytes = Buffer.from(body);
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': `${bytes.length}` },
    agent: url.startsWith('https:') ? agents.https : agents.http,
    signal,
  };
  let hasLeft = false;
  try {
    const response = await requestOverHttp(url, options, bytes, (sent) => {
      sent.once('finish', () => (hasLeft = true));
    });
    return { status: response.statusCode ?? 0, headers: response.headers, body: response };
  } catch (cause) {
    throw hasLeft ? new NoResponse('there is no response', { cause }) : cause;
  }
};

/** Sends one request, and resolves with the head of the response. `prepare` gets the request before it leaves. */
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

/** All of a body; undefined for one of more than `bytesMax` bytes, the rest of which is not read. */
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
