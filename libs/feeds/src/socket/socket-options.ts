/** What a feed says of its socket: where it is, how to talk to it, and how long it may be silent. */

import type { SessionCalendar } from '#market-data/calendar/session-calendar';

/** What a feed can do with a connection that stands. */
export interface SocketLine {
  /** Texts are sent as text messages, bytes as binary ones. */
  send(message: string | Uint8Array): void;
  /** Says that the subscriptions were accepted: from now on the feed counts as connected. */
  ready(): void;
}

/** One side of the talk over one connection. A new connection is a new conversation. */
export interface Conversation {
  /** Called once the connection is open, where the client speaks first. */
  opened?(): void;
  /** The channel under which a message is stored; undefined for what must not be, such as one with a secret in it. */
  channelOf(bytes: Uint8Array, isText: boolean): string | undefined;
  /**
   * Called with each message after the sink has it. `InvalidInput` ends the feed, as trying again is of no use;
   * `Unavailable` ends this connection alone.
   */
  heard?(bytes: Uint8Array, isText: boolean): void;
}

export interface SocketOptions {
  /** `ws://` or `wss://`, without credentials: it is shown to people. */
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** PEM. The only one that is trusted, where the server is one's own. */
  readonly certificate?: string | undefined;
  readonly converse: (line: SocketLine) => Conversation;
  /** Nothing heard for so long, not even the answer to a ping: the connection is dead. Default 30,000. */
  readonly pingMs?: number;
  /**
   * Without a message for so many milliseconds the connection is opened again, whether or not it answers pings: in the
   * sessions of a calendar, or at any time. Left out where a stream may be quiet for as long as it likes.
   */
  readonly silence?: { readonly ms: number; readonly calendar?: SessionCalendar };
  /** Until the subscriptions are accepted. Default 30,000. */
  readonly readyMs?: number;
  /** Largest message, bytes, unpacked. Default 16 MB. */
  readonly messageBytesMax?: number;
  /** What a server might repeat in its reasons: never noted. */
  readonly secrets?: readonly string[];
}

export const socketDefaults = { pingMs: 30_000, readyMs: 30_000, messageBytesMax: 16_777_216 };
