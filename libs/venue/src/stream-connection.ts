/** One client socket: its session, its queued frames, and its end. */

import { decode } from '@msgpack/msgpack';
import { WebSocket, type RawData } from 'ws';
import type { OutgoingMessage } from './served/outgoing-message.js';
import { lastError, type Answer, type Credentials, type StreamSession } from './stream-session.js';
import { encoded, frameOf, type WireEncoding } from './served/wire-time.js';

interface ConnectionTerms {
  readonly encoding: WireEncoding;
  /** Queued bytes above which a client counts as slow; null if the server waits for it instead. */
  readonly waitingBytesMax: number | null;
  readonly authTimeoutMs: number;
}

/** Maximum messages per frame. */
const frameMessages = 1000;
/** Bytes above which a patient server waits. */
const patientBytes = 1 << 20;
/**
 * How long a client has to receive the final message of its connection; a slow one needs a while.
 */
const lastWordsMs = 10_000;
/** How long it has when the server shuts down. */
const closingMs = 1000;
const closeCode = 1008;

export class StreamConnection {
  /** Resolves when the last data sent is on the network, or the socket is gone. */
  private sent: Promise<void> = Promise.resolve();
  private parts: Uint8Array[] = [];
  private ended = false;
  /** Until the client has authenticated, or for its end. */
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: WebSocket,
    readonly session: StreamSession,
    private readonly terms: ConnectionTerms,
    private readonly onChange: () => void,
  ) {
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data, isBinary) => this.take(data, isBinary));
    // A close always follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.forget());
    this.after(terms.authTimeoutMs, () => this.reply(lastError(404)));
  }

  open(credentials: Credentials | null): void {
    this.reply(this.session.open(credentials));
  }

  /** Returns true if the client is subscribed to it: the next `flush` sends it. */
  offer(message: OutgoingMessage): boolean {
    const { session, terms } = this;
    if (this.ended || !session.isAuthenticated || !session.subscriptions.has(message)) return false;
    this.parts.push(message.bytes(session.endpoint.market, terms.encoding));
    return true;
  }

  /**
   * Sends the offered messages; resolves at once unless a patient server has to wait
   * for the client.
   */
  flush(): Promise<void> | undefined {
    while (this.parts.length > 0) {
      this.send(frameOf(this.parts.splice(0, frameMessages), this.terms.encoding));
    }
    const waiting = this.socket.bufferedAmount;
    const { waitingBytesMax } = this.terms;
    if (waitingBytesMax === null) return waiting > patientBytes ? this.sent : undefined;
    if (waiting > waitingBytesMax && !this.ended) this.reply(lastError(407));
    return undefined;
  }

  close(): void {
    this.ended = true;
    this.socket.close(1001);
    this.after(closingMs, () => this.socket.terminate());
  }

  private take(data: RawData, isBinary: boolean): void {
    if (this.ended) return;
    this.reply(this.session.take(this.decoded(data as Buffer, isBinary)));
    this.onChange();
  }

  private decoded(data: Buffer, isBinary: boolean): unknown {
    try {
      if (this.terms.encoding === 'msgpack') return isBinary ? decode(data) : undefined;
      return JSON.parse(data.toString('utf8'));
    } catch {
      return undefined;
    }
  }

  private reply({ messages, ends }: Answer): void {
    if (this.session.isAuthenticated) clearTimeout(this.timer);
    this.send(encoded(messages, this.terms.encoding));
    if (!ends) return;
    this.ended = true;
    this.parts = [];
    this.socket.close(closeCode);
    this.after(lastWordsMs, () => this.socket.terminate());
  }

  private send(frame: Uint8Array): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const binary = this.terms.encoding === 'msgpack';
    this.sent = new Promise((resolve) => {
      this.socket.send(frame, { binary }, () => resolve());
    });
  }

  private forget(): void {
    this.ended = true;
    this.parts = [];
    clearTimeout(this.timer);
  }

  private after(ms: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, ms);
  }
}
