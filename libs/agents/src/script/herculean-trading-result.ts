/** A HERCULEAN trading result (`trading_{SYMBOL}_{model}.json`): read as a script, and written record by record. */

import { parseCivilDate, type CivilDate } from '#values';
import type { Action } from '#contracts';
import { z } from 'zod';
import {
  modelPart,
  namePart,
  parseResult,
  resultMember,
  resultRecordsMax,
  resultSymbol,
  saidPrice,
  spanOf,
  withRecord,
} from './herculean-result.js';
import { scriptOfRows, type Script } from './script.js';

/**
 * In the order of the files, which keep other members too. `price` was typed by the agent: nothing fills at it, and it
 * may be anything.
 */
const tradingResultSchema = z.looseObject({
  status: resultMember,
  symbol: resultSymbol,
  model: resultMember,
  start_date: resultMember,
  end_date: resultMember,
  recommendations: z
    .array(
      z.looseObject({
        date: z.string(),
        price: z.unknown().optional(),
        recommended_action: z.enum(['BUY', 'SELL', 'HOLD']),
      }),
    )
    .max(resultRecordsMax),
});

export type TradingResult = z.infer<typeof tradingResultSchema>;

const format = { schema: tradingResultSchema, what: 'a HERCULEAN trading result' };

/** Parses a result of one symbol. An `InvalidInput` error names `file` and the member. */
export function parseTradingResult(value: unknown, file: string): TradingResult {
  return parseResult(value, file, format);
}

/** A result as a script. Records on days without a session (HERCULEAN's forced HOLD) are kept and never asked for. */
export function parseHerculeanTradingResult(value: unknown, file: string): Script {
  const { symbol, recommendations } = parseTradingResult(value, file);
  return scriptOfRows(
    recommendations.map(({ date, price, recommended_action: action }, index) => {
      const where = `${file}: recommendations[${index}]`;
      const said = { action, price: saidPrice(price) };
      return { date: parseCivilDate(date) as CivilDate, symbol, ...said, where };
    }),
  );
}

/** One decision, as it is submitted. */
export interface TradingSubmission {
  readonly symbol: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly price: number;
  readonly action: Action;
  readonly model: string;
}

export function tradingResultName({
  symbol,
  model,
}: Pick<TradingSubmission, 'symbol' | 'model'>): string {
  return `trading_${namePart(symbol)}_${modelPart(model)}.json`;
}

/** The result with one more decision, or with another one for its date; `before` is undefined for the first. */
export function withTradingRecord(
  before: TradingResult | undefined,
  { symbol, date, price, action, model }: TradingSubmission,
): TradingResult {
  const record = { date, price, recommended_action: action };
  const recommendations = withRecord(before?.recommendations ?? [], record);
  const status = before?.status ?? 'in_progress';
  return { ...before, status, symbol, model, ...spanOf(recommendations), recommendations };
}
