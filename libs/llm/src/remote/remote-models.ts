/**
 * The model gateway as another process sees it: a client of the service that waits
 * while it restarts.
 */

import { z } from 'zod';
import { excerpt, invalidInput, unavailable } from '#values';
import {
  askRequestSchema,
  endedAskSchema,
  recordedAskSchema,
  type AskEnd,
  type AskRequest,
  type EndedAsk,
  type RecordedAsk,
} from '../calls/ask.js';
import type { CallFailure, ModelService, OpenAsk } from '../calls/model-service.js';
import { patiently } from '../calls/waiting.js';
import type { WireApi } from '../calls/recorded-call.js';
import { requestOverHttp, wholeBody } from '#http';
import { errorHeader, failureAnswerSchema, failureOf, openedAnswerSchema } from './ask-protocol.js';

interface RemoteModelsOptions {
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  /** The bearer token that it shares with those who may open attempts. */
  readonly token: string;
  /** Between two tries to reach it, milliseconds. */
  readonly retryMs?: number | undefined;
  /** How long questions about a run and ends of attempts wait for it, milliseconds. */
  readonly patienceMs?: number | undefined;
}

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
      return service.patiently(() => service.json('GET', path, z.array(recordedAskSchema)));
    },
    close: () => Promise.resolve(),
  };
}

interface PatientlyLimits {
  /** Epoch milliseconds. */
  readonly until?: number;
  readonly signal?: AbortSignal;
}

/** Requests with the bearer token, and the content of their answers. */
class ServiceClient {
  constructor(private readonly options: RemoteModelsOptions) {}

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
    const text = await answer.text();
    if (answer.status >= 300) throw failureOf(text);
    return schema.parse(JSON.parse(text));
  }

  /** Repeats idempotent requests while the service is unavailable, until `until`. */
  patiently<T>(work: () => Promise<T>, { until, signal }: PatientlyLimits = {}): Promise<T> {
    const { retryMs = 500, patienceMs = 600_000 } = this.options;
    const left = until === undefined ? patienceMs : until - Date.now();
    return patiently(work, { patienceMs: left, retryMs, signal });
  }
}

/** A call as it was sent, to be sent again to a gateway that has restarted. */
interface SentCall extends ExchangeRequest {
  /** Path and query below the address of the attempt. */
  readonly path: string;
}

/**
 * An attempt of the service. After the service has restarted, the attempt is opened again there and
 * the calls that have been answered are sent once more: their answers come from the recording, and
 * the next call gets its number.
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
    // Answers pass unchanged.
    delete headers['accept-encoding'];
    const sent = { path: this.pathOf(request.url), method, headers, body };
    const answer = await this.asked(() => this.exchange(sent, signal), {
      until: this.deadline,
      signal,
    });
    this.answered.push(sent);
    return answer;
  };

  async failure(): Promise<CallFailure | undefined> {
    const { failure } = await this.asked(() =>
      this.service.json('GET', `/asks/${this.token}/failure`, failureAnswerSchema),
    );
    return failure ?? undefined;
  }

  end(end: AskEnd): Promise<EndedAsk> {
    return this.asked(() =>
      this.service.json('POST', `/asks/${this.token}/end`, endedAskSchema, end),
    );
  }

  /**
   * Sends a call or a question about the attempt. After a failure the attempt begins again: the
   * service may have forgotten it, and a call that arrived must not be counted twice.
   */
  private asked<T>(work: () => Promise<T>, limits?: PatientlyLimits): Promise<T> {
    let failed: number | undefined;
    return this.service.patiently(async () => {
      if (failed !== undefined) await this.reopen(failed);
      failed = this.generation;
      return work();
    }, limits);
  }

  /** The answer of a model; throws if the gateway itself answers. */
  private async exchange(sent: SentCall, signal?: AbortSignal): Promise<Response> {
    const answer = await exchange(`${this.currentUrl}${sent.path}`, { ...sent, signal });
    if (!answer.headers.has(errorHeader)) return answer;
    throw failureOf(await answer.text());
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
      // Half a conversation: the waiting caller begins once more.
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
      expected: 'an address under that of its attempt',
      found: excerpt(new URL(url).origin),
    });
  }
}

interface ExchangeRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes of an answer. */
const bodyMax = 256_000_000;
const keepAliveMs = 10_000;

/**
 * `Unavailable` if there is no whole answer. No time limit of its own: the caller's deadline is the
 * limit, and TCP detects a peer that is gone.
 */
async function exchange(
  url: string,
  { method, headers, body, signal }: ExchangeRequest,
): Promise<Response> {
  const sent = requestOverHttp(url, { method, headers, signal }, body, (outgoing) => {
    outgoing.on('socket', (socket) => socket.setKeepAlive(true, keepAliveMs));
  });
  try {
    const response = await sent;
    const whole = await wholeBody(response, bodyMax);
    if (whole === undefined) throw new Error(`more than ${bodyMax} bytes`);
    // Lengths and encodings are those of the connection, not of the answer.
    const kept = ['content-type', errorHeader].map((name) => [name, response.headers[name]]);
    const headers = kept.filter((one): one is [string, string] => typeof one[1] === 'string');
    const { statusCode: status = 0 } = response;
    return new Response(whole.length === 0 ? null : whole, { status, headers });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const where = new URL(url).origin;
    throw unavailable('the model gateway cannot be reached', {
      where,
      found: code ?? message,
      cause,
    });
  }
}
