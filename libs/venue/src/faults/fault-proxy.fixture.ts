/**
 * A proxy between a venue and its clients that injects the faults of a plan. It reads all of the
 * venue's data through streams of its own, so that its faults depend only on the data and the seed,
 * not on the connected clients. It forwards requests and all messages other than data unchanged.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { microsPerMinute, parseInstant, type Instant } from '#values';
import type { Credentials } from '../stream-session.js';
import { OutgoingMessage } from '../served/outgoing-message.js';
import type { SeriesKind } from '../served/served-row.js';
import { WireTime } from '../served/wire-time.js';
import { FaultLine, type Fault, type Omission, type Step } from './fault-line.fixture.js';
import { faultPlanSchema } from './fault-plan.fixture.js';
import { HistoryChanges, rowOf } from './history-changes.fixture.js';
import { headersOf, ProxiedClient, type Body } from './proxied-client.fixture.js';

/** What the proxy did with a message, or with its connections. */
export type LedgerLine =
  /** A message, and the number of connections that received it. */
  | {
      readonly event: 'sent';
      readonly to: number;
      readonly fault?: Fault;
      readonly message: Body;
    }
  | {
      readonly event: 'omitted';
      readonly why: Omission | 'silenced';
      readonly fault?: Fault;
      readonly message: Body;
    }
  /** A connection was opened with valid credentials, or closed. */
  | { readonly event: 'connected' | 'closed'; readonly path: string; readonly code?: number }
  | { readonly event: 'disconnected' | 'restarted' | 'silent'; readonly seconds: number }
  | { readonly event: 'ended' };

interface Address {
  readonly rest: string;
  readonly stream: string;
}

export interface FaultProxyOptions {
  readonly venue: Address;
  readonly credentials: Credentials;
  /** In the form of `faultPlanSchema`. */
  readonly plan: object;
  /** 0 picks a free one. */
  readonly port?: number;
  nowMs?(): number;
}

/** The venue's streams that have all data: each counts as a connection that has subscribed. */
const tapped = {
  '/v2/sip': ['trades', 'quotes', 'bars', 'updatedBars', 'dailyBars', 'statuses'],
  '/v1beta1/news': ['news'],
};
export const tapCount = Object.keys(tapped).length;

const kinds: Readonly<Record<string, SeriesKind>> = {
  b: 'bars',
  d: 'dailyBars',
  t: 'trades',
  q: 'quotes',
};

export class FaultProxy {
  readonly lines: LedgerLine[] = [];
  private readonly clients = new Set<ProxiedClient>();
  private readonly sockets = new Set<Socket>();
  private readonly http = createServer((request, response) => void this.answer(request, response));
  private readonly streams = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  private readonly changes = new HistoryChanges();
  private readonly line: FaultLine;
  private readonly taps: { readonly socket: WebSocket; readonly pongs: (() => void)[] }[] = [];
  /** What has to wait until the venue has confirmed the subscriptions that are on their way. */
  private waiting: (() => void)[] = [];
  private refuseUntilMs = -Infinity;
  private downUntilMs = -Infinity;
  private silentUntilMs = -Infinity;

  private constructor(private readonly options: FaultProxyOptions) {
    this.line = new FaultLine(faultPlanSchema.parse(options.plan), this.changes);
    this.http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    this.http.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  /** Listens on 127.0.0.1, and has subscribed to all data of the venue. */
  static async listen(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    for (const [path, channels] of Object.entries(tapped)) await proxy.tap(path, channels);
    proxy.http.listen(options.port ?? 0, '127.0.0.1');
    await once(proxy.http, 'listening');
    return proxy;
  }

  get address(): Address {
    const place = `127.0.0.1:${(this.http.address() as AddressInfo).port}`;
    return { rest: `http://${place}`, stream: `ws://${place}` };
  }

  /** Resolves when everything that the venue has sent so far has been passed on. */
  async settled(): Promise<void> {
    const answered = this.taps.map(({ socket, pongs }) => {
      if (socket.readyState !== WebSocket.OPEN) return undefined;
      const pong = new Promise<void>((resolve) => pongs.push(resolve));
      socket.ping();
      return pong;
    });
    await Promise.all(answered);
  }

  /** The venue has sent all of its data: sends what is still held back. */
  async end(): Promise<void> {
    await this.settled();
    for (const step of this.line.end()) this.takeStep(step);
    this.flush();
    this.lines.push({ event: 'ended' });
  }

  close(): void {
    for (const { socket } of this.taps) socket.terminate();
    for (const { pongs } of this.taps) for (const resolve of pongs) resolve();
    this.cut();
    for (const socket of this.sockets) socket.destroy();
    this.http.close();
    this.streams.close();
  }

  private async tap(path: string, channels: readonly string[]): Promise<void> {
    const { venue, credentials } = this.options;
    const headers = {
      'apca-api-key-id': credentials.key,
      'apca-api-secret-key': credentials.secret,
    };
    const socket = new WebSocket(`${venue.stream}${path}`, { headers });
    const pongs: (() => void)[] = [];
    this.taps.push({ socket, pongs });
    socket.on('error', () => undefined);
    socket.on('pong', () => this.inTurn(() => pongs.shift()?.()));
    const subscribed = new Promise<void>((resolve, reject) => {
      socket.on('close', () => reject(new Error(`the venue closed ${path}`)));
      socket.on('message', (data) => {
        const messages = JSON.parse((data as Buffer).toString('utf8')) as Body[];
        if (messages[0]?.['T'] === 'subscription') resolve();
        else this.inTurn(() => this.take(messages));
      });
    });
    await once(socket, 'open');
    const lists = Object.fromEntries(channels.map((channel) => [channel, ['*']]));
    socket.send(JSON.stringify({ action: 'subscribe', ...lists }));
    await subscribed;
  }

  private inTurn(turn: () => void): void {
    this.waiting.push(turn);
    this.drain();
  }

  private drain(): void {
    while (this.waiting.length > 0 && ![...this.clients].some(({ isChanging }) => isChanging)) {
      this.waiting.shift()?.();
    }
  }

  private take(messages: readonly Body[]): void {
    for (const message of messages) {
      if (message['T'] === 'success' || message['T'] === 'error') continue;
      for (const step of this.stepsOf(message)) this.takeStep(step);
    }
    this.flush();
  }

  private stepsOf({ T, S, ...body }: Body): Step[] {
    const symbols = T === 'n' ? (body['symbols'] as string[]) : [String(S)];
    const kind = kinds[String(T)];
    const stamp = instantOf(body[T === 'n' ? 'created_at' : 't']);
    const at = kind === 'bars' ? stamp + microsPerMinute : stamp;
    const steps = this.line.reach(at);
    if (kind !== undefined) {
      return [...steps, ...this.line.row(rowOf(kind, symbols[0] as string, body))];
    }
    const timed = Object.entries(body).map(([name, value]) => {
      return [name, /^(t|.*_at)$/.test(name) ? new WireTime(instantOf(value)) : value];
    });
    const content = Object.fromEntries(timed) as Body;
    const message = new OutgoingMessage(T as 'n', symbols, () => content);
    return [...steps, ...this.line.message(message)];
  }

  private takeStep(step: Step): void {
    const nowMs = this.nowMs();
    if (step.do === 'send') this.send(step);
    else if (step.do === 'omit') {
      this.lines.push({ event: 'omitted', why: step.why, message: inLedger(step.message) });
    } else if (step.do === 'silence') {
      this.silentUntilMs = nowMs + step.seconds * 1000;
      this.lines.push({ event: 'silent', seconds: step.seconds });
    } else if (step.do === 'disconnect') {
      this.refuseUntilMs = nowMs + step.refuseSeconds * 1000;
      this.cut();
      this.lines.push({ event: 'disconnected', seconds: step.refuseSeconds });
    } else {
      this.refuseUntilMs = this.downUntilMs = nowMs + step.downSeconds * 1000;
      this.cut();
      for (const socket of this.sockets) socket.destroy();
      this.lines.push({ event: 'restarted', seconds: step.downSeconds });
    }
  }

  private send({ message, fault }: Extract<Step, { do: 'send' }>): void {
    const details = { ...(fault !== undefined && { fault }), message: inLedger(message) };
    if (this.nowMs() < this.silentUntilMs) {
      this.lines.push({ event: 'omitted', why: 'silenced', ...details });
      return;
    }
    let to = 0;
    for (const client of this.clients) to += client.offer(message) ? 1 : 0;
    this.lines.push({ event: 'sent', to, ...details });
  }

  private flush(): void {
    for (const client of this.clients) client.flush();
  }

  private cut(): void {
    this.flush();
    for (const client of this.clients) client.cut();
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.nowMs() < this.refuseUntilMs) return void socket.destroy();
    this.streams.handleUpgrade(request, socket, head, (down) => {
      const up = new WebSocket(`${this.options.venue.stream}${request.url}`, {
        headers: headersOf(request),
      });
      const client = new ProxiedClient(down, up, request, {
        onOpen: (path) => this.lines.push({ event: 'connected', path }),
        onClose: (path, code) => {
          this.clients.delete(client);
          if (path !== null) this.lines.push({ event: 'closed', path, code });
          this.drain();
        },
        onChanged: () => this.drain(),
      });
      this.clients.add(client);
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.nowMs() < this.downUntilMs) return void request.socket.destroy();
    const url = new URL(request.url ?? '/', this.options.venue.rest);
    try {
      const { method = 'GET' } = request;
      const given = await fetch(url, { method, headers: headersOf(request) });
      const body = (await given.json()) as Body;
      // What the venue has in its history by now, the proxy knows of.
      await this.settled();
      response.writeHead(given.status, { 'content-type': 'application/json; charset=UTF-8' });
      response.end(JSON.stringify(given.ok ? this.changes.applied(url, body) : body));
    } catch {
      request.socket.destroy();
    }
  }

  private nowMs(): number {
    return this.options.nowMs?.() ?? performance.now();
  }
}

/** As in a frame of stocks. */
const inLedger = (message: OutgoingMessage): Body => message.content('stocks');

const instantOf = (text: unknown): Instant => parseInstant(String(text), null) ?? NaN;
