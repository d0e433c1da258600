/** Unpacks gzip to its last byte: an archive that was cut, or goes on in another form, is refused. */

import { gunzipSync } from 'node:zlib';
import { invalidInput } from '#values';

/**
 * The contents of all members of a gzip file; zeros may follow the last one. Throws `InvalidInput` for one that is cut
 * or damaged. `where` is for messages.
 */
export function unpacked(packed: Uint8Array, where: string): Buffer {
  const { buffer, engine } = membersOf(packed, where);
  // The library ignores whatever follows a member without being one: the rest of the rows, if a byte there is damaged.
  const read = engine.bytesWritten;
  if (packed.subarray(read).every((byte) => byte === 0)) return buffer;
  throw invalidInput('the archive was not read whole', {
    where,
    expected: `${packed.length} bytes of gzip`,
    found: `${read} bytes of gzip, and others after them`,
  });
}

interface Unpacked {
  readonly buffer: Buffer;
  /** Its `bytesWritten` is the number of packed bytes that were used. */
  readonly engine: { readonly bytesWritten: number };
}

function membersOf(packed: Uint8Array, where: string): Unpacked {
  try {
    // With `info`, which the types of Node do not know, the function also returns its engine.
    return gunzipSync(packed, { info: true }) as unknown as Unpacked;
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw invalidInput('the archive cannot be unpacked', { where, found, cause });
  }
}
