/** Reads a script from its file, in either of the two formats. */

import { invalidInput, requireCivilDate, type CivilDate } from '#values';
import type { PairDecision } from '#contracts';
import {
  decisionIn,
  isHedgingResult,
  parseHedgingResult,
  parseTradingResult,
  type DecisionFile,
} from './herculean-decisions.js';
import { resultJson } from './herculean-result.js';
import { scriptBytes } from './script-bytes.js';
import { parseActionCsv, type Script, type ScriptedAction } from './script.js';

/**
 * The decisions of a hedging run by session, each with the pair and the prices that its
 * agent assumed.
 */
export interface PairScript {
  /** For error texts. */
  readonly file: string;
  readonly left: string;
  readonly right: string;
  readonly decisions: ReadonlyMap<CivilDate, PairDecision>;
}

/**
 * A file that ends in `.json` is a HERCULEAN trading result, any other one is `date,symbol,action`
 * CSV. UTF-8. Every error is `InvalidInput` and names the file, with the line where there is one.
 * Records on days without a session (HERCULEAN's forced HOLD) are kept and never asked for.
 */
export async function readScriptFile(file: string): Promise<Script> {
  const text = decoded(await scriptBytes(file), file);
  if (!file.toLowerCase().endsWith('.json')) return parseActionCsv(text, file);
  const result = parseTradingResult(resultJson(text, file), file);
  const scripted = decisionsOf<ScriptedAction>(result, file);
  return new Map(
    scripted.map(([date, { action, price }]) => {
      return [date, new Map([[result.symbols[0]!, { action, price }]])];
    }),
  );
}

/**
 * The same for a hedging run, whose scripts are HERCULEAN hedging results: JSON with the
 * member `pair`.
 */
export async function readPairScriptFile(file: string): Promise<PairScript> {
  const value = resultJson(decoded(await scriptBytes(file), file), file);
  if (isHedgingResult(value)) {
    const result = parseHedgingResult(value, file);
    const [left, right] = result.symbols as [string, string];
    return { file, left, right, decisions: new Map(decisionsOf<PairDecision>(result, file)) };
  }
  throw invalidInput('not a script of a hedging run', {
    where: file,
    expected: 'a HERCULEAN hedging result, which has the member pair',
    found: 'JSON without it',
  });
}

const decisionsOf = <D>({ symbols, body }: DecisionFile, file: string): [CivilDate, D][] =>
  body.recommendations.map((record) => {
    const decision = Object.freeze(decisionIn(symbols, record));
    return [requireCivilDate(record.date, file), decision as D];
  });

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidInput('the script is not UTF-8 text', { where: file, cause });
  }
}
