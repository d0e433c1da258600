/** The bytes of a script, whatever its content. */

import { readFile, stat } from 'node:fs/promises';
import { invalidInput, isFailure } from '#values';

/** The largest script that is read, in bytes: some two million rows. */
const scriptBytesMax = 64 * 1024 * 1024;

/** Reads a script. `InvalidInput` names the file when it is missing, not a file, or too large. */
export async function scriptBytes(file: string): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    // A pipe or a device would be read forever.
    if (!found.isFile()) throw invalidInput('the script is not a file', { where: file });
    if (found.size > scriptBytesMax) throw tooLarge(file, found.size);
    return await readFile(file);
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? 'an unknown error';
    throw invalidInput('the script cannot be read', { where: file, found: code, cause });
  }
}

function tooLarge(file: string, bytes: number): Error {
  return invalidInput('the script is too large', {
    where: file,
    expected: `${scriptBytesMax} bytes at most`,
    found: `${bytes} bytes`,
  });
}
