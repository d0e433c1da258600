/**
 * A server on this machine that behaves as Coinbase Exchange documents: its stream, its list of
 * trades, its clock.
 */

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

interface Trade {
  readonly trade_id: number;
  readonly price: string;
  readonly size: string;
  readonly side: 'buy' | 'sell';
  readonly time: string;
}

const startedAt = Date.UTC(2026, 3, 1, 14);
const knownProducts = ['BTC-USD', 'ETH-USD'];

/** One trade per second and product, numbered from 1. */
export class CoinbaseServer {
  /** Page requests that are answered with 429 before one succeeds. */
  busy = 0;
  /** Pages that are served in total. */
  pagesMax = Infinity;
  /** Paths of all requests. */
  readonly asked: string[] = [];
  readonly subscriptions: unknown[] = [];
  private readonly trades = new Map<string, Trade[]>();
  private readonly sockets = new Set<WebSocket>();
  private readonly http: Server;
  private readonly ws: WebSocketServer;

  private constructor() {
    this.http = createServer((request, response) => this.answer(request.url ?? '', response));
    this.ws = new WebSocketServer({ server: this.http });
    this.ws.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => this.subscribe(socket, data.toString('utf8')));
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  static async start(): Promise<CoinbaseServer> {
    const server = new CoinbaseServer();
    server.http.listen(0, '127.0.0.1');
    await once(server.http, 'listening');
    return server;
  }

  get host(): string {
    return `127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  /** A trade happens. Subscribers receive it unless it is dropped; twice if it is duplicated. */
  trade(product: string, how: 'sent' | 'dropped' | 'doubled' = 'sent'): number {
    const made = this.tradesOf(product);
    const trade: Trade = {
      trade_id: made.length + 1,
      price: `${100 + made.length}.5`,
      size: '0.25',
      side: 'buy',
      time: this.timeOf(made.length + 1),
    };
    made.push(trade);
    const message = { type: 'match', product_id: product, sequence: trade.trade_id * 7, ...trade };
    const times = { sent: 1, dropped: 0, doubled: 2 }[how];
    for (let sent = 0; sent < times; sent++) this.sendMessage(message);
    return trade.trade_id;
  }

  heartbeat(product: string): void {
    const last = this.tradesOf(product).length;
    const time = this.timeOf(last);
    const type = 'heartbeat';
    this.sendMessage({ type, product_id: product, last_trade_id: last, sequence: last * 7, time });
  }

  ticker(product: string, bid: string, ask: string): void {
    const time = this.timeOf(this.tradesOf(product).length);
    this.sendMessage({
      type: 'ticker',
      product_id: product,
      time,
      price: bid,
      best_bid: bid,
      best_bid_size: '1.5',
      best_ask: ask,
      best_ask_size: '2.5',
    });
  }

  status(product: string, status: string): void {
    const rest = { trading_disabled: false, cancel_only: false, post_only: false };
    const products = knownProducts.map((id) => ({
      id,
      ...rest,
      status: id === product ? status : 'online',
      status_message: '',
    }));
    this.sendMessage({ type: 'status', products, currencies: [{ id: 'USD' }] });
  }

  sendMessage(message: object): void {
    for (const socket of this.sockets) socket.send(JSON.stringify(message));
  }

  /** Disconnects all subscribers. */
  restart(): void {
    for (const socket of this.sockets) socket.terminate();
    this.sockets.clear();
  }

  async stop(): Promise<void> {
    for (const socket of this.ws.clients) socket.terminate();
    this.ws.close();
    this.http.closeAllConnections();
    await new Promise((settle) => this.http.close(settle));
  }

  private subscribe(socket: WebSocket, text: string): void {
    const asked = JSON.parse(text) as { product_ids: string[]; channels: string[] };
    this.subscriptions.push(asked);
    const unknown = asked.product_ids.find((id) => !knownProducts.includes(id));
    if (unknown !== undefined) {
      const reason = `${unknown} is not a valid product`;
      socket.send(JSON.stringify({ type: 'error', message: 'Failed to subscribe', reason }));
      return;
    }
    this.sockets.add(socket);
    const channels = asked.channels.map((name) => ({ name, product_ids: asked.product_ids }));
    for (const product of asked.product_ids) {
      const last = this.tradesOf(product).at(-1);
      if (last === undefined || !asked.channels.includes('matches')) continue;
      socket.send(
        JSON.stringify({ type: 'last_match', product_id: product, sequence: 1, ...last }),
      );
    }
    socket.send(JSON.stringify({ type: 'subscriptions', channels }));
  }

  private answer(url: string, response: ServerResponse): void {
    this.asked.push(url);
    const sendMessage = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (url === '/time')
      return sendMessage(200, { iso: new Date().toISOString(), epoch: Date.now() / 1000 });
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const product = /^[/]products[/]([^/]+)[/]trades$/.exec(pathname)?.[1];
    if (product === undefined) return sendMessage(404, { message: 'NotFound' });
    if (this.busy > 0 || this.pagesMax-- <= 0) {
      this.busy--;
      response.setHeader('retry-after', '1');
      return sendMessage(429, { message: 'Public rate limit exceeded' });
    }
    const after = Number(searchParams.get('after') ?? Infinity);
    const older = this.tradesOf(product).filter(({ trade_id }) => trade_id < after);
    const limit = Number(searchParams.get('limit') ?? 1000);
    return sendMessage(200, older.toReversed().slice(0, limit));
  }

  private tradesOf(product: string): Trade[] {
    const made = this.trades.get(product) ?? [];
    this.trades.set(product, made);
    return made;
  }

  private timeOf(trade: number): string {
    return new Date(startedAt + trade * 1000).toISOString().replace('Z', '000Z');
  }
}
