/** The bytes of a frame in a segment: length, CRC-32, then kind, receive time, channel and payload. */

import { crc32 } from 'node:zlib';
import { corruptJournal, invariant } from '#values';
import { feedNoteSchema, type Frame } from '../port/feed.js';

/** Length of the body and its CRC-32, 4 bytes each, little endian. */
export const recordHeadBytes = 8;
/** In the body: kind and length of the channel, a byte each, and the receive time as a double, little endian. */
const bodyHeadBytes = 10;
/** Limit of one body. A feed rejects larger data earlier. */
export const frameBytesMax = 1 << 26;
const channelPattern = /^[\x21-\x7e]{0,64}$/;
const kinds = { data: 1, note: 2 } as const;
const noteDecoder = new TextDecoder('utf-8', { fatal: true });

/** The record of a frame, in its own buffer. Throws `Invariant` for a channel that is not ASCII. */
export function recordOf(frame: Frame): Buffer {
  const [channel, payload] =
    frame.kind === 'data'
      ? [frame.channel, frame.bytes]
      : ['', Buffer.from(JSON.stringify(frame.note))];
  invariant(channelPattern.test(channel), 'a channel is at most 64 characters of ASCII');
  const head = recordHeadBytes + bodyHeadBytes + channel.length;
  const record = Buffer.allocUnsafe(head + payload.length);
  const body = record.subarray(recordHeadBytes);
  body[0] = kinds[frame.kind];
  body[1] = channel.length;
  body.writeDoubleLE(frame.receivedAt, 2);
  body.write(channel, bodyHeadBytes, 'latin1');
  record.set(payload, head);
  record.writeUInt32LE(body.length, 0);
  record.writeUInt32LE(crc32(body), 4);
  return record;
}

/** Whether a frame of this size can be stored. */
export const isStorable = (bytes: number): boolean => bytes + bodyHeadBytes + 64 <= frameBytesMax;

/**
 * Checks the record at `at`: returns its end, `torn` if it continues beyond the bytes, or `broken`. Only a whole
 * record is compared with its checksum.
 */
export function recordAt(bytes: Buffer, at: number): number | 'torn' | 'broken' {
  if (bytes.length - at < recordHeadBytes) return 'torn';
  const length = bytes.readUInt32LE(at);
  if (length < bodyHeadBytes || length > frameBytesMax) return 'broken';
  const end = at + recordHeadBytes + length;
  if (bytes.length < end) return 'torn';
  const sum = crc32(bytes.subarray(at + recordHeadBytes, end));
  return sum === bytes.readUInt32LE(at + 4) ? end : 'broken';
}

/**
 * Whether a broken record at `at` is an interrupted write: only zeros follow it. A disk that lost power may know
 * the new length of a file but not its contents.
 */
export function isUnfinished(bytes: Buffer, at: number): boolean {
  const length = bytes.readUInt32LE(at);
  if (length > frameBytesMax) return false;
  return bytes.subarray(at + recordHeadBytes + length).every((byte) => byte === 0);
}

/** The frame in a whole record; its bytes are a view of the given ones. Throws `CorruptJournal` if invalid. */
export function readRecord(bytes: Buffer, at: number, end: number, where: string): Frame {
  const body = at + recordHeadBytes;
  const text = body + bodyHeadBytes;
  const start = text + (bytes[body + 1] as number);
  const receivedAt = bytes.readDoubleLE(body + 2);
  if (start > end || !Number.isSafeInteger(receivedAt)) throw nonsense(where);
  const payload = bytes.subarray(start, end);
  if (bytes[body] === kinds.data) {
    const channel = bytes.toString('latin1', text, start);
    return { kind: 'data', receivedAt, channel, bytes: payload };
  }
  if (bytes[body] !== kinds.note) throw nonsense(where);
  return { kind: 'note', receivedAt, note: readNote(payload, where) };
}

function readNote(payload: Uint8Array, where: string) {
  try {
    return feedNoteSchema.parse(JSON.parse(noteDecoder.decode(payload)));
  } catch (cause) {
    throw corruptJournal('a note of the recording cannot be read', { where, cause });
  }
}

function nonsense(where: string): Error {
  return corruptJournal('a frame is impossible', { where });
}
