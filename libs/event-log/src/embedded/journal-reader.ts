/**
 * Reads a journal file block by block, checks its chain, and reports where it is torn or altered.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { corruptJournal, isFailure } from '#values';
import { openRegular } from '#files';
import { ByteReader, JournalCodec, type JournalEvent } from '#contracts';
import { blockRecords } from '../log/journal.js';
import { journalMagic, sealBytes, sealMark } from './journal-chain.js';

const chunkBytes = 1 << 20;

/** A record with its number in the journal, from 1, and the byte at which it starts. */
export interface PlacedRecord {
  readonly seq: number;
  readonly offset: number;
  readonly event: JournalEvent;
}

/** The result of reading a whole journal. */
export interface JournalScan {
  /** Whether the journal ends with `RunClosed` and its seal. */
  readonly complete: boolean;
  readonly records: number;
  /** End of the last whole record or seal; 0 if the file ends inside its first line. */
  readonly bytes: number;
  /** Bytes of a torn tail after it. */
  readonly tornBytes: number;
  /** Hash of the last seal; null before the first. */
  readonly hash: string | null;
}

/**
 * Visits the records of a journal in order and returns the result. A flipped byte, an
 * undecodable record, a seal that is missing or misplaced, or bytes after the end:
 * `CorruptJournal`, naming block, records and bytes. An incomplete last record, seal or first
 * line is a torn tail, not an error.
 */
export function readJournal(path: string, visit?: (record: PlacedRecord) => void): JournalScan {
  const { descriptor: file } = openRegular(path, path);
  try {
    return new JournalRead(path, file, visit).run();
  } finally {
    closeSync(file);
  }
}

class JournalRead {
  private readonly size: number;
  private buffer: Uint8Array = new Uint8Array(0);
  /** File offset of the buffer's first byte. */
  private base = 0;
  private reader = new ByteReader(this.buffer);
  /** Offset in the buffer up to which the block's records are hashed. */
  private hashedTo = 0;
  private readonly codec = new JournalCodec();
  private records = 0;
  private previous: Uint8Array = createHash('sha256').update(journalMagic).digest();
  private hash = createHash('sha256').update(this.previous);
  private blockStart = journalMagic.length;
  private blocks = 0;
  /** Records after the last seal. */
  private unsealed = 0;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly file: number,
    private readonly visit: ((record: PlacedRecord) => void) | undefined,
  ) {
    this.size = fstatSync(file).size;
  }

  run(): JournalScan {
    if (!this.readMagic()) return this.finish();
    for (;;) {
      if (this.reader.remaining < sealBytes && !this.readMore() && this.reader.remaining === 0)
        break;
      if (this.reader.bytes[this.reader.offset] === sealMark) {
        if (!this.readSeal()) break;
      } else if (!this.readRecord()) break;
    }
    return this.finish();
  }

  /** False if the bytes end inside the first line, as in a file that was just created. */
  private readMagic(): boolean {
    this.readMore();
    const found = this.buffer.subarray(0, journalMagic.length);
    if (!Buffer.from(journalMagic.subarray(0, found.length)).equals(found)) {
      throw corruptJournal('not a journal of a known format', {
        where: `${this.path}: bytes 0 to ${journalMagic.length}`,
      });
    }
    if (found.length < journalMagic.length) return false;
    this.reader.offset = journalMagic.length;
    this.hashedTo = journalMagic.length;
    return true;
  }

  /** False if the bytes end inside the record: a torn tail. */
  private readRecord(): boolean {
    let event: JournalEvent | undefined;
    let start = this.reader.offset;
    try {
      event = this.codec.decode(this.reader);
      while (event === undefined && this.readMore()) {
        start = this.reader.offset;
        event = this.codec.decode(this.reader);
      }
    } catch (error) {
      throw this.broken(isFailure(error) ? error.message : String(error));
    }
    if (event === undefined) return false;
    if (this.closed) throw this.broken('a record follows the last one');
    if (this.unsealed === blockRecords) throw this.broken('the seal of the block is missing');
    this.records++;
    this.unsealed++;
    if (event.type === 'RunClosed') this.closed = true;
    this.visit?.({ seq: this.records, offset: this.base + start, event });
    return true;
  }

  private readSeal(): boolean {
    if (this.reader.remaining < sealBytes && !this.readMore()) return false;
    if (this.reader.remaining < sealBytes) return false;
    const due = this.unsealed === blockRecords || (this.closed && this.unsealed > 0);
    if (!due) throw this.broken('unexpected seal');
    const at = this.reader.offset + 1;
    const found = this.reader.bytes.subarray(at, at + sealBytes - 1);
    this.hashRest();
    const expected = this.hash.digest();
    if (!timingSafeEqual(expected, found)) throw this.broken('its hash differs');
    this.previous = expected;
    this.hash = createHash('sha256').update(expected);
    this.reader.offset += sealBytes;
    this.hashedTo = this.reader.offset;
    this.blockStart = this.base + this.reader.offset;
    this.blocks++;
    this.unsealed = 0;
    return true;
  }

  private finish(): JournalScan {
    const bytes = this.base + this.reader.offset;
    const tornBytes = this.size - bytes;
    const complete = this.closed && this.unsealed === 0;
    if (complete && tornBytes > 0) throw this.broken('bytes follow the last record');
    const hash = this.blocks > 0 ? Buffer.from(this.previous).toString('hex') : null;
    return { complete, records: this.records, bytes, tornBytes, hash };
  }

  /**
   * Hashes the records since the last seal that are not hashed yet, many at a time, as
   * they were written.
   */
  private hashRest(): void {
    const { bytes, offset } = this.reader;
    if (offset > this.hashedTo) this.hash.update(bytes.subarray(this.hashedTo, offset));
    this.hashedTo = offset;
  }

  /** Drops what was read and appends the next chunk; false at the end of the file. */
  private readMore(): boolean {
    this.hashRest();
    const rest = this.buffer.subarray(this.reader.offset);
    const position = this.base + this.buffer.length;
    const wanted = Math.min(chunkBytes, this.size - position);
    const next = new Uint8Array(rest.length + wanted);
    next.set(rest);
    const read = readSync(this.file, next, rest.length, wanted, position);
    if (read === 0) return false;
    this.base += this.reader.offset;
    this.buffer = next.subarray(0, rest.length + read);
    this.reader = new ByteReader(this.buffer);
    this.hashedTo = 0;
    return true;
  }

  private broken(what: string): Error {
    const first = this.records - this.unsealed + 1;
    const at = this.base + this.reader.offset;
    const place =
      `block ${this.blocks + 1}, records from ${first}, bytes ` + `${this.blockStart} to ${at}`;
    const where = `${this.path}: ${place}`;
    return corruptJournal(`the journal was altered: ${what}`, { where });
  }
}
