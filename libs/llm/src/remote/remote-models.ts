/** The model gateway as another process sees it: a client of the service, patient while that starts again. */

import { setTimeout as sleep } from 'node:timers/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { z } from 'zod';
import { excerpt, invalidInput, isFailure, unavailable } from '#values';
import { type EndedAsk, endedAskSchema, openedAskSchema, type RecordedAsk } from '../calls/ask.js';
import type { AskRequest, CallFailure, ModelService, OpenAsk } from '../calls/model-service.js';
import type { WireApi } from '../calls/recorded-call.js';
import {
  askRequestSchema,
  errorHeader,
  failureAnswerSchema,
  failureOf,
  openedAnswerSchema,
} from './ask-protocol.js';

export interface RemoteModelsOptions {
  /** Of the service, without a slash at the end. */
  readonly url: string;
  /** The bearer that it shares with those who may open attempts. */
  readonly token: string;
  /** Between two tries to reach it, milliseconds. */
  readonly retryMs?: number | undefined;
  /** How long questions about a run and ends of attempts wait for it, milliseconds. */
  readonly patienceMs?: number | undefined;
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined;
}

const recordedAsksSchema = z.array(
  z.strictObject({ opened: openedAskSchema, ended: endedAskSchema.nullable() }),
);

export function remoteModels(options: RemoteModelsOptions): ModelService {
  const service = new ServiceClient(options);
  return {
    open: async (ask) => {
      const attempt = new RemoteAsk(service, ask);
      await attempt.open();
      return attempt;
    },
    asksOf: async (run): Promise<readonly RecordedAsk[]> => {
      const path = `/runs/${encodeURIComponent(run)}/asks`;
      return service.patiently(() => service.json('GET', path, recordedAsksSchema));
    },
    close: () => Promise.resolve(),
  };
}

/** Requests with the bearer, and what their answers say. */
class ServiceClient {
  readonly now: () => number;
  private readonly patienceMs: number;

  constructor(private readonly options: RemoteModelsOptions) {
    this.now = options.now ?? Date.now;
    this.patienceMs = options.patienceMs ?? 600_000;
  }

  get url(): string {
    return this.options.url;
  }

  async json<T>(method: string, path: string, schema: z.ZodType<T>, body?: unknown): Promise<T> {
    const answer = await exchange(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.options.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = answer.body.toString('utf8');
    if (answer.status >= 300) throw failureOf(text);
    return schema.parse(JSON.parse(text));
  }

  /** Repeats what may be repeated while the service is away, until `until`, in epoch milliseconds. */
  async patiently<T>(
    work: () => Promise<T>,
    { until = this.now() + this.patienceMs, signal = never } = {},
  ): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isFailure(error, 'Unavailable') || signal.aborted || this.now() >= until) throw error;
        const { retryMs = 500 } = this.options;
        await sleep(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

/** A call as it was sent, to be sent again to a gateway that has started anew. */
interface SentCall extends ExchangeRequest {
  /** Path and query below the address of the attempt. */
  readonly path: string;
}

/**
 * An attempt of the service. When the service has started again, the attempt is opened anew there and the calls that
 * have been answered are sent once more: their answers come from the recording, and the next call gets its number.
 */
class RemoteAsk implements OpenAsk {
  ended: EndedAsk | null = null;
  /** Where the agent's requests begin; a later opening has another address. */
  baseUrl = '';
  api: WireApi | null = null;
  private token = '';
  private readonly answered: SentCall[] = [];
  /** Counts openings: calls that failed together begin the attempt again once. */
  private generation = 0;
  private reopening: Promise<void> | undefined;

  constructor(
    private readonly service: ServiceClient,
    private readonly ask: AskRequest,
  ) {}

  /** Opens it, and waits for the service until the attempt's deadline. */
  async open(): Promise<void> {
    await this.service.patiently(() => this.openOnce(), { until: this.deadline });
    this.baseUrl = this.currentUrl;
  }

  reach(): Promise<string> {
    return Promise.resolve(this.currentUrl);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, signal } = request;
    const body = new Uint8Array(await request.arrayBuffer());
    const headers = Object.fromEntries(request.headers);
    // Answers come as they are.
    delete headers['accept-encoding'];
    const sent = { path: this.pathOf(request.url), method, headers, body };
    const answer = await this.call(sent, signal);
    this.answered.push(sent);
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: typeOf(answer.headers),
    });
  };

  async failure(): Promise<CallFailure | undefined> {
    const { failure } = await this.asked(() =>
      this.service.json('GET', `/asks/${this.token}/failure`, failureAnswerSchema),
    );
    return failure ?? undefined;
  }

  end(end: Omit<EndedAsk, 'run' | 'asOf' | 'attempt'>): Promise<EndedAsk> {
    return this.asked(() =>
      this.service.json('POST', `/asks/${this.token}/end`, endedAskSchema, end),
    );
  }

  /** A question about the attempt, of a service that may have forgotten it, or could not go on with it. */
  private asked<T>(question: () => Promise<T>): Promise<T> {
    return this.service.patiently(async () => {
      const { generation } = this;
      try {
        return await question();
      } catch (error) {
        if (isFailure(error, 'Unavailable')) await this.reopen(generation);
        throw error;
      }
    });
  }

  /** Sends a call; after a failure the attempt begins again, so that a call that arrived is not counted twice. */
  private call(sent: SentCall, signal: AbortSignal): Promise<ExchangeAnswer> {
    let failed: number | undefined;
    return this.service.patiently(
      async () => {
        if (failed !== undefined) await this.reopen(failed);
        failed = this.generation;
        return this.exchange(sent, signal);
      },
      { until: this.deadline, signal },
    );
  }

  /** The answer of a model; throws where the gateway itself answers. */
  private async exchange(sent: SentCall, signal?: AbortSignal): Promise<ExchangeAnswer> {
    const answer = await exchange(`${this.currentUrl}${sent.path}`, { ...sent, signal });
    if (!answer.headers.has(errorHeader)) return answer;
    throw failureOf(answer.body.toString('utf8'));
  }

  /** Begins the attempt again, unless another call has done so since. */
  private async reopen(generation: number): Promise<void> {
    if (generation === this.generation) {
      this.reopening ??= this.beginAgain().finally(() => {
        this.reopening = undefined;
      });
    }
    await this.reopening;
  }

  private async beginAgain(): Promise<void> {
    const { generation } = this;
    await this.openOnce();
    try {
      for (const sent of this.answered) await this.exchange(sent);
    } catch (error) {
      // Half a conversation: whoever waits begins once more.
      this.generation = generation;
      throw error;
    }
  }

  private async openOnce(): Promise<void> {
    const ask = askRequestSchema.parse(this.ask);
    const opened = await this.service.json('POST', '/asks', openedAnswerSchema, ask);
    const { token, api, ended } = opened;
    this.token = token;
    this.api = api;
    this.ended ??= ended;
    this.generation += 1;
  }

  private get currentUrl(): string {
    return `${this.service.url}/ask/${this.token}`;
  }

  private get deadline(): number {
    return Date.parse(this.ask.deadline);
  }

  private pathOf(url: string): string {
    if (url.startsWith(this.baseUrl)) return url.slice(this.baseUrl.length);
    throw invalidInput('a model call to another address', {
      expected: 'an address below that of its attempt',
      found: excerpt(new URL(url).origin),
    });
  }
}

const never = new AbortController().signal;

/** Lengths and encodings are those of the connection, not of the answer. */
function typeOf(headers: Headers): Headers {
  const type = headers.get('content-type');
  return new Headers(type === null ? {} : { 'content-type': type });
}

interface ExchangeRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ExchangeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Bytes of an answer. */
const bodyMax = 256_000_000;
const keepAliveMs = 10_000;

/**
 * `Unavailable` where there is no whole answer. No time limit of its own: the caller's deadline is the limit, and a
 * peer that is gone is found out by TCP.
 */
function exchange(url: string, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { method, headers, body, signal } = request;
  const address = new URL(url);
  const send = address.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(
        signal?.aborted === true
          ? cause
          : unavailable('the model gateway cannot be reached', {
              where: address.origin,
              found: (cause as { code?: string }).code ?? cause.message,
              cause,
            }),
      );
    const options = { method, headers, ...(signal === undefined ? {} : { signal }) };
    const outgoing = send(address, options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('error', fail);
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > bodyMax) response.destroy(new Error(`more than ${bodyMax} bytes`));
        else parts.push(part);
      });
      response.on('end', () => {
        // A connection that breaks in the middle ends as well.
        if (!response.complete) return fail(new Error('the answer was cut off'));
        const told = new Headers();
        for (const [name, value] of Object.entries(response.headers)) {
          if (typeof value === 'string') told.set(name, value);
        }
        resolve({ status: response.statusCode ?? 0, headers: told, body: Buffer.concat(parts) });
      });
    });
    outgoing.on('error', fail);
    outgoing.on('socket', (socket) => socket.setKeepAlive(true, keepAliveMs));
    outgoing.end(body);
  });
}
