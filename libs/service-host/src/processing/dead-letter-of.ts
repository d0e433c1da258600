/** The dead letter of a message that could not be read. */

import { deadLetterBytesMax, type DeadLetter } from '#contracts/streams/dead-letters';
import { keyOf } from '#contracts/streams/catalogue';
import { printable } from '#values';
import type { BrokenMessage, OutgoingMessage } from '#event-log';

const reasonMax = 1000;

/** Keeps the first 64 KB of its bytes and says how many there were. */
export function deadLetterOf({
  topic,
  partition,
  offset,
  key,
  value,
  reason,
}: BrokenMessage): OutgoingMessage {
  const bytes = Buffer.from(value);
  const message: DeadLetter = {
    type: 'DeadLetter',
    version: 1,
    topic,
    partition,
    offset,
    key,
    reason: printable(reason, reasonMax),
    value: bytes.subarray(0, deadLetterBytesMax).toString('base64'),
    size: bytes.length,
  };
  return { topic: 'dead-letters', key: keyOf(message), value: JSON.stringify(message) };
}
