/** Facts cut into messages: at most so many, and no larger than topics take. */

import { messageBytesMax, type OutgoingMessage } from '#event-log';
import { invalidInput } from '#values';

/** Bytes of a message's text: some facts carry whole statements. Well below what topics take. */
const valueBytesMax = 700_000;

/** Bytes of a single fact's text: what topics take, with room for key and headers. */
const factBytesMax = messageBytesMax - 2_000;

interface Rows {
  readonly from: number;
  readonly to: number;
  /** What a row is called where it cannot be sent. */
  readonly nameOf: (row: number) => string;
}

/**
 * Messages of rows [from, to), each made by `make` of at most `factsMax` rows, in order. One that comes out too large
 * is cut in halves. `InvalidInput` where a single fact is larger than topics take.
 */
export function factMessages(
  rows: Rows,
  factsMax: number,
  make: (from: number, to: number) => OutgoingMessage,
): OutgoingMessage[] {
  const messages: OutgoingMessage[] = [];
  for (let from = rows.from; from < rows.to; from += factsMax) {
    const piece = { ...rows, from, to: Math.min(rows.to, from + factsMax) };
    messages.push(...cut(piece, make));
  }
  return messages;
}

function cut(rows: Rows, make: (from: number, to: number) => OutgoingMessage): OutgoingMessage[] {
  const { from, to, nameOf } = rows;
  const message = make(from, to);
  if (message.value.length <= valueBytesMax / 3) return [message];
  const bytes = Buffer.byteLength(message.value);
  if (bytes <= valueBytesMax) return [message];
  if (to - from === 1) {
    if (bytes <= factBytesMax) return [message];
    throw invalidInput('a fact is too large for a message', {
      where: nameOf(from),
      expected: `at most ${factBytesMax} bytes`,
      found: `${bytes}`,
    });
  }
  const middle = (from + to) >> 1;
  return [...cut({ ...rows, to: middle }, make), ...cut({ ...rows, from: middle }, make)];
}
