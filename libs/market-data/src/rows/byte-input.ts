/** Bytes with random access: a file on disk, or a text that a program made. */

import { closeSync, fstatSync, readSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { invalidInput, unavailable } from '#values';
import { openRegular } from '#files';

export interface ByteInput {
  /** For messages: the path inside the data set. */
  readonly name: string;
  readonly size: number;
  /**
   * Fills `target` from `position` as far as there are bytes; returns the number read. Synchronous.
   */
  read(target: Uint8Array, position: number): number;
  /**
   * Whether the file was written to since it was opened, judging by its times and size; always
   * false in memory.
   */
  hasChanged?(): boolean;
  /** Safe to call twice. */
  close(): void;
}

/** Opens a file. Throws like `openRegular`. */
export function fileInput(path: string, name: string): ByteInput {
  const opened = openRegular(path, name);
  let descriptor: number | undefined = opened.descriptor;
  const stat = opened.stats;
  return {
    name,
    size: stat.size,
    read: (target, position) => {
      if (descriptor === undefined) throw unavailable('the file is closed', { where: name });
      let filled = 0;
      while (filled < target.length) {
        const read = readSync(
          descriptor,
          target,
          filled,
          target.length - filled,
          position + filled,
        );
        if (read === 0) break;
        filled += read;
      }
      return filled;
    },
    hasChanged: () => {
      const now = fstatSync(descriptor as number);
      return now.mtimeMs !== stat.mtimeMs || now.ctimeMs !== stat.ctimeMs || now.size !== stat.size;
    },
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/**
 * Throws `InvalidInput` if reading ended before byte `expected`: the end of the bytes alone does
 * not tell the end of a file from that of one that was cut after it was opened.
 */
export function requireReadTo(found: number, expected: number, where: string): void {
  if (found >= expected) return;
  throw invalidInput('the file was cut while it was read', {
    where,
    expected: `${expected} bytes`,
    found: `${found} bytes`,
  });
}

/** Bytes in memory as an input. */
export function memoryInput(name: string, bytes: Uint8Array): ByteInput {
  return {
    name,
    size: bytes.length,
    read: (target, position) => {
      const part = bytes.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
    close: () => undefined,
  };
}

/**
 * SHA-256 of all bytes, lower-case hex, read in blocks. Throws `InvalidInput` if the file was
 * cut meanwhile.
 */
export function hashOfInput(input: ByteInput): string {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(1 << 18);
  for (let position = 0; position < input.size;) {
    const read = input.read(block, position);
    if (read === 0) requireReadTo(position, input.size, input.name);
    hash.update(block.subarray(0, read));
    position += read;
  }
  return hash.digest('hex');
}

/**
 * An input that is hashed while it is read from start to end: the hash covers exactly
 * the parsed bytes.
 */
interface HashedInput extends ByteInput {
  /** SHA-256 of all bytes, lower-case hex; undefined unless all of them were read in order. */
  digest(): string | undefined;
}

export function hashedInput(input: ByteInput): HashedInput {
  const hash = createHash('sha256');
  let hashed = 0;
  return {
    name: input.name,
    size: input.size,
    read: (target, position) => {
      const read = input.read(target, position);
      if (position !== hashed) return read;
      hash.update(target.subarray(0, read));
      hashed += read;
      return read;
    },
    digest: () => (hashed === input.size ? hash.copy().digest('hex') : undefined),
    close: () => input.close(),
  };
}
