/** What a feed says of its socket: where it is, how to talk to it, and how long it may be silent. */

import type { SessionCalendar } from '../../calendar/session-calendar.js';

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

/** An answered ping says that the connection stands, and nothing of the data that it should bring. */
export interface DataSilence {
  /** Without a message for so long the connection is opened again, milliseconds. */
  readonly ms: number;
  /** In whose sessions messages are to be expected; at any time where it is left out. */
  readonly calendar?: SessionCalendar;
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
  /** How long messages may stay away. Left out where a stream may be quiet for as long as it likes. */
  readonly silence?: DataSilence;
  /** Until the subscriptions are accepted. Default 30,000. */
  readonly readyMs?: number;
  /** Largest message, bytes, unpacked. Default 16 MB. */
  readonly messageBytesMax?: number;
  /** What a server might repeat in its reasons: never noted. */
  readonly secrets?: readonly string[];
}

export const socketDefaults = { pingMs: 30_000, readyMs: 30_000, messageBytesMax: 16_777_216 };
