/**
 * A listener to which external senders post messages: each body is a frame, on disk before it
 * is acknowledged.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createHash } from 'node:crypto';
import { wholeBody } from '#http';
import { invalidInput } from '#values';
import type { DataFrame, Feed, FeedSink } from '../port/feed.js';
import type { FeedContext } from '../port/feed-context.js';
import type { FeedConnectionOf } from '../port/feed-description.js';
import { mappedDecoder } from '../mapping/mapped-decoder.js';
import { readSecret } from '../port/secret.js';
import { contentDecoding, isAuthentic } from './delivered-body.js';
import { partsOfChannel } from '../port/channel-position.js';

const limits = { connections: 256, atOnce: 64, requestMs: 15_000, headersMs: 5000 };

/** Throws `InvalidInput` if the secret is missing. */
export async function openWebhookFeed(
  connection: FeedConnectionOf<'webhook'>,
  context: FeedContext,
): Promise<Feed> {
  const secret = await readSecret(connection.secret, context, 'feed.secret');
  const { host, port, path } = connection;
  return {
    name: `webhook at ${host}:${port}${path}`,
    decoder: mappedDecoder({ ...context.description, mappings: connection.mappings }),
    run: (sink, signal) =>
      listen(new Listener(connection, secret, sink, signal), connection, signal),
  };
}

async function listen(
  listener: Listener,
  { host, port, path }: FeedConnectionOf<'webhook'>,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const server = createServer((request, response) => void listener.take(request, response));
  server.maxConnections = limits.connections;
  server.requestTimeout = limits.requestMs;
  server.headersTimeout = limits.headersMs;
  const failed = once(server, 'error').then(([cause]: unknown[]) => {
    const where = `${host}:${port}`;
    throw invalidInput('the webhook cannot listen', { where, expected: 'a free address', cause });
  });
  failed.catch(() => undefined);
  server.listen(port, host);
  await Promise.race([once(server, 'listening'), failed]);
  const address = server.address() as AddressInfo;
  listener.sink.note({ note: 'connected', to: `http://${host}:${address.port}${path}` });
  try {
    await Promise.race([once(signal, 'abort'), listener.broken, failed]);
  } finally {
    const closed = new Promise((settle) => server.close(settle));
    server.closeIdleConnections();
    await listener.idle();
    server.closeAllConnections();
    await closed;
  }
}

class Listener {
  private readonly deliveries: Deliveries;
  private readonly rate: RateLimiterMemory;
  private readonly failure = Promise.withResolvers<never>();
  /** Requests in progress. */
  private readonly inHand = new Set<Promise<void>>();

  constructor(
    private readonly connection: FeedConnectionOf<'webhook'>,
    private readonly secret: string,
    readonly sink: FeedSink,
    private readonly signal: AbortSignal,
  ) {
    this.rate = new RateLimiterMemory({ points: connection.perSecond, duration: 1 });
    this.failure.promise.catch(() => undefined);
    this.deliveries = new Deliveries(sink.stored?.() ?? []);
  }

  /** Rejects with what the sink threw. */
  get broken(): Promise<never> {
    return this.failure.promise;
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.inHand);
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answering = this.answer(request, response);
    this.inHand.add(answering);
    await answering.finally(() => this.inHand.delete(answering));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = await this.statusOf(request).catch(() => 503);
    if (status === 429 || status === 503) response.setHeader('retry-after', '1');
    // The unread rest of a body would be parsed as the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(status, { 'content-type': 'text/plain' });
    response.end(`${reasons[status] ?? ''}\n`);
  }

  /** The status for what is refused without a look at its sender or body. */
  private refusalOf({ url, method }: IncomingMessage): number | null {
    if (this.signal.aborted || this.inHand.size >= limits.atOnce) return 503;
    if (url?.split('?')[0] !== this.connection.path) return 404;
    return method === 'POST' ? null : 405;
  }

  private async statusOf(request: IncomingMessage): Promise<number> {
    const { connection, secret } = this;
    const refusal = this.refusalOf(request);
    if (refusal !== null) return refusal;
    if (!(await this.mayAsk(request))) return 429;
    const { headers } = request;
    const decode = contentDecoding(headers);
    if (decode === undefined) return 415;
    if (Number(headers['content-length'] ?? 0) > connection.bodyBytesMax) return 413;
    const parts = request.iterator({ destroyOnReturn: false });
    const body = await wholeBody(parts, connection.bodyBytesMax);
    if (body === undefined) return 413;
    // The signature covers the bytes as sent, and nothing is decompressed for an
    // unauthenticated sender.
    if (!isAuthentic(connection, secret, { headers, body })) return 401;
    const message = await decode(body, connection.bodyBytesMax);
    if (typeof message === 'number') return message;
    const number = headers[connection.deliveryHeader.toLowerCase()]?.toString();
    const store = (channel: string): Promise<number> => this.store(channel, message);
    return this.deliveries.take(number, { store, again: () => this.durable() });
  }

  private mayAsk(request: IncomingMessage): Promise<boolean> {
    const address = request.socket.remoteAddress ?? '';
    return this.rate.consume(address).then(
      () => true,
      () => false,
    );
  }

  /** 202 once the recording has it on disk. */
  private async store(channel: string, body: Uint8Array): Promise<number> {
    try {
      const busy = this.sink.data(channel, body);
      // Called in the same turn: no other message comes between the two.
      const durable = this.durable();
      await busy;
      return await durable;
    } catch (error) {
      this.failure.reject(error);
      return 503;
    }
  }

  /** The recorder reports a full disk; the sender retries. */
  private durable(): Promise<number> {
    const durable = this.sink.durable?.() ?? Promise.resolve();
    return durable.then(
      () => 202,
      () => 503,
    );
  }
}

const reasons: Readonly<Record<number, string>> = {
  202: 'stored',
  400: 'the body is not encoded as its header says',
  401: 'the secret is missing or wrong',
  404: 'nothing is here',
  405: 'post messages',
  413: 'the body is too large',
  415: 'expected application/json in UTF-8, plain or compressed with gzip, deflate or br',
  429: 'too many requests',
  503: 'not now',
};

const deliveriesKept = 10_000;

/**
 * The newest 10,000 deliveries, including those of earlier processes: the channel of a frame names
 * its delivery. It is not a position to resume from, because messages sent while we were not
 * listening may be missing.
 */
class Deliveries {
  /**
   * The status of each, shared by its copies: one may arrive while another is stored. Null if from
   * an earlier run.
   */
  private readonly known = new Map<string, Promise<number> | null>();

  constructor(stored: Iterable<DataFrame>) {
    for (const { channel } of stored) this.add(partsOfChannel(channel).position, null);
  }

  /**
   * The status of an earlier copy, or that of `store`, which gets the channel; `again` confirms
   * what is stored.
   */
  async take(
    number: string | undefined,
    { store, again }: { store(channel: string): Promise<number>; again(): Promise<number> },
  ): Promise<number> {
    if (number === undefined) return store('body');
    const key = createHash('sha256').update(number).digest('hex').slice(0, 32);
    if (this.known.has(key)) return this.known.get(key) ?? again();
    const storing = store(`body@${key}`);
    this.add(key, storing);
    const status = await storing;
    if (status !== 202) this.known.delete(key);
    return status;
  }

  private add(key: string | undefined, status: Promise<number> | null): void {
    if (key !== undefined) this.known.set(key, status);
    if (this.known.size <= deliveriesKept) return;
    const [oldest] = this.known.keys();
    if (oldest !== undefined) this.known.delete(oldest);
  }
}
