/** One HTTP request to a provider. No waiting time of a client library ends it: only its signal does. */

import { Agent, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';

export interface UpstreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends it in whatever state it is. */
  readonly signal: AbortSignal;
}

export interface UpstreamResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Throws where the connection ends before the body does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The request had left as a whole, and nothing came back: the provider may have worked on it. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/**
 * Resolves with the head of the response. Throws where there is none: `NoResponse` once the whole request has left,
 * anything else where the provider cannot have read it.
 */
export type Send = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/**
 * Connections are used again, but not after so many idle milliseconds: a provider that hangs up on an idle connection
 * while a request is on its way looks like one that died over it.
 */
const idleMaxMs = 4_000;
const pooled = { keepAlive: true, timeout: idleMaxMs };
const agents = { http: new Agent(pooled), https: new SecureAgent(pooled) };

/** Redirects are not followed: a key goes to the provider that it was given for. */
export const sendOverHttp: Send = ({ url, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': `${bytes.length}` },
      signal,
    };
    const take = (response: IncomingMessage): void =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response });
    const sent: ClientRequest = url.startsWith('https:')
      ? requestHttps(url, { ...options, agent: agents.https }, take)
      : requestHttp(url, { ...options, agent: agents.http }, take);
    let hasLeft = false;
    sent.once('finish', () => (hasLeft = true));
    sent.once('error', (cause) =>
      reject(hasLeft ? new NoResponse('there is no response', { cause }) : cause),
    );
    sent.end(bytes);
  });
