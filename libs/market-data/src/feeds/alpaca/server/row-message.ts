/** Messages of the stream that speak of a bar, a trade or a quote. */

import type { Instant } from '#values';
import { OutgoingMessage, type MessageType } from './outgoing-message.js';
import {
  bodyOf,
  cancelBody,
  correctionBody,
  type SeriesKind,
  type ServedRow,
} from './served-row.js';

const types: Readonly<Record<SeriesKind, MessageType>> = {
  bars: 'b',
  dailyBars: 'd',
  trades: 't',
  quotes: 'q',
};

export const rowMessage = (row: ServedRow, at: Instant): OutgoingMessage =>
  new OutgoingMessage(types[row.kind], [row.symbol], at, (market) => bodyOf(row, market));

/** The row is right now, `original` were its numbers before. */
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
