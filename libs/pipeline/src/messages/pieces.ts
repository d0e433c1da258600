/** Splits lists into messages, bounded in number of items and in the bytes that topics accept. */

import { valueBytesMax, type OutgoingMessage } from '#event-log';
import { invalidInput } from '#values';

/**
 * Bytes of text above which messages of facts are halved, well below the limit: some facts carry
 * whole statements.
 */
export const factBytes = 700_000;

interface Items {
  readonly from: number;
  readonly to: number;
  /** Maximum items per message. */
  readonly most: number;
  /** Bytes of text above which a message is halved; the limit of topics by default. */
  readonly bytes?: number;
  /**
   * Names an item in the `InvalidInput` thrown if it exceeds the limit of topics alone; without
   * it, it is kept.
   */
  readonly nameOf?: (item: number) => string;
}

/**
 * Messages of items [from, to), in order, each made by `make` from at most `most` items; one
 * message if there are no items. One that turns out too large is halved: most messages fit.
 */
export function inPieces(
  items: Items,
  make: (from: number, to: number) => OutgoingMessage,
): OutgoingMessage[] {
  const { to, most } = items;
  const messages: OutgoingMessage[] = [];
  let { from } = items;
  do {
    messages.push(...halved({ ...items, from, to: Math.min(to, from + most) }, make));
    from += most;
  } while (from < to);
  return messages;
}

function halved(
  items: Items,
  make: (from: number, to: number) => OutgoingMessage,
): OutgoingMessage[] {
  const { from, to, bytes = valueBytesMax, nameOf } = items;
  const message = make(from, to);
  if (message.value.length <= bytes / 3) return [message];
  const found = Buffer.byteLength(message.value);
  if (found <= bytes) return [message];
  if (to - from <= 1) {
    if (found <= valueBytesMax || nameOf === undefined) return [message];
    throw invalidInput('a fact is too large for a message', {
      where: nameOf(from),
      expected: `at most ${valueBytesMax} bytes`,
      found: `${found}`,
    });
  }
  const middle = (from + to) >> 1;
  return [...halved({ ...items, to: middle }, make), ...halved({ ...items, from: middle }, make)];
}
