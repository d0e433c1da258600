/** A message of the stream, independent of connections: encoded once per requested format. */

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

export const stockChannels = [
  'trades',
  'quotes',
  'bars',
  'updatedBars',
  'dailyBars',
  'statuses',
  'lulds',
  'imbalances',
] as const;
export const cryptoChannels = [
  'trades',
  'quotes',
  'orderbooks',
  'bars',
  'updatedBars',
  'dailyBars',
] as const;
export type Channel = (typeof stockChannels | typeof cryptoChannels)[number] | 'news';

/** Corrections and cancellations come with the trades. */
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

export const rowMessage = (row: ServedRow): OutgoingMessage =>
  new OutgoingMessage(types[row.kind], [row.symbol], (market) => bodyOf(row, market));

/**
 * The row holds the correct values, `original` the earlier ones. A daily bar is sent again, as
 * the vendor does.
 */
export function amendingMessage(row: ServedRow, original: readonly number[]): OutgoingMessage {
  const { kind, symbol } = row;
  if (kind === 'dailyBars') return rowMessage(row);
  return kind === 'trades'
    ? new OutgoingMessage('c', [symbol], (market) => correctionBody(row, original, market))
    : new OutgoingMessage('u', [symbol], (market) => bodyOf(row, market));
}

export const cancellingMessage = (row: ServedRow): OutgoingMessage =>
  new OutgoingMessage('x', [row.symbol], (market) => cancelBody(row, market));
