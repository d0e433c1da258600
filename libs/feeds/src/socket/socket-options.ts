/** A feed's socket options: its address, its conversation, and how long it may be silent. */

import type { SessionCalendar } from '#market-data/calendar/session-calendar';

/** What a feed can do with an open connection. */
export interface SocketLine {
  /** Texts are sent as text messages, bytes as binary ones. */
  send(message: string | Uint8Array): void;
  /** Reports that the subscriptions were accepted: from now on the feed counts as connected. */
  ready(): void;
}

/** Our side of the conversation over one connection. Each connection gets a new one. */
export interface Conversation {
  /** Called once the connection is open, if the client speaks first. */
  opened?(): void;
  /**
   * The channel under which to store a message; undefined for one that must not be stored,
   * such as a secret.
   */
  channelOf(bytes: Uint8Array, isText: boolean): string | undefined;
  /**
   * Called with each message after the sink has it. `InvalidInput` ends the feed, since a retry is
   * useless; `Unavailable` ends only this connection.
   */
  received?(bytes: Uint8Array, isText: boolean): void;
}

export interface SocketOptions {
  /** `ws://` or `wss://`, without credentials: it is shown to people. */
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** PEM. The only certificate to trust, for a private server. */
  readonly certificate?: string | undefined;
  readonly converse: (line: SocketLine) => Conversation;
  /**
   * After this long without any traffic, including pongs, the connection is dead. Default 30,000.
   */
  readonly pingMs?: number;
  /**
   * After this many milliseconds without a message the connection is reopened, even if it
   * answers pings: during the sessions of a calendar, or at any time. Omitted if a stream may be
   * quiet indefinitely.
   */
  readonly silence?: { readonly ms: number; readonly calendar?: SessionCalendar };
  /** What a server might echo in its reasons: never noted. */
  readonly secrets?: readonly string[];
}
