/** A file of another encoding as UTF-8, block by block. */

import { invalidInput } from '#values';
import type { DialectKeys } from '../manifest/dialect.js';
import type { ByteInput } from './byte-input.js';

/**
 * The input itself where it is UTF-8. Otherwise bytes that can be read once, from the start to the end; their number is
 * not known. `InvalidInput` where UTF-16 is broken.
 */
export function decodedInput(input: ByteInput, { encoding }: DialectKeys): ByteInput {
  if (encoding === undefined || encoding === 'utf-8') return input;
  const block = new Uint8Array(1 << 16);
  const decoder = new TextDecoder(encoding, { fatal: true });
  /** Where the next byte stands in `input`; what is decoded, and where it begins. */
  let [source, start, pending] = [0, 0, Buffer.alloc(0)];
  const decodeBlock = (): boolean => {
    const read = input.read(block, source);
    source += read;
    start += pending.length;
    try {
      pending = Buffer.from(decoder.decode(block.subarray(0, read), { stream: read > 0 }));
    } catch {
      throw invalidInput('the text cannot be decoded', { where: input.name, expected: encoding });
    }
    return read > 0;
  };
  const read = (target: Uint8Array, position: number): number => {
    let filled = 0;
    do {
      const part = pending.subarray(position + filled - start).subarray(0, target.length - filled);
      target.set(part, filled);
      filled += part.length;
    } while (filled < target.length && decodeBlock());
    return filled;
  };
  return { ...input, size: Infinity, read };
}
