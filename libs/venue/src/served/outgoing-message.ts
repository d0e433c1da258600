/** A message of the stream, independent of connections: encoded once per requested format. */

import type { Instant } from '#values';
import {
  bodyOf,
  cancelBody,
  correctionBody,
  type Market,
  type SeriesKind,
  type ServedRow,
  type WireBody,
} from './served-row.js';
import { encoded, type WireEncoding } from './wire-time.js';

/** Subscribable channels. Corrections and cancellations come with the trades. */
export type Channel =
  | 'trades'
  | 'quotes'
  | 'bars'
  | 'updatedBars'
  | 'dailyBars'
  | 'statuses'
  | 'lulds'
  | 'imbalances'
  | 'orderbooks'
  | 'news';

const channels = {
  t: 'trades',
  c: 'trades',
  x: 'trades',
  q: 'quotes',
  b: 'bars',
  u: 'updatedBars',
  d: 'dailyBars',
  s: 'statuses',
  n: 'news',
} as const satisfies Record<string, Channel>;

type MessageType = keyof typeof channels;

export class OutgoingMessage {
  readonly channel: Channel;
  private readonly forms = new Map<string, Uint8Array>();

  constructor(
    readonly type: MessageType,
    /** For news all of its symbols, otherwise the one. */
    readonly symbols: readonly string[],
    /** Time of the message in the data, before any shift. */
    readonly at: Instant,
    private readonly body: (market: Market) => WireBody,
  ) {
    this.channel = channels[type];
  }

  /** The contents in a frame. */
  content(market: Market): WireBody {
    const [symbol] = this.symbols;
    const head = this.type === 'n' ? { T: this.type } : { T: this.type, S: symbol };
    return { ...head, ...this.body(market) };
  }

  /** The form in a ledger: as in a frame of stocks. */
  toJSON(): WireBody {
    return this.content('stocks');
  }

  bytes(market: Market, encoding: WireEncoding): Uint8Array {
    const form = `${market} ${encoding}`;
    const known = this.forms.get(form);
    if (known !== undefined) return known;
    const bytes = encoded(this.content(market), encoding);
    this.forms.set(form, bytes);
    return bytes;
  }
}

const types: Readonly<Record<SeriesKind, MessageType>> = {
  bars: 'b',
  dailyBars: 'd',
  trades: 't',
  quotes: 'q',
};

export const rowMessage = (row: ServedRow, at: Instant): OutgoingMessage =>
  new OutgoingMessage(types[row.kind], [row.symbol], at, (market) => bodyOf(row, market));

/** The row holds the correct values, `original` the earlier ones. */
export function amendingMessage(
  row: ServedRow,
  original: readonly number[],
  at: Instant,
): OutgoingMessage {
  const symbols = [row.symbol];
  if (row.kind === 'trades') {
    return new OutgoingMessage('c', symbols, at, (market) => correctionBody(row, original, market));
  }
  return new OutgoingMessage('u', symbols, at, (market) => bodyOf(row, market));
}

export const cancellingMessage = (row: ServedRow, at: Instant): OutgoingMessage =>
  new OutgoingMessage('x', [row.symbol], at, (market) => cancelBody(row, market));
