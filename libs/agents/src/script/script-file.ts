/** Reads a script from its file, whichever of the two formats it has. */

import { readFile, stat } from 'node:fs/promises';
import { invalidInput, isFailure } from '#values';
import { parseActionCsv } from './action-csv.js';
import { parseHerculeanTradingResult } from './herculean-trading-result.js';
import type { Script } from './script.js';

/** The largest script that is read, in bytes: some two million rows. */
export const scriptBytesMax = 64 * 1024 * 1024;

/**
 * A file that ends in `.json` is a HERCULEAN trading result, any other one is `date,symbol,action` CSV. UTF-8.
 * Every error is `InvalidInput` and names the file, with the line where there is one.
 */
export async function readScriptFile(file: string): Promise<Script> {
  const text = decoded(await bytesOf(file), file);
  return file.toLowerCase().endsWith('.json')
    ? parseHerculeanTradingResult(text, file)
    : parseActionCsv(text, file);
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    // A pipe or a device would be read for ever.
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

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidInput('the script is not UTF-8 text', { where: file, cause });
  }
}
