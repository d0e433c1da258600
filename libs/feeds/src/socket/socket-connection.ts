/**
 * One connection from its opening to its end: passes messages to the sink in order, at
 * the sink's pace.
 */

import { setImmediate } from 'node:timers/promises';
import WebSocket from 'ws';
import { invariant, isFailure, microsPerMilli, printable } from '#values';
import { lastOpen } from '#market-data/calendar/session-calendar';
import type { FeedClock } from '../port/feed-clock.js';
import type { FeedSink } from '../port/feed.js';
import { withoutSecrets } from '../port/secret.js';
import type { ClockDrift } from './clock-drift.js';
import type { Conversation, SocketOptions } from './socket-options.js';

export interface ConnectionParts {
  readonly options: SocketOptions;
  readonly sink: FeedSink;
  readonly clock: FeedClock;
  readonly drift: ClockDrift;
  readonly signal: AbortSignal;
}

interface Message {
  readonly bytes: Uint8Array;
  readonly isText: boolean;
}

const pingMsDefault = 30_000;
/** Until the subscriptions are accepted. */
const readyMs = 30_000;
/** Largest message, unpacked. */
const messageBytesMax = 16_777_216;
/** How long a server has to answer a close, milliseconds, before the connection is dropped. */
const closeMs = 2000;

export class SocketConnection {
  private readonly socket: WebSocket;
  private readonly conversation: Conversation;
  private readonly waiting: Message[] = [];
  private readonly over = Promise.withResolvers<string>();
  /** Ends the timers of this connection. */
  private readonly ended = new AbortController();
  /** Pending while the sink processes the last message. */
  private busy: Promise<void> | undefined;
  private wasHeard = false;
  /** When the last message arrived, or the subscriptions were accepted. */
  private dataAt = 0;
  private isOver = false;
  /** Whether the subscriptions were accepted. */
  isReady = false;

  constructor(private readonly parts: ConnectionParts) {
    const { address, headers, certificate, converse } = parts.options;
    this.socket = new WebSocket(address, {
      headers: { ...headers },
      maxPayload: messageBytesMax,
      // A redirect would send credentials elsewhere.
      followRedirects: false,
      ...(certificate === undefined ? {} : { ca: certificate }),
    });
    this.conversation = converse({
      send: (message) => this.socket.send(message),
      ready: () => this.ready(),
    });
    this.over.promise.catch(() => undefined);
  }

  /**
   * Resolves with the reason why the connection ended, once the sink has everything that arrived.
   * Rejects with what the sink threw, and with `InvalidInput` if the conversation reports that a
   * retry is useless.
   */
  async run(): Promise<string> {
    const { signal } = this.parts;
    const stop = (): void => this.finish('ended');
    this.listen();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    for (const watch of [this.limitOpening(), this.watchSilence(), this.watchData()]) {
      // A watch fails once the connection has ended.
      void watch.then(
        (reason) => reason === undefined || this.finish(reason),
        () => undefined,
      );
    }
    try {
      return await this.over.promise;
    } finally {
      signal.removeEventListener('abort', stop);
      await this.close();
    }
  }

  private listen(): void {
    const { socket, parts } = this;
    const askedAt = parts.clock.now();
    socket.on('upgrade', ({ headers }) => {
      const note = parts.drift.measure({
        askedAt,
        answeredAt: parts.clock.now(),
        date: headers.date,
      });
      if (note !== undefined) parts.sink.note(note);
    });
    socket.on('open', () => this.guarded(() => this.conversation.opened?.()));
    socket.on('message', (data, isBinary) => this.take(data, !isBinary));
    socket.on('pong', () => (this.wasHeard = true));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      this.finish(error.message === '' ? (error.code ?? error.name) : error.message),
    );
    socket.on('close', (code, reason) =>
      this.finish(`the server closed the connection: ${code} ${reason.toString('utf8')}`),
    );
  }

  private ready(): void {
    if (this.isReady || this.isOver) return;
    this.isReady = true;
    this.dataAt = this.parts.clock.now();
    this.parts.sink.note({ note: 'connected', to: this.parts.options.address });
  }

  private take(data: WebSocket.RawData, isText: boolean): void {
    if (this.isOver) return;
    this.noteData();
    invariant(Buffer.isBuffer(data), 'a socket hands out whole messages');
    this.waiting.push({ bytes: data, isText });
    if (this.busy === undefined) this.pump();
  }

  private noteData(): void {
    this.wasHeard = true;
    this.dataAt = this.parts.clock.now();
  }

  /**
   * Passes queued messages to the sink. While it is busy the socket is paused: only what was
   * already read piles up.
   */
  private pump(): void {
    try {
      for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
        const busy = this.handOver(message);
        if (busy === undefined) continue;
        this.socket.pause();
        this.busy = busy.then(
          () => this.resumeReading(),
          (error: unknown) => this.drop(error),
        );
        return;
      }
    } catch (error) {
      this.drop(error);
    }
  }

  private resumeReading(): void {
    this.busy = undefined;
    this.noteData();
    this.pump();
    if (this.busy === undefined) this.socket.resume();
  }

  /** The sink failed. */
  private drop(error: unknown): void {
    this.busy = undefined;
    this.isOver = true;
    this.waiting.length = 0;
    this.over.reject(error);
  }

  private handOver({ bytes, isText }: Message): void | Promise<void> {
    const channel = this.conversation.channelOf(bytes, isText);
    const busy = channel === undefined ? undefined : this.parts.sink.data(channel, bytes);
    this.guarded(() => this.conversation.received?.(bytes, isText));
    return busy;
  }

  /**
   * Handles what a conversation throws: `Unavailable` causes a reconnect, anything else
   * ends the feed.
   */
  private guarded(talk: () => void): void {
    try {
      talk();
    } catch (error) {
      if (isFailure(error, 'Unavailable')) this.finish(error.message);
      else this.over.reject(error);
    }
  }

  private async limitOpening(): Promise<string | undefined> {
    await this.parts.clock.sleep(readyMs, this.ended.signal);
    return this.isReady ? undefined : `no subscription within ${readyMs} ms`;
  }

  private async watchSilence(): Promise<string> {
    const { options, clock } = this.parts;
    const { pingMs = pingMsDefault } = options;
    const half = Math.max(1, pingMs / 2);
    for (;;) {
      this.wasHeard = false;
      await clock.sleep(half, this.ended.signal);
      if (this.isAlive()) continue;
      if (this.socket.readyState === WebSocket.OPEN) this.socket.ping();
      await clock.sleep(half, this.ended.signal);
      // A process that was stopped for a while runs its timers first, and then reads what had
      // arrived long before.
      await setImmediate();
      if (!this.isAlive()) return `nothing was heard for ${pingMs} ms`;
    }
  }

  private async watchData(): Promise<string | undefined> {
    const { clock, options } = this.parts;
    if (options.silence === undefined) return undefined;
    const { ms, calendar } = options.silence;
    for (let leftMs = ms; leftMs > 0;) {
      await clock.sleep(leftMs, this.ended.signal);
      const now = clock.now() * microsPerMilli;
      const { since, until } = calendar ? lastOpen(calendar, now) : { since: 0, until: now };
      const isOurs = until < now || this.socket.isPaused || !this.isReady;
      const from = Math.max(this.dataAt, since / microsPerMilli);
      leftMs = isOurs ? ms : from + ms - clock.now();
    }
    return `no data came for ${ms} ms`;
  }

  /**
   * Ends a connection that was silent for this long: the history of the feed has data
   * that it missed.
   */
  missed(silentMs: number): void {
    if (!this.isReady || this.parts.clock.now() - this.dataAt < silentMs) return;
    this.finish('the history has items that did not come');
  }

  /** While the sink is busy, the silence is our own doing. */
  private isAlive(): boolean {
    return this.wasHeard || this.socket.isPaused || !this.isReady;
  }

  private finish(reason: string): void {
    const clean = withoutSecrets(reason, this.parts.options.secrets ?? []);
    this.over.resolve(printable(clean.trim(), 300));
  }

  /** Closes gracefully, and waits until the sink has everything that arrived. */
  private async close(): Promise<void> {
    while (this.busy !== undefined) await this.busy;
    this.isOver = true;
    this.ended.abort();
    const { socket } = this;
    if (socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((settle) => socket.once('close', () => settle()));
    const patience = new AbortController();
    const late = this.parts.clock.sleep(closeMs, patience.signal).catch(() => undefined);
    socket.resume();
    socket.close(1000);
    await Promise.race([closed, late]);
    patience.abort();
    socket.terminate();
  }
}
