/** Requests to a gateway: JSON in and out, answers checked, refusals as coded errors, and patience on request. */

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  excerpt,
  failureCodes,
  invalidInput,
  printable,
  TapefoldError,
  unavailable,
  type FailureCode,
} from '#values';
import type { GatewayAddress } from './gateway-address.js';

export interface GatewayClient {
  readonly url: string;
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T>;
}

/** A request waits no longer for its answer: to plan a scenario, a gateway reads a data set whole. */
const answerMs = 120_000;
/** How often it is asked again after it said that it has too much to do, and how long that may take each time. */
const patience = 20;
const pauseMaxMs = 60_000;

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  where: z.string().nullish(),
  expected: z.string().nullish(),
  found: z.string().nullish(),
});
type Failure = z.infer<typeof failureSchema>;

export function gatewayClient(address: GatewayAddress): GatewayClient {
  return {
    url: address.url,
    get: (path, schema) => answered(address, path, { method: 'GET' }, schema),
    post: (path, body, schema) => {
      const headers = { 'content-type': 'application/json' };
      return answered(
        address,
        path,
        { method: 'POST', headers, body: JSON.stringify(body) },
        schema,
      );
    },
  };
}

/**
 * The parsed answer. `Unavailable` where nobody answers, or too many ask; `InvalidInput` for a token that is not
 * taken; otherwise the code that the gateway says.
 */
async function answered<T>(
  address: GatewayAddress,
  path: string,
  init: RequestInit,
  schema: z.ZodType<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const response = await responseTo(address, path, init);
    const text = await textOf(response, address);
    if (response.ok) return parsed(text, schema, `${address.url}${path}`);
    if (response.status !== 429 || attempt >= patience) throw refusal(response, text, address);
    await sleep(pauseOf(response));
  }
}

async function responseTo(
  { url, token }: GatewayAddress,
  path: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, accept: 'application/json', authorization: `Bearer ${token}` },
      // The token is for this address and no other.
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
  } catch (cause) {
    throw unavailable('the gateway does not answer', { where: url, cause });
  }
}

async function textOf(response: Response, { url }: GatewayAddress): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw unavailable('the answer of the gateway broke off', { where: url, cause });
  }
}

function parsed<T>(text: string, schema: z.ZodType<T>, where: string): T {
  const result = schema.safeParse(jsonOf(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw unavailable('an answer that is not of a gateway of this version', {
    where,
    expected: printable(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, 200),
    found: excerpt(text),
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function pauseOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? '');
  return Math.min(pauseMaxMs, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 1000);
}

function refusal(response: Response, text: string, address: GatewayAddress): TapefoldError {
  const { url, tokenFile } = address;
  if (response.status === 401) {
    return invalidInput('the gateway does not take this token', { where: tokenFile, found: url });
  }
  const said = failureSchema.safeParse(jsonOf(text));
  if (said.success) return new TapefoldError(codeOf(response.status, said.data), lineOf(said.data));
  const found = `status ${response.status}, ${excerpt(text)}`;
  return unavailable('the gateway refused without saying why', { where: url, found });
}

/** Codes that only HTTP has are what a caller may do about them: wait, or ask for something else. */
function codeOf(status: number, { code }: Failure): FailureCode {
  const known = failureCodes.find((one) => one === code);
  if (known !== undefined) return known;
  return status === 429 || status === 503 ? 'Unavailable' : 'InvalidInput';
}

/** The gateway's sentence, with its parts where the sentence lacks them. */
function lineOf({ message, where, expected, found }: Failure): string {
  const lacks = (part: string | null | undefined): part is string =>
    typeof part === 'string' && part !== '' && !message.includes(part);
  const line = [
    lacks(where) ? `${where}: ` : '',
    message,
    lacks(expected) ? `; expected ${expected}` : '',
    lacks(found) ? `; found ${found}` : '',
  ].join('');
  return printable(line, 1000);
}
