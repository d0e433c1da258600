/** Facts cut into messages: at most so many, and no larger than topics take. */

import type { OutgoingMessage } from '#event-log';

/** Bytes of a message's text: some facts carry whole statements. Well below what topics take. */
const valueBytesMax = 700_000;

/**
 * Messages of rows [from, to), each made by `make` of at most `factsMax` rows, in order. One that comes out too large
 * is cut in halves. A single fact larger than that is left to whoever appends it.
 */
export function factMessages(
  rows: { readonly from: number; readonly to: number },
  factsMax: number,
  make: (from: number, to: number) => OutgoingMessage,
): OutgoingMessage[] {
  const messages: OutgoingMessage[] = [];
  for (let from = rows.from; from < rows.to; from += factsMax) {
    messages.push(...cut(from, Math.min(rows.to, from + factsMax), make));
  }
  return messages;
}

function cut(
  from: number,
  to: number,
  make: (from: number, to: number) => OutgoingMessage,
): OutgoingMessage[] {
  const message = make(from, to);
  const isSmall = message.value.length <= valueBytesMax / 3;
  if (isSmall || to - from === 1 || Buffer.byteLength(message.value) <= valueBytesMax) {
    return [message];
  }
  const middle = (from + to) >> 1;
  return [...cut(from, middle, make), ...cut(middle, to, make)];
}
