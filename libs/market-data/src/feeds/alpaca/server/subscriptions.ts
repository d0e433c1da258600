/** What one connection has subscribed to: symbols by channel, `*` for all. */

import type { Channel, OutgoingMessage } from './outgoing-message.js';
import type { StreamEndpoint } from './stream-endpoint.js';

export const everything = '*';

/** Symbols by channel, as a client asks for them. */
export type Wanted = ReadonlyMap<Channel, readonly string[]>;

export class Subscriptions {
  private readonly symbols = new Map<Channel, Set<string>>();

  constructor(
    private readonly endpoint: StreamEndpoint,
    /** How many symbols a connection may have over all channels; null for as many as it likes. */
    private readonly symbolsMax: number | null,
  ) {
    for (const channel of endpoint.channels) this.symbols.set(channel, new Set());
  }

  /** False, and nothing changed, where that would be too many symbols. */
  add(wanted: Wanted): boolean {
    const all = new Set(this.all());
    for (const names of wanted.values()) for (const name of names) all.add(name);
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
    return this.all().length === 0;
  }

  /** As the vendor lists them. */
  list(): Readonly<Record<string, readonly string[]>> {
    const lists: Record<string, readonly string[]> = {};
    for (const [channel, names] of this.symbols) lists[channel] = [...names];
    for (const name of this.endpoint.withTrades) lists[name] = lists['trades'] ?? [];
    return lists;
  }

  private all(): string[] {
    return [...this.symbols.values()].flatMap((names) => [...names]);
  }
}
