/**
 * The bytes of a journal: records, and after every block of them a seal that hashes
 * everything before it.
 */

import { createHash, hash, type Hash } from 'node:crypto';
import { invariant } from '#values';
import { ByteWriter, JournalCodec, type JournalEvent } from '#contracts';
import { blockRecords } from '../log/journal.js';

/** The first bytes of every journal file; the number is the version of the file format. */
export const journalMagic = new TextEncoder().encode('TAPEFOLD JOURNAL 1\n');

/** A record never has length 0, so this byte in its place starts a seal. */
export const sealMark = 0;
export const sealBytes = 33;
const hashBytes = sealBytes - 1;

/**
 * Encodes events and seals into one growing buffer. A seal is the mark and SHA-256(previous seal's
 * hash, bytes of the block's records); the first block starts from the hash of the magic.
 */
export class JournalChain {
  readonly buffer = new ByteWriter(1 << 16);
  records = 0;
  private readonly codec = new JournalCodec();
  private previous: Uint8Array = createHash('sha256').update(journalMagic).digest();
  /** Running hash of a block whose previous seal or first bytes are not in the buffer. */
  private begun: Hash | undefined = createHash('sha256').update(this.previous);
  private hashedTo: number;
  private closed = false;

  constructor() {
    this.buffer.append(journalMagic);
    this.hashedTo = this.buffer.length;
  }

  /**
   * `RunClosed` is the last record: anything after it is an `Invariant` failure, as a reader
   * would refuse it.
   */
  append(event: JournalEvent): void {
    invariant(!this.closed, 'a journal ends with RunClosed');
    this.codec.encode(this.buffer, event);
    this.records++;
    if (event.type === 'RunClosed') this.closed = true;
    if (this.records % blockRecords === 0) this.seal();
  }

  /** Seals what follows the last seal, if anything; returns the journal's hash. */
  close(): string {
    invariant(this.closed, 'a journal is closed after RunClosed');
    if (this.records % blockRecords !== 0) this.seal();
    return Buffer.from(this.previous).toString('hex');
  }

  /** The hash that a seal here would have; changes nothing. */
  get reached(): string {
    if (this.records % blockRecords === 0) return Buffer.from(this.previous).toString('hex');
    const { bytes, length } = this.buffer;
    const from = this.begun === undefined ? this.hashedTo - hashBytes : this.hashedTo;
    const block = this.begun?.copy() ?? createHash('sha256');
    return block.update(bytes.subarray(from, length)).digest('hex');
  }

  /** Empties the buffer after its bytes were written. */
  taken(): void {
    this.begun ??= createHash('sha256').update(this.previous);
    this.hashRest(this.begun);
    this.buffer.clear();
    this.hashedTo = 0;
  }

  /** Hashes a block that directly follows the previous seal in one call together with that seal. */
  private seal(): void {
    const { bytes, length } = this.buffer;
    if (this.begun === undefined) {
      this.previous = hash('sha256', bytes.subarray(this.hashedTo - hashBytes, length), 'buffer');
    } else {
      this.hashRest(this.begun);
      this.previous = this.begun.digest();
      this.begun = undefined;
    }
    this.buffer.byte(sealMark);
    this.buffer.append(this.previous);
    this.hashedTo = this.buffer.length;
  }

  private hashRest(begun: Hash): void {
    const { bytes, length } = this.buffer;
    if (length > this.hashedTo) begun.update(bytes.subarray(this.hashedTo, length));
    this.hashedTo = length;
  }
}
