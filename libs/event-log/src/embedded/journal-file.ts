/** A journal in an append-only file: written in batches, resumed and verified by writing it again. */

import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { conflict, corruptJournal, invariant, unavailable } from '#values';
import type { JournalEvent } from '#contracts';
import type { JournalSummary, JournalWriter } from '../journal.js';
import { JournalChain } from './journal-chain.js';
import { readJournal } from './journal-reader.js';

const batchRecordsDefault = 4096;
/** A batch ends early beyond this size, so that a thousand journals fit into memory. */
const batchBytesMax = 1 << 18;

/** Files kept open between writes; journals beyond are opened for each, so that a thousand find room. */
const openMax = 64;
let openFiles = 0;

export interface JournalFileOptions {
  /** Records a write; the bytes in the file do not depend on it. */
  readonly batchRecords?: number;
  /** Bytes that stand in the file already: what is written must repeat them. */
  readonly existingBytes?: number;
  /** Compares only; bytes beyond the existing ones are an error. */
  readonly readOnly?: boolean;
}

/** Opens a new journal file. `Conflict` when there is one, `Unavailable` when it cannot be created. */
export function createJournal(path: string, options: JournalFileOptions = {}): JournalWriter {
  if (existsSync(path)) throw conflict('there is a journal already', { where: path });
  try {
    closeSync(openSync(path, 'wx'));
  } catch (cause) {
    throw unavailable('the journal cannot be created', { where: path, cause });
  }
  return new JournalFile(path, options);
}

/**
 * Opens a journal whose run ended early. A torn tail is moved into `<path>.torn` first. The run is then
 * done again from its start: what it appends is compared with the file as far as that goes, and
 * written from there on. A difference is `CorruptJournal`.
 */
export function resumeJournal(
  path: string,
  options: Pick<JournalFileOptions, 'batchRecords'> = {},
): { writer: JournalWriter; tornBytes: number; records: number } {
  invariant(existsSync(path), 'a journal that is resumed exists');
  const scan = readJournal(path);
  if (scan.tornBytes > 0) setAside(path, scan.bytes, scan.tornBytes);
  const writer = new JournalFile(path, { ...options, existingBytes: scan.bytes });
  return { writer, tornBytes: scan.tornBytes, records: scan.records };
}

/** A writer that only compares: `CorruptJournal` at the first byte that differs. */
export function compareWithJournal(path: string, bytes: number): JournalWriter {
  return new JournalFile(path, { existingBytes: bytes, readOnly: true });
}

function setAside(path: string, from: number, length: number): void {
  const torn = new Uint8Array(length);
  inFile(path, 'r', (file) => readSync(file, torn, 0, length, from));
  appendFileSync(`${path}.torn`, torn);
  truncateSync(path, from);
}

class JournalFile implements JournalWriter {
  private readonly chain = new JournalChain();
  private written = 0;
  private pending = 0;
  /** The file, where it is kept open. */
  private file: number | undefined;
  private readonly batchRecords: number;
  private existing: number;

  constructor(
    private readonly path: string,
    private readonly options: JournalFileOptions,
  ) {
    this.batchRecords = options.batchRecords ?? batchRecordsDefault;
    this.existing = options.existingBytes ?? 0;
  }

  append(event: JournalEvent): void {
    this.chain.append(event);
    this.pending++;
    if (this.pending >= this.batchRecords || this.chain.buffer.length >= batchBytesMax) {
      this.flush();
    }
  }

  flush(): void {
    const { bytes, length } = this.chain.buffer;
    const compared = Math.min(length, Math.max(0, this.existing - this.written));
    if (compared > 0) this.compare(bytes.subarray(0, compared));
    if (compared < length) this.write(bytes.subarray(compared, length));
    this.written += length;
    this.pending = 0;
    this.chain.taken();
  }

  close(): JournalSummary {
    const hash = this.chain.close();
    try {
      this.flush();
      if (this.existing > this.written) throw this.differs(this.written, 'the end');
      if (this.options.readOnly !== true) this.sync();
    } finally {
      this.release();
    }
    return { hash, records: this.chain.records, bytes: this.written };
  }

  abandon(): void {
    try {
      if (this.options.readOnly !== true) this.flush();
    } finally {
      this.release();
    }
  }

  private write(bytes: Uint8Array): void {
    if (this.options.readOnly === true) throw this.differs(this.existing, 'more records');
    try {
      this.keepOpen();
      if (this.file === undefined) inFile(this.path, 'a', (file) => writeAll(file, bytes));
      else writeAll(this.file, bytes);
    } catch (cause) {
      throw unavailable('the journal cannot be written', { where: this.path, cause });
    }
  }

  private compare(bytes: Uint8Array): void {
    const stored = new Uint8Array(bytes.length);
    inFile(this.path, 'r', (file) => readSync(file, stored, 0, stored.length, this.written));
    if (Buffer.from(stored).equals(bytes)) return;
    const at = stored.findIndex((byte, index) => byte !== bytes[index]);
    throw this.differs(this.written + at, 'other bytes');
  }

  private differs(offset: number, found: string): Error {
    return corruptJournal('the run does not repeat its journal', {
      where: `${this.path}: ${recordAt(this.path, offset)}`,
      expected: 'the bytes in the file',
      found,
    });
  }

  private sync(): void {
    if (this.file === undefined) inFile(this.path, 'r+', fsyncSync);
    else fsyncSync(this.file);
  }

  private keepOpen(): void {
    if (this.file !== undefined || openFiles >= openMax) return;
    this.file = openSync(this.path, 'a');
    openFiles++;
  }

  private release(): void {
    if (this.file === undefined) return;
    closeSync(this.file);
    this.file = undefined;
    openFiles--;
  }
}

function inFile(path: string, flags: 'r' | 'r+' | 'a', use: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** Which record stands at a byte, in words. */
function recordAt(path: string, offset: number): string {
  let seq = 0;
  try {
    readJournal(path, (record) => {
      if (record.offset <= offset) seq = record.seq;
    });
  } catch {
    // The chain is broken as well: the byte alone has to do.
  }
  return seq === 0 ? `byte ${offset}` : `record ${seq}, byte ${offset}`;
}
