/** A journal in an append-only file: written in batches; resumed and verified by rewriting it. */

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
import { isPrelude, type JournalEvent } from '#contracts';
import type { JournalSummary, JournalWriter } from '../log/journal.js';
import { JournalChain } from './journal-chain.js';
import { differenceWords, utcDateName, type DifferenceNames } from './journal-difference.js';
import { readJournal, type PlacedRecord } from './journal-reader.js';

const batchRecordsDefault = 4096;
/**
 * Maximum bytes of a batch: of a thousand journals, each keeps its buffer, which is the
 * next power of two.
 */
const batchBytesMax = 3 << 15;

/**
 * Maximum files kept open between writes; further journals reopen theirs for each write, so a
 * thousand can coexist.
 */
const openMax = 64;
let openFiles = 0;

interface JournalFileOptions {
  /** Records per write; does not affect the bytes in the file. */
  readonly batchRecords?: number;
  /** Bytes already in the file: new output must repeat them. */
  readonly existingBytes?: number;
  /** Only compares; bytes beyond the existing ones are an error. */
  readonly readOnly?: boolean;
  /** The file may continue after the compared part. */
  readonly isPrefix?: boolean;
  /** Names a moment of the run in a difference; by default its date in UTC. */
  readonly nameOf?: DifferenceNames['nameOf'] | undefined;
}

/** Creates a journal file. `Conflict` if it exists, `Unavailable` if it cannot be created. */
export function createJournal(path: string, options: JournalFileOptions = {}): JournalWriter {
  if (existsSync(path)) throw conflict('a journal already exists', { where: path });
  try {
    closeSync(openSync(path, 'wx'));
  } catch (cause) {
    throw unavailable('the journal cannot be created', { where: path, cause });
  }
  return new JournalFile(path, options);
}

/**
 * Opens a journal whose run ended early. First moves a torn tail to `<path>.torn`, along with
 * preludes of a missing decision: the agent may answer differently when asked again. The run is
 * then repeated from its start: its output is compared with the existing file, and appended after
 * its end. A difference is `CorruptJournal`.
 */
export function resumeJournal(
  path: string,
  options: Pick<JournalFileOptions, 'batchRecords' | 'nameOf'> = {},
): { writer: JournalWriter; tornBytes: number; records: number } {
  invariant(existsSync(path), 'a journal that is resumed exists');
  const { bytes, tornBytes, records } = intactPart(path);
  if (tornBytes > 0) writing(path, () => moveTornTail(path, bytes, tornBytes));
  const writer = new JournalFile(path, { ...options, existingBytes: bytes });
  return { writer, tornBytes, records };
}

/** The length of the complete records of a journal, without preludes at its end. */
function intactPart(path: string): { bytes: number; tornBytes: number; records: number } {
  let prelude: PlacedRecord | undefined;
  const scan = readJournal(path, (record) => {
    prelude = isPrelude(record.event) ? (prelude ?? record) : undefined;
  });
  const { bytes, tornBytes, records } = scan;
  if (prelude === undefined) return { bytes, tornBytes, records };
  const { offset, seq } = prelude;
  return { bytes: offset, tornBytes: tornBytes + bytes - offset, records: seq - 1 };
}

/**
 * A writer that only compares: `CorruptJournal` at the first differing byte, with a description of
 * the difference.
 */
export function compareWithJournal(
  path: string,
  bytes: number,
  options: Pick<JournalFileOptions, 'nameOf' | 'isPrefix'> = {},
): JournalWriter {
  return new JournalFile(path, { ...options, existingBytes: bytes, readOnly: true });
}

function moveTornTail(path: string, from: number, length: number): void {
  const torn = new Uint8Array(length);
  inFile(path, 'r', (file) => readSync(file, torn, 0, length, from));
  appendFileSync(`${path}.torn`, torn);
  truncateSync(path, from);
}

class JournalFile implements JournalWriter {
  private readonly chain = new JournalChain();
  private written = 0;
  private pending = 0;
  /** Events of the batch to be compared: a difference is described by their content. */
  private readonly compared: JournalEvent[] = [];
  /** The file, if it is kept open. */
  private file: number | undefined;
  private readonly batchRecords: number;
  private existing: number;
  /**
   * Whether a write has failed: part of its bytes may be in the file, so nothing may be
   * appended after them.
   */
  private hasFailed = false;

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
    if (this.options.readOnly === true || this.written < this.existing) this.compared.push(event);
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
    this.compared.length = 0;
    this.chain.taken();
  }

  close(): JournalSummary {
    return this.keep(this.chain.close());
  }

  pause(): JournalSummary {
    return this.keep(this.chain.reached);
  }

  private keep(hash: string): JournalSummary {
    try {
      // The last records and what makes them durable share one opening of the file.
      if (this.options.readOnly !== true) writing(this.path, () => this.keepOpen(Infinity));
      this.flush();
      const hasMore = this.existing > this.written && this.options.isPrefix !== true;
      if (hasMore) throw this.differs(this.written, 'the end');
      if (this.options.readOnly !== true) writing(this.path, () => this.sync());
    } finally {
      this.release();
    }
    return { hash, records: this.chain.records, bytes: this.written };
  }

  abandon(): void {
    try {
      if (this.options.readOnly !== true && !this.hasFailed) this.flush();
    } finally {
      this.release();
    }
  }

  private write(bytes: Uint8Array): void {
    if (this.options.readOnly === true) throw this.differs(this.existing, 'more records');
    this.hasFailed = true;
    writing(this.path, () => {
      this.keepOpen(openMax);
      if (this.file === undefined) inFile(this.path, 'a', (file) => writeAll(file, bytes));
      else writeAll(this.file, bytes);
    });
    this.hasFailed = false;
  }

  private compare(bytes: Uint8Array): void {
    const stored = new Uint8Array(bytes.length);
    inFile(this.path, 'r', (file) => readSync(file, stored, 0, stored.length, this.written));
    if (Buffer.from(stored).equals(bytes)) return;
    const at = stored.findIndex((byte, index) => byte !== bytes[index]);
    throw this.differs(this.written + at, `bytes ${hex(bytes, at)}`, `bytes ${hex(stored, at)}`);
  }

  /** The failure where run and journal diverge: in words, with the record and the byte. */
  private differs(offset: number, found: string, expected = 'the bytes in the file'): Error {
    const { seq, repeats, recorded, only } = recordAt(this.path, offset, this.existing);
    const before = this.chain.records - this.compared.length;
    const now = this.compared[repeats - before - 1];
    const { nameOf = utcDateName } = this.options;
    return corruptJournal('the run does not repeat its journal', {
      summary: differenceWords({ recorded, now }, { only, nameOf }),
      where: `${this.path}: ${seq === 0 ? '' : `record ${seq}, `}byte ${offset}`,
      expected,
      found,
    });
  }

  private sync(): void {
    if (this.file !== undefined) fsyncSync(this.file);
  }

  /** Opens the file for further writes too, unless `most` files are open. */
  private keepOpen(most: number): void {
    if (this.file !== undefined || openFiles >= most) return;
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

function inFile(path: string, flags: 'r' | 'a', use: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    throw unavailable('the journal cannot be written', { where: path, cause });
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** Up to eight bytes from an offset. */
function hex(bytes: Uint8Array, at: number): string {
  const shown = Buffer.from(bytes.subarray(at, at + 8)).toString('hex');
  return shown.replace(/(..)(?!$)/g, '$1 ');
}

/**
 * The number and event of the record at a byte; no event after `end`, where the run has nothing to
 * repeat. `repeats`: the number of the record that the run produces there.
 */
function recordAt(path: string, offset: number, end: number) {
  let seq = 0;
  let repeats = 0;
  let recorded: JournalEvent | undefined;
  let only: string | undefined;
  try {
    readJournal(path, ({ event, ...record }) => {
      if (record.offset > offset) return;
      if (event.type === 'RunOpened' && event.symbols.length === 1) only = event.symbols[0];
      seq = record.seq;
      repeats = record.offset < end ? seq : repeats;
      recorded = event;
    });
  } catch {
    // The chain is broken as well: use what was read up to there.
  }
  return offset < end ? { seq, repeats, recorded, only } : { seq, repeats: repeats + 1, only };
}
