/**
 * Encrypts the run's messages to a module's process: every thread of a process can read its pipes,
 * and these may hold facts that have not been released. The key goes first, and is read before any
 * user code runs.
 */

import { createCipheriv, createDecipheriv, randomBytes, type Decipheriv } from 'node:crypto';

const cipher = 'aes-256-ctr';
const keyBytes = 32;
const vectorBytes = 16;

/** Seals a stream from its first byte on: the bytes to send in its place. */
export function sealer(): (bytes: Uint8Array) => Buffer {
  const head = randomBytes(keyBytes + vectorBytes);
  const sealing = createCipheriv(cipher, head.subarray(0, keyBytes), head.subarray(keyBytes));
  let isFirst = true;
  return (bytes) => {
    const sealed = sealing.update(bytes);
    if (!isFirst) return sealed;
    isFirst = false;
    return Buffer.concat([head, sealed]);
  };
}

/** Opens what `sealer` made, in whatever chunks it comes. */
export function unsealer(): (chunk: Buffer) => Buffer {
  let head = Buffer.alloc(0);
  let opening: Decipheriv | undefined;
  return (chunk) => {
    if (opening !== undefined) return opening.update(chunk);
    head = Buffer.concat([head, chunk]);
    if (head.length < keyBytes + vectorBytes) return Buffer.alloc(0);
    const vector = head.subarray(keyBytes, keyBytes + vectorBytes);
    opening = createDecipheriv(cipher, head.subarray(0, keyBytes), vector);
    return opening.update(head.subarray(keyBytes + vectorBytes));
  };
}
