/**
 * A venue of many symbols that trade all the time: what is lost or out of place shows in
 * the next price.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Feed, FeedDecoder } from '#feeds/port/feed';
import type { FeedItem } from '#feeds/port/feed-item';
import type { Instant } from '#values';

export interface VenueOptions {
  readonly symbols: number;
  /** Trades a second, over all symbols. */
  readonly rate: number;
  /**
   * Numbers of trades, rising, behind which the venue rests until `settled` resolves; the last
   * is that of all.
   */
  readonly restsAt: readonly number[];
  settled(): Promise<void>;
  /** The clock, microseconds. */
  now(): Instant;
}

const tradesAFrame = 50;
const pauseMs = 5;

/** Its symbols trade in turn, each at prices that count from 1. */
export class Venue {
  readonly names: readonly string[];
  sent = 0;
  /** Milliseconds in which it rested. */
  restedMs = 0;
  /** Milliseconds that making frames took, and decoding them. */
  readonly work = { venue: 0, decode: 0 };
  readonly feed: Feed;
  readonly decoder: FeedDecoder = {
    decode: ({ bytes }) => {
      const begun = performance.now();
      const rows = JSON.parse(Buffer.from(bytes).toString('utf8')) as [number, number, number][];
      const items = rows.map(([symbol, number, at]): FeedItem => ({
        kind: 'trade',
        symbol: this.names[symbol] as string,
        at,
        id: `${number}`,
        price: number,
        size: 1,
        numbered: { stream: this.names[symbol] as string, number },
      }));
      this.work.decode += performance.now() - begun;
      return items;
    },
  };

  constructor(private readonly options: VenueOptions) {
    const { symbols } = options;
    this.names = Array.from({ length: symbols }, (_, at) => `S${at}`);
    this.feed = {
      name: 'load',
      decoder: this.decoder,
      run: async (sink, signal) => {
        sink.note({ note: 'connected', to: 'load' });
        const begun = performance.now();
        const send = (frame: Uint8Array) => sink.data('trades', frame);
        for (const until of options.restsAt) {
          await this.sendUntil(until, begun, send, signal);
          await this.rest();
        }
      },
    };
  }

  /** Symbols whose newest trade is another than that. */
  behind(last: Float64Array): number {
    const { symbols } = this.options;
    const numberOf = (symbol: number): number => Math.ceil((this.sent - symbol) / symbols);
    return last.filter((price, symbol) => price !== numberOf(symbol)).length;
  }

  /** Sends trades at their pace, and more at once where it was held up. */
  private async sendUntil(
    whole: number,
    begun: number,
    send: (frame: Uint8Array) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    while (this.sent < whole && !signal.aborted) {
      const at = performance.now();
      const due = Math.floor(((at - begun - this.restedMs) / 1000) * this.options.rate);
      const waits: (void | Promise<void>)[] = [];
      while (this.sent + tradesAFrame <= Math.min(due, whole)) waits.push(send(this.frame()));
      this.work.venue += performance.now() - at;
      await Promise.all(waits);
      await wait(pauseMs);
    }
  }

  private async rest(): Promise<void> {
    const from = performance.now();
    await this.options.settled();
    this.restedMs += performance.now() - from;
  }

  private frame(): Uint8Array {
    const at = this.options.now();
    const rows: [number, number, number][] = [];
    for (let row = 0; row < tradesAFrame; row++, this.sent++) {
      const { symbols } = this.options;
      rows.push([this.sent % symbols, Math.floor(this.sent / symbols) + 1, at]);
    }
    return Buffer.from(JSON.stringify(rows));
  }
}
