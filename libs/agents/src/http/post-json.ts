/**
 * Posts JSON and waits for the answer without a time limit: a decision has a deadline of its own.
 */

import { excerpt, isFailure, printable, unavailable } from '#values';
import { requestOverHttp, wholeBody } from '#http';

interface Posting {
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

/**
 * Redirects are answers like any other. `Unavailable` if there is no answer, or a larger
 * one than allowed.
 */
export async function postJson(
  url: string,
  body: unknown,
  { headers, signal, bytesMax }: Posting,
): Promise<Posted> {
  const where = new URL(url).origin;
  const text = JSON.stringify(body);
  const described = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  const options = { method: 'POST', signal, agent: false, headers: { ...described, ...headers } };
  try {
    const response = await requestOverHttp(url, options, text);
    const answer = await wholeBody(response, bytesMax);
    if (answer === undefined) throw new Error(`an answer of more than ${bytesMax} bytes`);
    return { status: response.statusCode ?? 0, text: answer.toString('utf8') };
  } catch (cause) {
    throw unavailable('the agent gave no answer', { where, found: reasonIn(cause), cause });
  }
}

const unreached = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;

/** Whether a failure of `postJson` means that the server was not reached at all. */
export const isAway = (error: unknown): boolean =>
  isFailure(error, 'Unavailable') &&
  unreached.test(String((error.cause as { code?: unknown } | undefined)?.code));

/** The same for the reason that such a failure left in a recording. */
export const isUnreachable = (reason: string): boolean => unreached.test(reason);

/** `ECONNREFUSED`, or the message of what was thrown. */
function reasonIn(cause: unknown): string {
  if (!(cause instanceof Error)) return excerpt(cause);
  return 'code' in cause ? String(cause.code) : printable(cause.message, 200);
}
