/** Bytes with random access: a file on disk, or a text that a program made. */

import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { invalidInput, unavailable } from '#values';

export interface ByteInput {
  /** For messages: the path inside the data set. */
  readonly name: string;
  readonly size: number;
  /** Fills `target` from `position` as far as there are bytes; returns the number read. Synchronous. */
  read(target: Uint8Array, position: number): number;
  /** Whether the file was written to since it was opened, judging by its times and size; always false in memory. */
  hasChanged?(): boolean;
  /** Safe to call twice. */
  close(): void;
}

/** Opens a file. Throws `InvalidInput` if it does not exist or is not a file, `Unavailable` if it cannot be read. */
export function fileInput(path: string, name: string): ByteInput {
  let descriptor: number | undefined = openForReading(path, name);
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) {
    closeSync(descriptor);
    throw invalidInput('expected a file', { where: name });
  }
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

/** Text written by a person. Throws `InvalidInput` above `bytesMax` bytes, `Unavailable` if it cannot be read. */
export function boundedText(path: string, where: string, bytesMax: number): string {
  if (statSync(path).size > bytesMax) throw invalidInput('the file is too long', { where });
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unavailable('the file cannot be read', { where, cause });
  }
}

/**
 * Throws `InvalidInput` if reading ended before byte `expected`: the end of the bytes alone does not tell the end of a
 * file from that of one that was cut after it was opened.
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

/** SHA-256 of all bytes, lower-case hex, read in blocks. Throws `InvalidInput` if the file was cut meanwhile. */
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

/** An input that is hashed while it is read from start to end: the hash covers exactly the parsed bytes. */
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

function openForReading(path: string, name: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw invalidInput('no such file', { where: name, cause });
    }
    throw unavailable('the file cannot be read', { where: name, found: String(code), cause });
  }
}
