/** The messages of one partition in an append-only file; opening it cuts off a torn tail. */

import {
  appendFileSync,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { corruptJournal, unavailable } from '#values';
import type { OutgoingMessage } from '../log/message-log.js';
import { decodeBody, encodeRecord, recordAt, recordHeadBytes } from './message-record.js';
import type { RecordedMessage } from './message-record.js';
import type { MessageStore } from './message-store.js';

/** Bytes per read while a file is opened. */
const windowBytes = 1 << 22;

/**
 * Opens or creates the file. Moves anything after its last whole record to `<path>.torn`. `CorruptJournal` if a
 * damaged record is followed by others, `Unavailable` if the file cannot be opened.
 */
export function openMessageFile(path: string): MessageStore {
  const file = openedFile(path);
  const starts: number[] = [];
  let size = scan(path, file, starts);

  return {
    get end() {
      return starts.length;
    },
    append(messages: readonly OutgoingMessage[], timestampMs: number): void {
      const records = messages.map((message) => encodeRecord(message, timestampMs));
      writeWhole(path, file, Buffer.concat(records), size);
      for (const record of records) {
        starts.push(size);
        size += record.length;
      }
    },
    read(from: number, bytesMax: number): RecordedMessage[] {
      const start = starts[from];
      if (start === undefined) return [];
      let until = from + 1;
      while (until < starts.length && (starts[until + 1] ?? size) - start <= bytesMax) until++;
      const bytes = readWhole(path, file, start, (starts[until] ?? size) - start);
      const messages: RecordedMessage[] = [];
      for (let offset = from; offset < until; offset++) {
        const at = (starts[offset] ?? size) - start + recordHeadBytes;
        messages.push(decodeBody(bytes.subarray(at, (starts[offset + 1] ?? size) - start)));
      }
      return messages;
    },
    close(): void {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

function openedFile(path: string): number {
  try {
    closeSync(openSync(path, 'a'));
    return openSync(path, 'r+');
  } catch (cause) {
    throw unavailable('a segment of the log cannot be opened', { where: path, cause });
  }
}

/** Notes where each record starts; returns the size of the intact part. */
function scan(path: string, file: number, starts: number[]): number {
  const { size } = fstatSync(file);
  let at = 0;
  let windowStart = 0;
  let window: Buffer = Buffer.alloc(0);
  while (at < size) {
    let found = recordAt(window.subarray(at - windowStart));
    if (found === 'torn' && windowStart + window.length < size) {
      const rest = size - at;
      const wanted = Math.max(windowBytes, (window.length - (at - windowStart)) * 2);
      windowStart = at;
      window = readWhole(path, file, at, Math.min(rest, wanted));
      continue;
    }
    if (found === 'broken' && isLast(window.subarray(at - windowStart), size - at)) found = 'torn';
    if (found === 'torn') return cutTail(path, file, at, size);
    if (found === 'broken') throw damaged(path, starts.length, at);
    starts.push(at);
    at += found;
  }
  return size;
}

/** Whether a damaged record is the end of the file: an interrupted write, or a tail of zeros. */
function isLast(bytes: Buffer, rest: number): boolean {
  const length = bytes.readUInt32LE(0);
  if (length === 0) return bytes.length === rest && bytes.every((byte) => byte === 0);
  return recordHeadBytes + length === rest;
}

function damaged(path: string, offset: number, at: number): Error {
  return corruptJournal('a message in the log is damaged', {
    where: `${path}: offset ${offset}, byte ${at}`,
    expected: 'bytes with the CRC-32 in front of them',
  });
}

function cutTail(path: string, file: number, from: number, size: number): number {
  appendFileSync(`${path}.torn`, readWhole(path, file, from, size - from));
  ftruncateSync(file, from);
  return from;
}

/** Writes all bytes at the end, or undoes the write. */
function writeWhole(path: string, file: number, bytes: Buffer, size: number): void {
  try {
    for (let at = 0; at < bytes.length;) {
      at += writeSync(file, bytes, at, bytes.length - at, size + at);
    }
  } catch (cause) {
    ftruncateSync(file, size);
    const found = cause instanceof Error ? cause.message : String(cause);
    throw unavailable('the log cannot be written', { where: path, found, cause });
  }
}

function readWhole(path: string, file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  try {
    for (let at = 0; at < length;) {
      const count = readSync(file, bytes, at, length - at, from + at);
      if (count === 0) throw new Error(`the file ends at byte ${from + at}`);
      at += count;
    }
    return bytes;
  } catch (cause) {
    throw unavailable('the log cannot be read', { where: path, cause });
  }
}
