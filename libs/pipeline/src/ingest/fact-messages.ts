/** Splits facts into messages, bounded in number of facts and in the bytes that topics accept. */

import { messageBytesMax, type OutgoingMessage } from '#event-log';
import { invalidInput } from '#values';

/** Maximum bytes of a message's text, well below the limit of topics: some facts carry whole statements. */
const valueBytesMax = 700_000;

/** Maximum bytes of a single fact's text: the limit of topics, less room for key and headers. */
const factBytesMax = messageBytesMax - 2_000;

interface Rows {
  readonly from: number;
  readonly to: number;
  /** Names a row in the error if it cannot be sent. */
  readonly nameOf: (row: number) => string;
}

/**
 * Messages of rows [from, to), in order, each made by `make` from at most `factsMax` rows. One that turns out too
 * large is halved. Throws `InvalidInput` if a single fact exceeds the limit of topics.
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
