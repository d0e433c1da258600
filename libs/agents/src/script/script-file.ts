/** Reads a script from its file, in either of the two formats. */

import { invalidInput } from '#values';
import {
  isHedgingResult,
  parseHerculeanHedgingResult,
  type PairScript,
} from './herculean-hedging-result.js';
import { resultJson } from './herculean-result.js';
import { parseHerculeanTradingResult } from './herculean-trading-result.js';
import { scriptBytes } from './script-bytes.js';
import { parseActionCsv, type Script } from './script.js';

/**
 * A file that ends in `.json` is a HERCULEAN trading result, any other one is `date,symbol,action` CSV. UTF-8.
 * Every error is `InvalidInput` and names the file, with the line where there is one.
 */
export async function readScriptFile(file: string): Promise<Script> {
  const text = decoded(await scriptBytes(file), file);
  return file.toLowerCase().endsWith('.json')
    ? parseHerculeanTradingResult(resultJson(text, file), file)
    : parseActionCsv(text, file);
}

/** The same for a hedging run, whose scripts are HERCULEAN hedging results: JSON with the member `pair`. */
export async function readPairScriptFile(file: string): Promise<PairScript> {
  const value = resultJson(decoded(await scriptBytes(file), file), file);
  if (isHedgingResult(value)) return parseHerculeanHedgingResult(value, file);
  throw invalidInput('not a script of a hedging run', {
    where: file,
    expected: 'a HERCULEAN hedging result, which has the member pair',
    found: 'JSON without it',
  });
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidInput('the script is not UTF-8 text', { where: file, cause });
  }
}
