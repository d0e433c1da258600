/** Posts JSON and waits for the answer, as long as it takes: a decision has a deadline of its own. */

import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { excerpt, isFailure, printable, unavailable } from '#values';

export interface Posting {
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the exchange. */
  readonly signal: AbortSignal;
  /** UTF-8 bytes of the answer. */
  readonly bytesMax: number;
}

export interface Posted {
  readonly status: number;
  readonly text: string;
}

/** Redirects are answers like others. `Unavailable` where there is no answer, or a larger one than allowed. */
export async function postJson(url: string, body: unknown, posting: Posting): Promise<Posted> {
  const where = new URL(url).origin;
  try {
    const response = await exchange(url, JSON.stringify(body), posting);
    return { status: response.statusCode ?? 0, text: await textOf(response, posting.bytesMax) };
  } catch (cause) {
    throw unavailable('the agent gave no answer', { where, found: reasonIn(cause), cause });
  }
}

const unreached = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;

/** Whether a failure of `postJson` says that the server was not reached at all. */
export const isAway = (error: unknown): boolean =>
  isFailure(error, 'Unavailable') &&
  unreached.test(String((error.cause as { code?: unknown } | undefined)?.code));

/** The same of the reason that such a failure left in a recording. */
export const saysAway = (reason: string): boolean => unreached.test(reason);

/** `ECONNREFUSED`, or the words of what was thrown. */
function reasonIn(cause: unknown): string {
  if (!(cause instanceof Error)) return excerpt(cause);
  return 'code' in cause ? String(cause.code) : printable(cause.message, 200);
}

function exchange(
  url: string,
  text: string,
  { headers, signal }: Posting,
): Promise<IncomingMessage> {
  const open = url.startsWith('https:') ? secureRequest : plainRequest;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = open(url, {
    ...{ method: 'POST', signal, agent: false },
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    },
  });
  sent.on('response', resolve);
  sent.on('error', reject);
  sent.end(text);
  return promise;
}

async function textOf(response: IncomingMessage, bytesMax: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error(`an answer of more than ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
