/** A HERCULEAN hedging result (`hedging_{LEFT}_{RIGHT}_{model}.json`) as a script, to score its agent again. */

import { excerpt, formatCivilDate, invalidInput, requireCivilDate, type CivilDate } from '#values';
import type { PairDecision } from '#contracts';
import { z } from 'zod';
import { parsedResult } from './herculean-result.js';

/** The decisions of a hedging run by session, each with the pair and the prices that its agent took for true. */
export interface PairScript {
  /** For error texts. */
  readonly file: string;
  readonly left: string;
  readonly right: string;
  readonly decisions: ReadonlyMap<CivilDate, PairDecision>;
}

const symbol = z.string().min(1).max(32);
const expected =
  'left, right, pair, and recommendations with date and recommended_action ' +
  'LONG_SHORT, SHORT_LONG, HOLD or CLOSE, and price by symbol where there is one';

/** What is read of a result; other members may come or go. */
const hedgingResultSchema = z.object({
  pair: z.string(),
  left: symbol,
  right: symbol,
  recommendations: z
    .array(
      z.object({
        pair: z.string().optional(),
        date: z.string(),
        price: z.record(symbol, z.number().positive()).optional(),
        recommended_action: z.enum(['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE']),
      }),
    )
    .max(1_000_000),
});

/** Whether parsed JSON is a hedging result: of HERCULEAN's results it alone has the member `pair`. */
export function isHedgingResult(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'pair');
}

/**
 * Reads a result. Records on days without a session (HERCULEAN's forced HOLD) are kept and never asked for. An
 * `InvalidInput` error names `file` and the member; so does a record of another pair, and a second one of its date.
 */
export function parseHerculeanHedgingResult(value: unknown, file: string): PairScript {
  const result = parsedResult(hedgingResultSchema, value, {
    file,
    what: 'hedging result',
    expected,
  });
  const { left, right } = result;
  if (left === right) throw differs(`${file}: right`, `a symbol other than ${left}`, right);
  const pair = `${left}, ${right}`;
  requirePair(result.pair, pair, `${file}: pair`);
  const decisions = new Map<CivilDate, PairDecision>();
  for (const [index, record] of result.recommendations.entries()) {
    const where = `${file}: recommendations[${index}]`;
    if (record.pair !== undefined) requirePair(record.pair, pair, `${where}.pair`);
    const date = requireCivilDate(record.date, `${where}.date`);
    if (decisions.has(date)) throw differs(`${where}.date`, 'one record a date', again(date));
    const prices = record.price === undefined ? {} : { prices: Object.freeze(record.price) };
    const action = record.recommended_action;
    decisions.set(date, Object.freeze({ kind: 'pair', left, right, action, ...prices }));
  }
  return { file, left, right, decisions };
}

const again = (date: CivilDate): string => `${formatCivilDate(date)} again`;

function requirePair(found: string, pair: string, where: string): void {
  if (found !== pair) throw differs(where, pair, found);
}

function differs(where: string, expectedThere: string, found: string): Error {
  return invalidInput('a HERCULEAN hedging result is of one pair, with one record a date', {
    where,
    expected: expectedThere,
    found: excerpt(found),
  });
}
