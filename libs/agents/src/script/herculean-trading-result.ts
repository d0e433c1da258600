/** A HERCULEAN trading result (`trading_{SYMBOL}_{model}.json`) as a script, so that its agent can be re-scored. */

import { requireCivilDate } from '#values';
import { z } from 'zod';
import { parsedResult } from './herculean-result.js';
import { scriptOfRows, type Script } from './script.js';

/** What is read of a result. `price` was typed by the agent: only a number is passed on. Others may come or go. */
const tradingResultSchema = z.object({
  symbol: z.string().min(1).max(32),
  recommendations: z
    .array(
      z.object({
        date: z.string(),
        price: z.number().positive().optional().catch(undefined),
        recommended_action: z.enum(['BUY', 'SELL', 'HOLD']),
      }),
    )
    .max(1_000_000),
});

/**
 * Reads a result of one symbol. Records on days without a session (HERCULEAN's forced HOLD) are kept and never
 * asked for. An `InvalidInput` error names `file` and the member.
 */
export function parseHerculeanTradingResult(value: unknown, file: string): Script {
  const { symbol, recommendations } = parsedResult(tradingResultSchema, value, {
    file,
    what: 'trading result',
    expected: 'symbol, and recommendations with date and recommended_action BUY, SELL or HOLD',
  });
  return scriptOfRows(
    recommendations.map(({ date, price, recommended_action: action }, index) => {
      const where = `${file}: recommendations[${index}]`;
      return { date: requireCivilDate(date, `${where}.date`), symbol, action, price, where };
    }),
  );
}
