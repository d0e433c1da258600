/** The body of a stored frame: kind, receive time, channel and payload. */

import { corruptJournal, invariant } from '#values';
import { feedNoteSchema, type Frame } from '../port/feed.js';

/** Kind and length of the channel, a byte each, and the receive time as a double, little endian. */
const headBytes = 10;
/** Limit of one body. A feed rejects larger data earlier. */
const frameBytesMax = 1 << 26;
const channelPattern = /^[\x21-\x7e]{0,64}$/;
const kinds = { data: 1, note: 2 } as const;
const noteDecoder = new TextDecoder('utf-8', { fatal: true });

/** The body of a frame, in its own buffer. Throws `Invariant` for a channel that is not ASCII. */
export function bodyOf(frame: Frame): Buffer {
  const [channel, payload] =
    frame.kind === 'data'
      ? [frame.channel, frame.bytes]
      : ['', Buffer.from(JSON.stringify(frame.note))];
  invariant(channelPattern.test(channel), 'a channel is at most 64 characters of ASCII');
  const head = headBytes + channel.length;
  const body = Buffer.allocUnsafe(head + payload.length);
  body[0] = kinds[frame.kind];
  body[1] = channel.length;
  body.writeDoubleLE(frame.receivedAt, 2);
  body.write(channel, headBytes, 'latin1');
  body.set(payload, head);
  return body;
}

/** Whether a frame of this size can be stored. */
export const isStorable = (bytes: number): boolean => bytes + headBytes + 64 <= frameBytesMax;

/**
 * The frame in a body; its bytes are a view of the given ones. Throws `CorruptJournal` if invalid.
 */
export function frameOf(stored: Uint8Array, where: string): Frame {
  const body = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  if (body.length < headBytes) throw impossible(where);
  const start = headBytes + (body[1] as number);
  const receivedAt = body.readDoubleLE(2);
  if (start > body.length || !Number.isSafeInteger(receivedAt)) throw impossible(where);
  const payload = body.subarray(start);
  if (body[0] === kinds.data) {
    const channel = body.toString('latin1', headBytes, start);
    return { kind: 'data', receivedAt, channel, bytes: payload };
  }
  if (body[0] !== kinds.note) throw impossible(where);
  return { kind: 'note', receivedAt, note: readNote(payload, where) };
}

function readNote(payload: Uint8Array, where: string) {
  try {
    return feedNoteSchema.parse(JSON.parse(noteDecoder.decode(payload)));
  } catch (cause) {
    throw corruptJournal('a note of the recording cannot be read', { where, cause });
  }
}

function impossible(where: string): Error {
  return corruptJournal('a frame is impossible', { where });
}
