/**
 * Serves a data set in the vendor's protocol: streams over WebSocket and history over REST,
 * at one address.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { serverTimes } from '#http';
import { WebSocketServer } from 'ws';
import type { MarketRest, RowName } from './market-rest.js';
import type { ReleasedHistory } from './served/released-history.js';
import { RestRefusal } from './served/rest-query.js';
import { StreamConnection } from './stream-connection.js';
import { encodingOf, endpointOf, type StreamEndpoint } from './stream-endpoint.js';
import { StreamSession, type Credentials } from './stream-session.js';
import { actionsPage, newsPage } from './text-rest.js';
import type { WireBody } from './served/served-row.js';

export interface FeedServerOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly credentials: Credentials;
  /** PEM, for `wss://` and `https://`. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Maximum symbols per connection; null for no limit. */
  readonly symbolsMax: number | null;
  /** Maximum connections per address. */
  readonly connectionsMax: number;
  /** Feeds that the keys do not cover (`sip`): requests get a 409. */
  readonly refusedFeeds: readonly string[];
  readonly waitingBytesMax: number | null;
  readonly authTimeoutMs: number;
  readonly rest: MarketRest;
  readonly history: ReleasedHistory;
}

/** Clients send only short messages. */
const clientBytesMax = 1 << 20;

export class FeedServer {
  readonly connections = new Set<StreamConnection>();
  /** Emits `change` when a client may have subscribed to something. */
  private readonly clients = new EventEmitter();
  private readonly streams = new WebSocketServer({
    noServer: true,
    maxPayload: clientBytesMax,
    perMessageDeflate: false,
  });
  private readonly isKnown: (credentials: Credentials) => boolean;

  private constructor(
    private readonly http: Server,
    private readonly options: FeedServerOptions,
  ) {
    this.isKnown = knownCredentials(options.credentials);
    http.on('request', (request, response) => this.answer(request, response));
    http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  }

  /** Rejects with the system's error if the port is taken. */
  static async listen(options: FeedServerOptions): Promise<FeedServer> {
    const { tls, host, port } = options;
    const http =
      tls === undefined ? createServer(serverTimes) : createTlsServer({ ...serverTimes, ...tls });
    const server = new FeedServer(http, options);
    http.listen(port, host);
    await once(http, 'listening');
    return server;
  }

  /** The address for clients, for REST and for streams. */
  get address(): { readonly rest: string; readonly stream: string } {
    const bound = this.http.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const { host, tls } = this.options;
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const safe = tls === undefined ? '' : 's';
    return { rest: `http${safe}://${place}`, stream: `ws${safe}://${place}` };
  }

  /** Resolves when this many connections have subscribed to something. */
  async subscribed(connections: number): Promise<void> {
    const isSubscribed = ({ session }: StreamConnection): boolean => !session.subscriptions.isEmpty;
    while ([...this.connections].filter(isSubscribed).length < connections) {
      await once(this.clients, 'change');
    }
  }

  async close(): Promise<void> {
    for (const connection of this.connections) connection.close();
    const closed = new Promise((resolve) => {
      this.http.close(resolve);
    });
    this.http.closeIdleConnections();
    this.streams.close();
    await closed;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { status, body } = this.answerOf(request);
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
    response.end(JSON.stringify(body));
  }

  private answerOf(request: IncomingMessage): { status: number; body: unknown } {
    try {
      if (request.method !== 'GET') throw new RestRefusal(405, 'method not allowed');
      const { path, query } = addressOf(request);
      const credentials = credentialsOf(request.headers);
      // The vendor's crypto history needs no credentials.
      const isOpen = credentials === null && path.startsWith('/v1beta3/crypto/');
      if (credentials === null && !isOpen) throw new RestRefusal(401, 'unauthorized.');
      if (credentials !== null && !this.isKnown(credentials)) {
        throw new RestRefusal(403, 'forbidden.');
      }
      return { status: 200, body: restAnswer(this.options, path, query) };
    } catch (error) {
      if (error instanceof RestRefusal) {
        return { status: error.status, body: { message: error.message } };
      }
      return { status: 500, body: { message: 'internal server error occurred' } };
    }
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { path, query } = addressOf(request);
    const endpoint = endpointOf(path);
    if (endpoint === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const encoding = encodingOf(query, request.headers['content-type']);
    this.streams.handleUpgrade(request, socket, head, (client) => {
      const session = this.sessionOf(endpoint);
      const { waitingBytesMax, authTimeoutMs } = this.options;
      const terms = { encoding, waitingBytesMax, authTimeoutMs };
      const connection = new StreamConnection(client, session, terms, () =>
        this.clients.emit('change'),
      );
      this.connections.add(connection);
      client.on('close', () => this.connections.delete(connection));
      connection.open(credentialsOf(request.headers));
    });
  }

  private sessionOf(endpoint: StreamEndpoint): StreamSession {
    const { connectionsMax, symbolsMax, refusedFeeds } = this.options;
    return new StreamSession(endpoint, {
      isKnown: this.isKnown,
      admit: () => {
        const others = [...this.connections].filter(
          ({ session }) => session.isAuthenticated && session.endpoint.path === endpoint.path,
        );
        return others.length < connectionsMax;
      },
      covered: !refusedFeeds.some((feed) => endpoint.path.endsWith(`/${feed}`)),
      symbolsMax,
    });
  }
}

function addressOf({ url = '/' }: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', query] = url.split(/[?](.*)/s);
  return { path, query: new URLSearchParams(query) };
}

/** Checks credentials in constant time, so that timing reveals nothing. */
function knownCredentials(known: Credentials): (given: Credentials) => boolean {
  const digest = digestOf(known);
  return (given) => timingSafeEqual(digest, digestOf(given));
}

/** The vendor's two headers, or basic authentication; null if there is neither. */
function credentialsOf(headers: IncomingHttpHeaders): Credentials | null {
  const key = headers['apca-api-key-id'];
  const secret = headers['apca-api-secret-key'];
  if (typeof key === 'string' && typeof secret === 'string') return { key, secret };
  const [, basic] = /^Basic ([A-Za-z0-9+/=]{1,4000})$/.exec(headers.authorization ?? '') ?? [];
  if (basic === undefined) return null;
  const text = Buffer.from(basic, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { key: text.slice(0, colon), secret: text.slice(colon + 1) };
}

const digestOf = ({ key, secret }: Credentials): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([key, secret]))
    .digest();

const marketPath =
  /^[/](v2[/]stocks|v1beta3[/]crypto[/]us)[/](?:([^/]*)[/])?(bars|trades|quotes|snapshots?)([/]latest)?$/;

/** The body of a response. Throws `RestRefusal` for what the vendor would refuse, including 404. */
function restAnswer(
  { rest, history }: Pick<FeedServerOptions, 'rest' | 'history'>,
  path: string,
  query: URLSearchParams,
): WireBody {
  if (path === '/v1beta1/news') return newsPage(history, query);
  if (path === '/v1/corporate-actions') return actionsPage(history, query);
  return marketAnswer(rest, path, query);
}

function marketAnswer(
  rest: FeedServerOptions['rest'],
  path: string,
  query: URLSearchParams,
): WireBody {
  const [, root, held, name, latest] = marketPath.exec(path) ?? [];
  const market = root === 'v2/stocks' ? 'stocks' : 'crypto';
  const isSnapshot = name === (held === undefined ? 'snapshots' : 'snapshot');
  if (isSnapshot && latest === undefined) {
    return rest.snapshots(market, query, symbolIn(held));
  }
  if (name === undefined || name.startsWith('snapshot')) {
    throw new RestRefusal(404, 'endpoint not found.');
  }
  // Stocks: bars/latest, and {symbol}/bars, {symbol}/bars/latest. Crypto: latest/bars.
  if (held === 'latest' && latest === undefined) {
    return rest.latest(name as RowName, market, query, null);
  }
  const ask = latest === undefined ? 'rows' : 'latest';
  return rest[ask](name as RowName, market, query, symbolIn(held));
}

function symbolIn(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    throw new RestRefusal(400, 'invalid symbol');
  }
}
