/** The text of a file that a command was given. */

import { readFileSync } from 'node:fs';
import { invalidInput } from '#values';
import { requireBounded, resultBytesMax } from '#files';

/** `InvalidInput` if the file cannot be read, is not a regular file, or has more than 256 MB. */
export function textIn(file: string): string {
  requireBounded(file, resultBytesMax);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const found = (cause as NodeJS.ErrnoException).code ?? 'an unknown error';
    throw invalidInput('the file cannot be read', { where: file, found, cause });
  }
}
