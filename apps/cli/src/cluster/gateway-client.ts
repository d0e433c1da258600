/**
 * Requests to a gateway: JSON in and out, checked answers, refusals as coded errors, retries
 * during outages.
 */

import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  excerpt,
  type FailureCode,
  failureCodes,
  invalidInput,
  isFailure,
  jsonOf,
  printable,
  TapefoldError,
  unavailable,
} from '#values';
import { pauseMs, wholeBody } from '#http';
import { expectedOf } from '#contracts/parsing/schema-issue';
import { printedCommand } from '../program/printed-command.js';
import { gatewayAddress, type GatewayAddress } from './gateway-address.js';
import { type Options, wholeNumber } from '../program/option-value.js';
import { notify } from '../program/print.js';
import { type ArchiveBounds, unpackArchive } from './received-archive.js';

export interface GatewayClient {
  readonly url: string;
  /** `tapefold cluster …` for this gateway, quoted for the shell. */
  command(...words: readonly string[]): string;
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  /** Posts are idempotent: a gateway accepts the same submission and the same cancellation once. */
  post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T>;
  /**
   * Unpacks a gzipped tar into an empty folder, which is emptied before another attempt. Fails as
   * `unpackArchive`.
   */
  unpack(path: string, folder: string, bounds: ArchiveBounds): Promise<void>;
  /** The same gateway, with requests that end with `signal`, and `notify` for outages. */
  within(surroundings: Required<Pick<PatienceOptions, 'signal' | 'notify'>>): GatewayClient;
}

/** Maximum milliseconds to wait for an answer: planning a scenario reads a whole data set. */
const answerMs = 120_000;
/**
 * Statuses with which a gateway, or a proxy in front of it, reports that it is
 * temporarily unavailable.
 */
const awayStatuses = [502, 503, 504];
const busyStatus = 429;
/**
 * The largest answers are pages of submissions: 20, each with a scenario and up to
 * 10,000 ids of runs.
 */
const textBytesMax = 64 * 1024 * 1024;
const busyPauseMaxMs = 60_000;

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  where: z.string().nullish(),
  expected: z.string().nullish(),
  found: z.string().nullish(),
});
type Failure = z.infer<typeof failureSchema>;

/**
 * The gateway that a command's `--url`, `--token-file` and `--timeout` name. `InvalidInput`
 * if one is wrong.
 */
export function clientOf(options: Options): GatewayClient {
  return gatewayClient(gatewayAddress(options), { timeoutMs: timeoutMsOf(options) });
}

/**
 * Requests fail with `Unavailable` if the gateway, its broker or its database stays unavailable
 * or overloaded; with `InvalidInput` for a refused token; otherwise with the code in the
 * gateway's answer.
 */
export function gatewayClient(address: GatewayAddress, options: PatienceOptions): GatewayClient {
  const patience = new GatewayPatience(options);
  const { signal = null } = options;
  const answered = <T>(path: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> =>
    patience.outlast(async () => {
      const text = await attempted(address, path, { ...init, signal }, textOf);
      return parsed(text, schema, `${address.url}${path}`);
    });
  return {
    url: address.url,
    command: (...words) => printedCommand(['cluster', ...words, ...address.words]),
    get: (path, schema) => answered(path, { method: 'GET' }, schema),
    post: (path, body, schema) => {
      const headers = { 'content-type': 'application/json' };
      return answered(path, { method: 'POST', headers, body: JSON.stringify(body) }, schema);
    },
    unpack: (path, folder, bounds) =>
      patience.outlast(() =>
        attempted(address, path, { headers: { accept: 'application/gzip' }, signal }, (one) => {
          rmSync(folder, { recursive: true, force: true });
          return unpackArchive(bodyOf(one), folder, bounds);
        }),
      ),
    within: (surroundings) => gatewayClient(address, { ...options, ...surroundings }),
  };
}

/** What `read` makes of a good answer. Throws `NotYet` if there may be one later. */
async function attempted<T>(
  address: GatewayAddress,
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  let response: Response | undefined;
  let refused: string;
  try {
    response = await responseTo(address, path, init);
    if (response.ok) return await read(response);
    refused = await textOf(response);
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    requireTls(address, cause);
    throw new NotYet(awayFailure(address, response, cause));
  }
  const failure = refusal(response, refused, address);
  if (response.status === busyStatus) throw new NotYet(failure, pauseOf(response));
  if (awayStatuses.includes(response.status)) throw new NotYet(failure);
  throw failure;
}

function awayFailure(
  { url: where }: GatewayAddress,
  response: Response | undefined,
  cause: unknown,
): TapefoldError {
  if (response === undefined) return unavailable('the gateway does not answer', { where, cause });
  const found = excerpt((cause as Error).message, 200);
  const expected = 'a whole answer';
  return unavailable('the answer of the gateway broke off', { where, expected, found, cause });
}

/** `InvalidInput` if a server without TLS answered on an https address. */
function requireTls({ url }: GatewayAddress, error: unknown): void {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  if (code !== 'ERR_SSL_WRONG_VERSION_NUMBER' && code !== 'ERR_SSL_PACKET_LENGTH_TOO_LONG') return;
  const asked = { where: '--url', expected: url.replace(/^https:/, 'http:'), found: url };
  throw invalidInput('the gateway uses plain HTTP at this address', asked);
}

/** The head of an answer; its body may take as long as it moves. */
async function responseTo(
  { url, token }: GatewayAddress,
  path: string,
  { signal, headers, ...init }: RequestInit,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMs);
  try {
    return await fetch(`${url}${path}`, {
      headers: { accept: 'application/json', ...headers, authorization: `Bearer ${token}` },
      ...init,
      // The token must reach only this address.
      redirect: 'manual',
      signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
    });
  } finally {
    clearTimeout(timer);
  }
}

function parsed<T>(text: string, schema: z.ZodType<T>, where: string): T {
  const result = schema.safeParse(jsonOf(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues as [z.core.$ZodIssue];
  throw unavailable('the response is not from a gateway of this version', {
    where,
    expected: printable(`${issue.path.join('.')}: ${expectedOf(issue)}`, 200),
    found: excerpt(text),
  });
}

/** `Unavailable` for an answer that no gateway gives: it is not read to its end. */
async function textOf(response: Response): Promise<string> {
  const body = await wholeBody(bodyOf(response), textBytesMax);
  if (body !== undefined) return body.toString('utf8');
  throw unavailable('the answer of the gateway is too long', {
    where: response.url,
    expected: `at most ${textBytesMax} bytes`,
    found: 'more',
  });
}

async function* bodyOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body;
}

function pauseOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? '');
  return Math.min(busyPauseMaxMs, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 1000);
}

function refusal(response: Response, text: string, address: GatewayAddress): TapefoldError {
  const { url, tokenFile } = address;
  if (response.status === 401) {
    return invalidInput('the gateway rejected this token', { where: tokenFile, found: url });
  }
  const parsed = failureSchema.safeParse(jsonOf(text));
  if (parsed.success)
    return new TapefoldError(codeOf(response.status, parsed.data), lineOf(parsed.data));
  const found = `status ${response.status}, ${excerpt(text)}`;
  return unavailable('the gateway refused without a reason', { where: url, found });
}

/** HTTP-only codes map to what a caller can do about them: wait, or ask for something else. */
function codeOf(status: number, { code }: Failure): FailureCode {
  const known = failureCodes.find((one) => one === code);
  if (known !== undefined) return known;
  return status === 429 || status === 503 ? 'Unavailable' : 'InvalidInput';
}

/** The gateway's sentence, plus the parts that the sentence lacks. */
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

export interface PatienceOptions {
  /** How long a request is retried after its first failure, milliseconds; 0: never. */
  readonly timeoutMs: number;
  /** Receives a line when an outage begins, and one when it is over; standard error by default. */
  readonly notify?: (line: string) => void;
  /** Ends the waiting: the failure of the last attempt is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * No answer yet: the gateway is away, or it is up and asked for a pause of `waitMs` milliseconds.
 */
class NotYet extends Error {
  constructor(
    readonly failure: TapefoldError,
    readonly waitMs?: number,
  ) {
    super(failure.message);
  }
}

/** A gateway, its broker and its database restart within seconds. */
const pauses = { firstMs: 250, mostMs: 5_000, random: Math.random };

/**
 * Shared by all requests of a command, so that an outage is reported once, however many requests
 * wait for its end.
 */
class GatewayPatience {
  private readonly notify: (line: string) => void;
  /** Requests that found the gateway unavailable, and have no answer yet. */
  private waiting = 0;

  constructor(private readonly options: PatienceOptions) {
    this.notify = options.notify ?? notify;
  }

  /**
   * The answer of the first attempt that has one. After the timeout, the failure of
   * the last attempt.
   */
  async outlast<T>(attempt: () => Promise<T>): Promise<T> {
    const { timeoutMs, signal } = this.options;
    let deadlineMs: number | undefined;
    let isWaiting = false;
    const { default: pRetry } = await import('p-retry');
    const mayRetry = async (error: Error, attempts: number): Promise<boolean> => {
      if (!(error instanceof NotYet)) return false;
      deadlineMs ??= performance.now() + timeoutMs;
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0 || signal?.aborted === true) return false;
      if (error.waitMs === undefined && !isWaiting) {
        isWaiting = true;
        this.beginWaiting(error.failure, leftMs);
      }
      await pause(Math.min(leftMs, error.waitMs ?? pauseMs(attempts, pauses)), signal);
      return true;
    };
    try {
      const answer = await pRetry(attempt, {
        retries: Infinity,
        minTimeout: 0,
        shouldRetry: ({ error, attemptNumber }) => mayRetry(error, attemptNumber),
      });
      if (isWaiting && this.waiting === 1) this.notify('the gateway is back');
      return answer;
    } catch (error) {
      throw error instanceof NotYet ? error.failure : error;
    } finally {
      if (isWaiting) this.waiting--;
    }
  }

  private beginWaiting({ message }: TapefoldError, leftMs: number): void {
    this.waiting++;
    if (this.waiting > 1) return;
    const until = new Date(Date.now() + leftMs).toLocaleTimeString('en-GB');
    this.notify(`${message}; trying again until ${until}`);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/** `--timeout`, given in seconds, as milliseconds. `InvalidInput` if it is not a whole number. */
export function timeoutMsOf(options: Options): number {
  return wholeNumber(options['timeout'], '--timeout', 0) * 1_000;
}
