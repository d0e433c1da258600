/**
 * A client of a proxy, and its connection to the venue: the proxy brings its data, all else
 * passes through.
 */

import type { IncomingMessage } from 'node:http';
import { decode } from '@msgpack/msgpack';
import { WebSocket } from 'ws';
import { encodingOf, endpointOf } from '../stream-endpoint.js';
import type { OutgoingMessage } from '../served/outgoing-message.js';
import type { Market } from '../served/served-row.js';
import { frameOf, type WireEncoding } from '../served/wire-time.js';

export type Body = Readonly<Record<string, unknown>>;

interface ClientEvents {
  /** The credentials were valid. */
  onOpen(path: string): void;
  /** `path` is null unless the credentials were valid. */
  onClose(path: string | null, code: number): void;
  /** The venue has confirmed or refused a change of its subscriptions. */
  onChanged(): void;
}

const passed = ['apca-api-key-id', 'apca-api-secret-key', 'authorization', 'content-type'];

/** Those headers of a request that the venue reads. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const given = passed.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

export class ProxiedClient {
  private readonly path: string;
  private readonly encoding: WireEncoding;
  private readonly market: Market;
  private lists: Body = {};
  private parts: Uint8Array[] = [];
  private early: { readonly data: Buffer; readonly binary: boolean }[] = [];
  private changes = 0;
  private known = false;

  constructor(
    private readonly down: WebSocket,
    private readonly up: WebSocket,
    request: IncomingMessage,
    private readonly events: ClientEvents,
  ) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://proxy');
    this.path = pathname;
    this.market = endpointOf(pathname)?.market ?? 'stocks';
    this.encoding = encodingOf(searchParams, request.headers['content-type']);
    down.on('message', (data, binary) => this.ask(data as Buffer, binary));
    down.on('error', () => undefined);
    down.on('close', (code) => this.closed(code));
    up.on('message', (data, binary) => this.told(data as Buffer, binary));
    up.on('open', () => {
      for (const { data, binary } of this.early.splice(0)) up.send(data, { binary });
    });
    up.on('error', () => down.terminate());
    up.on('close', (code) => (code >= 1007 ? down.close(code) : down.terminate()));
  }

  /** True while a change of its subscriptions is on its way to the venue. */
  get isChanging(): boolean {
    return this.changes > 0;
  }

  /** Returns true if the client is subscribed to it: the next `flush` sends it. */
  offer(message: OutgoingMessage): boolean {
    const wanted = (this.lists[message.channel] ?? []) as readonly string[];
    if (!['*', ...message.symbols].some((symbol) => wanted.includes(symbol))) return false;
    this.parts.push(message.bytes(this.market, this.encoding));
    return true;
  }

  flush(): void {
    if (this.parts.length === 0 || this.down.readyState !== WebSocket.OPEN) return;
    const binary = this.encoding === 'msgpack';
    this.down.send(frameOf(this.parts.splice(0), this.encoding), { binary });
  }

  /** Drops the connection without a close handshake, like a network fault. */
  cut(): void {
    this.lists = {};
    this.down.terminate();
  }

  private ask(data: Buffer, binary: boolean): void {
    if (/subscribe/.test(data.toString('latin1'))) this.changes++;
    if (this.up.readyState === WebSocket.OPEN) this.up.send(data, { binary });
    else this.early.push({ data, binary });
  }

  private told(data: Buffer, binary: boolean): void {
    const list = this.encoding === 'json' ? JSON.parse(data.toString('utf8')) : decode(data);
    const messages = list as readonly Body[];
    // The venue's answers have frames of their own.
    if (!['success', 'error', 'subscription'].includes(String(messages[0]?.['T']))) return;
    if (this.down.readyState === WebSocket.OPEN) this.down.send(data, { binary });
    for (const message of messages) this.heed(message);
  }

  private heed(message: Body): void {
    const { T, msg } = message;
    if (msg === 'authenticated' && !this.known) {
      this.known = true;
      this.events.onOpen(this.path);
    }
    if (T === 'subscription' && this.down.readyState === WebSocket.OPEN) this.lists = message;
    if (T === 'success' || this.changes === 0) return;
    this.changes--;
    this.events.onChanged();
  }

  private closed(code: number): void {
    this.lists = {};
    this.changes = 0;
    this.up.terminate();
    this.events.onClose(this.known ? this.path : null, code);
  }
}
