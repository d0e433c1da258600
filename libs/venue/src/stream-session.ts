/**
 * One connection in the vendor's protocol: its authentication, its subscriptions, and the response
 * to each message.
 */

import { z } from 'zod';
import type { Channel, OutgoingMessage } from './served/outgoing-message.js';
import type { WireBody } from './served/served-row.js';
import type { StreamEndpoint } from './stream-endpoint.js';

/** The vendor's codes and messages. */
const streamErrors = {
  400: 'invalid syntax',
  401: 'not authenticated',
  402: 'auth failed',
  403: 'already authenticated',
  404: 'auth timeout',
  405: 'symbol limit exceeded',
  406: 'connection limit exceeded',
  407: 'slow client',
  409: 'insufficient subscription',
  410: 'invalid subscribe action for this feed',
  500: 'internal error',
} as const;
type StreamErrorCode = keyof typeof streamErrors;

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export interface SessionTerms {
  isKnown(credentials: Credentials): boolean;
  /** Whether this address accepts another connection. */
  admit(): boolean;
  /** Whether the plan of the keys covers this address. */
  readonly covered: boolean;
  readonly symbolsMax: number | null;
}

/** The response, and whether the connection ends with it. */
export interface Answer {
  readonly messages: readonly WireBody[];
  readonly ends: boolean;
}

const symbol = z.string().min(1).max(32);
/** Clients of the vendor also send a single symbol without a list. */
const symbols = z.union([z.array(symbol).max(100_000), symbol.transform((one) => [one])]);
const authMessage = z.object({
  action: z.literal('auth'),
  key: z.string().max(1000),
  secret: z.string().max(1000),
});
const subscribeMessage = z
  .object({ action: z.enum(['subscribe', 'unsubscribe']) })
  .catchall(z.unknown());

const go = (...messages: WireBody[]): Answer => ({ messages, ends: false });
const refused = (code: StreamErrorCode): Answer =>
  go({ T: 'error', code, msg: streamErrors[code] });
/** The connection ends with this error. */
export const lastError = (code: StreamErrorCode): Answer => ({ ...refused(code), ends: true });
const success = (msg: string): WireBody => ({ T: 'success', msg });

export class StreamSession {
  readonly subscriptions: Subscriptions;
  isAuthenticated = false;

  constructor(
    readonly endpoint: StreamEndpoint,
    private readonly terms: SessionTerms,
  ) {
    this.subscriptions = new Subscriptions(endpoint, terms.symbolsMax);
  }

  /** The server's greeting; credentials may have come with the request. */
  open(credentials: Credentials | null): Answer {
    const hello = success('connected');
    if (credentials === null) return go(hello);
    const { messages, ends } = this.authenticate(credentials);
    return { messages: [hello, ...messages], ends };
  }

  /** A decoded message of the client; undefined if it could not be decoded. */
  take(message: unknown): Answer {
    const auth = authMessage.safeParse(message);
    if (auth.success) return this.authenticate(auth.data);
    const subscribe = subscribeMessage.safeParse(message);
    if (!subscribe.success) return refused(400);
    if (!this.isAuthenticated) return refused(401);
    return this.subscribe(subscribe.data);
  }

  private authenticate(credentials: Credentials): Answer {
    if (this.isAuthenticated) return refused(403);
    const { terms } = this;
    if (!terms.isKnown(credentials)) return lastError(402);
    if (!terms.covered) return lastError(409);
    if (!terms.admit()) return lastError(406);
    this.isAuthenticated = true;
    return go(success('authenticated'));
  }

  private subscribe({ action, ...lists }: z.infer<typeof subscribeMessage>): Answer {
    const wanted = new Map<Channel, readonly string[]>();
    for (const [name, list] of Object.entries(lists)) {
      const names = symbols.safeParse(list);
      if (!names.success) return refused(400);
      const channel = this.endpoint.channels.find((one) => one === name);
      if (channel === undefined) {
        if (names.data.length === 0 || this.endpoint.withTrades.includes(name)) continue;
        return refused(410);
      }
      wanted.set(channel, names.data);
    }
    if (action === 'unsubscribe') this.subscriptions.remove(wanted);
    else if (!this.subscriptions.add(wanted)) return refused(405);
    return go({ T: 'subscription', ...this.subscriptions.list() });
  }
}

const everything = '*';

/** Symbols by channel, as requested by a client. */
type Wanted = ReadonlyMap<Channel, readonly string[]>;

class Subscriptions {
  private readonly symbols: ReadonlyMap<Channel, Set<string>>;

  constructor(
    private readonly endpoint: StreamEndpoint,
    /** Maximum symbols of a connection over all channels; null for no limit. */
    private readonly symbolsMax: number | null,
  ) {
    this.symbols = new Map(endpoint.channels.map((channel) => [channel, new Set()]));
  }

  /** Returns false, and changes nothing, if that would exceed the limit. */
  add(wanted: Wanted): boolean {
    const all = new Set(
      [...this.symbols.values(), ...wanted.values()].flatMap((names) => [...names]),
    );
    const { symbolsMax } = this;
    if (symbolsMax !== null && (all.has(everything) || all.size > symbolsMax)) return false;
    for (const [channel, names] of wanted) {
      for (const name of names) this.symbols.get(channel)?.add(name);
    }
    return true;
  }

  remove(wanted: Wanted): void {
    for (const [channel, names] of wanted) {
      for (const name of names) this.symbols.get(channel)?.delete(name);
    }
  }

  has({ channel, symbols }: OutgoingMessage): boolean {
    const wanted = this.symbols.get(channel);
    if (wanted === undefined || wanted.size === 0) return false;
    return wanted.has(everything) || symbols.some((symbol) => wanted.has(symbol));
  }

  get isEmpty(): boolean {
    return [...this.symbols.values()].every(({ size }) => size === 0);
  }

  /** In the vendor's listing format. */
  list(): Readonly<Record<string, readonly string[]>> {
    const lists = Object.fromEntries([...this.symbols].map(([name, names]) => [name, [...names]]));
    const ofTrades = this.endpoint.withTrades.map((name) => [name, lists['trades'] ?? []]);
    return { ...lists, ...Object.fromEntries(ofTrades) };
  }
}
