/** A client of the stream that keeps every message, and waits for requested ones. */

import { decode, encode } from '@msgpack/msgpack';
import { onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { credentials } from './served-facts.fixture.js';
import type { WireEncoding } from './served/wire-time.js';

export type Message = Readonly<Record<string, unknown>>;

export class StreamClient {
  readonly messages: Message[] = [];
  closed: number | undefined;

  private constructor(
    readonly socket: WebSocket,
    private readonly encoding: WireEncoding,
  ) {
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data) => this.messages.push(...this.decoded(data as Buffer)));
    socket.on('error', () => undefined);
    socket.on('close', (code) => (this.closed = code));
  }

  static open(
    address: string,
    {
      encoding = 'json',
      headers = {},
    }: { encoding?: WireEncoding; headers?: Record<string, string> } = {},
  ): StreamClient {
    const type = encoding === 'msgpack' ? { 'Content-Type': 'application/msgpack' } : {};
    const socket = new WebSocket(address, { headers: { ...type, ...headers } });
    onTestFinished(() => socket.terminate());
    return new StreamClient(socket, encoding);
  }

  /** Connected, authenticated, and subscribed to `lists`. */
  static async subscribed(
    address: string,
    lists: Readonly<Record<string, readonly string[]>>,
    encoding: WireEncoding = 'json',
  ): Promise<StreamClient> {
    const client = StreamClient.open(address, { encoding });
    await client.until(({ msg }) => msg === 'connected');
    client.send({ action: 'auth', ...credentials });
    await client.until(({ msg }) => msg === 'authenticated');
    client.send({ action: 'subscribe', ...lists });
    await client.until(({ T }) => T === 'subscription');
    return client;
  }

  send(message: unknown): void {
    this.socket.send(this.encoding === 'json' ? JSON.stringify(message) : encode(message));
  }

  /** The first matching message, of all since the start. */
  async until(isWanted: (message: Message) => boolean): Promise<Message> {
    await vi.waitFor(() => this.wanted(isWanted), { timeout: 30_000, interval: 5 });
    return this.wanted(isWanted);
  }

  private wanted(isWanted: (message: Message) => boolean): Message {
    const found = this.messages.find(isWanted);
    if (found !== undefined) return found;
    throw new Error(`no such message among ${JSON.stringify(this.messages.slice(-5))}`);
  }

  of(type: string): Message[] {
    return this.messages.filter(({ T }) => T === type);
  }

  private decoded(data: Buffer): Message[] {
    const list: unknown = this.encoding === 'json' ? JSON.parse(data.toString()) : decode(data);
    return list as Message[];
  }
}
