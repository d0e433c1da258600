/**
 * A data set's store for the columns of its parsed bars: memory up to a limit, beyond it a
 * temporary file.
 */

import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant, unavailable } from '#values';
import { fileInput, type ByteInput } from '../rows/byte-input.js';

/** Bytes of columns that a data set holds in memory: a million minute bars of four prices. */
const heldBytesMax = 32 * 1024 * 1024;

/** Bytes in memory, which threads share, or their position in the temporary file. */
export type Block = SharedArrayBuffer | number;

export interface ColumnStoreOptions {
  readonly bytesMax?: number;
  /** Where to create the folder for the temporary file; defaults to the system's. */
  readonly folder?: string;
  /** The temporary file of a store in another thread, for reading. */
  readonly path?: string | undefined;
  /** For tests: writes to the temporary file. */
  readonly write?: (file: number, bytes: Uint8Array, position: number) => number;
}

/** Owned and closed by one data set. */
export class ColumnStore {
  /** End of the temporary file. */
  end = 0;
  /** Bytes in memory. */
  heldBytes = 0;
  private folder: string | undefined;
  private file: number | undefined;
  /** The read side of the file, separate from the write side. */
  private input: ByteInput | undefined;
  private isFull = false;
  private staging = new ArrayBuffer(0);
  private readonly removeAtExit = (): void => this.close();

  constructor(private readonly options: ColumnStoreOptions = {}) {}

  /** Path of the temporary file; undefined while everything is in memory. */
  get path(): string | undefined {
    return this.folder === undefined ? this.options.path : join(this.folder, 'columns');
  }

  /**
   * Keeps a block of `size` bytes that `write` fills. Undefined if the disk is full, and from then
   * on for all blocks that do not fit in memory.
   */
  add(size: number, write: (bytes: ArrayBufferLike) => void): Block | undefined {
    if (this.heldBytes + size <= (this.options.bytesMax ?? heldBytesMax)) {
      const bytes = new SharedArrayBuffer(size);
      write(bytes);
      this.heldBytes += size;
      return bytes;
    }
    if (this.isFull) return undefined;
    if (this.staging.byteLength < size) this.staging = new ArrayBuffer(size);
    write(this.staging);
    return this.spill(new Uint8Array(this.staging, 0, size));
  }

  /** Frees the memory of blocks that are no longer needed. */
  release(blocks: readonly Block[]): void {
    for (const block of blocks) if (typeof block !== 'number') this.heldBytes -= block.byteLength;
  }

  /** Discards what was added to the temporary file after this position. */
  cut(end: number): void {
    this.end = end;
    if (this.file !== undefined) ftruncateSync(this.file, end);
  }

  /** Fills `target` from the temporary file. */
  read(target: Uint8Array, position: number): void {
    invariant(this.path !== undefined, 'what is not in memory is in the temporary file');
    const input = (this.input ??= fileInput(this.path, 'temporary columns'));
    if (input.read(target, position) === target.length) return;
    throw unavailable('the file has been cut', { where: input.name });
  }

  /** Removes the temporary file. Safe to call twice. */
  close(): void {
    process.removeListener('exit', this.removeAtExit);
    this.input?.close();
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    this.folder = undefined;
  }

  private spill(bytes: Uint8Array): number | undefined {
    const position = this.end;
    const write = this.options.write ?? writeAt;
    try {
      const file = (this.file ??= this.open());
      for (let written = 0; written < bytes.length;) {
        written += write(file, bytes.subarray(written), position + written);
      }
    } catch {
      // A full disk is not a failure: the bars are parsed again from their own file.
      this.isFull = true;
      return undefined;
    }
    this.end += bytes.length;
    return position;
  }

  private open(): number {
    const folder = mkdtempSync(join(this.options.folder ?? tmpdir(), 'tapefold-columns-'));
    this.folder = folder;
    process.once('exit', this.removeAtExit);
    return openSync(join(folder, 'columns'), 'wx', 0o600);
  }
}

function writeAt(file: number, bytes: Uint8Array, position: number): number {
  return writeSync(file, bytes, 0, bytes.length, position);
}
