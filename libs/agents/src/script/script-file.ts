/** Reads a script from its file, whichever of the two formats it has. */

import { invalidInput } from '#values';
import { parseActionCsv } from './action-csv.js';
import { parseHerculeanTradingResult } from './herculean-trading-result.js';
import { scriptBytes } from './script-bytes.js';
import type { Script } from './script.js';

/**
 * A file that ends in `.json` is a HERCULEAN trading result, any other one is `date,symbol,action` CSV. UTF-8.
 * Every error is `InvalidInput` and names the file, with the line where there is one.
 */
export async function readScriptFile(file: string): Promise<Script> {
  const text = decoded(await scriptBytes(file), file);
  return file.toLowerCase().endsWith('.json')
    ? parseHerculeanTradingResult(text, file)
    : parseActionCsv(text, file);
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidInput('the script is not UTF-8 text', { where: file, cause });
  }
}
