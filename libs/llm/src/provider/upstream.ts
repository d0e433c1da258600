/** One HTTP request to a provider. Only its signal ends it, never a timeout of a client library. */

import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { requestOverHttp } from '#http';

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
 * Resolves with the head of the response. Throws if there is none: `NoResponse` once the whole
 * request has left, anything else if the provider cannot have read it.
 */
export type Send = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/**
 * Connections are reused, but not after so many idle milliseconds: a provider that closes an idle
 * connection while a request is on its way looks like one that died during it.
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
