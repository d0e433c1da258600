/** The bytes of a message in a segment file: length, CRC-32, then time, key, headers and value. */

import { crc32 } from 'node:zlib';
import type { OutgoingMessage } from '../log/message-log.js';

/** A message without its position. */
export interface RecordedMessage {
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timestampMs: number;
}

/** Length of the body and its CRC-32, 4 bytes each, little endian. */
export const recordHeadBytes = 8;
/** In the body before the texts: the time as a double, the lengths of key and headers in bytes. */
const bodyHeadBytes = 16;

/** One record: the head, followed by the body it describes. */
export function encodeRecord(message: OutgoingMessage, timestampMs: number): Buffer {
  const headers = message.headers === undefined ? '' : JSON.stringify(message.headers);
  const keyBytes = Buffer.byteLength(message.key);
  const headerBytes = Buffer.byteLength(headers);
  const length = bodyHeadBytes + keyBytes + headerBytes + Buffer.byteLength(message.value);
  const record = Buffer.allocUnsafe(recordHeadBytes + length);
  const body = record.subarray(recordHeadBytes);
  body.writeDoubleLE(timestampMs, 0);
  body.writeUInt32LE(keyBytes, 8);
  body.writeUInt32LE(headerBytes, 12);
  body.write(message.key, bodyHeadBytes);
  body.write(headers, bodyHeadBytes + keyBytes);
  body.write(message.value, bodyHeadBytes + keyBytes + headerBytes);
  record.writeUInt32LE(length, 0);
  record.writeUInt32LE(crc32(body), 4);
  return record;
}

/** The message in a body whose CRC-32 was verified. */
export function decodeBody(body: Buffer): RecordedMessage {
  const keyEnd = bodyHeadBytes + body.readUInt32LE(8);
  const headersEnd = keyEnd + body.readUInt32LE(12);
  const headers = body.toString('utf8', keyEnd, headersEnd);
  return {
    key: body.toString('utf8', bodyHeadBytes, keyEnd),
    value: body.toString('utf8', headersEnd),
    headers: headers === '' ? {} : (JSON.parse(headers) as Record<string, string>),
    timestampMs: body.readDoubleLE(0),
  };
}

/** What `bytes` starts with: a whole record's length, `torn` if the record extends beyond them, or `broken`. */
export function recordAt(bytes: Buffer): number | 'torn' | 'broken' {
  if (bytes.length < recordHeadBytes) return 'torn';
  const length = bytes.readUInt32LE(0);
  const end = recordHeadBytes + length;
  if (length < bodyHeadBytes) return 'broken';
  if (bytes.length < end) return 'torn';
  return crc32(bytes.subarray(recordHeadBytes, end)) === bytes.readUInt32LE(4) ? end : 'broken';
}
