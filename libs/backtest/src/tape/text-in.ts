/** The text of a file that a command was given. */

import { readFileSync } from 'node:fs';
import { invalidInput } from '#values';

/** `InvalidInput` if the file cannot be read. */
export function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const found = (cause as NodeJS.ErrnoException).code ?? 'an unknown error';
    throw invalidInput('the file cannot be read', { where: file, found, cause });
  }
}
