/** A HERCULEAN trading result (`trading_{SYMBOL}_{model}.json`) as a script, so that its agent can be re-scored. */

import { excerpt, invalidInput, requireCivilDate } from '#values';
import { z } from 'zod';
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
 * Parses a result of one symbol. Records on days without a session (HERCULEAN's forced HOLD) are kept and never
 * asked for. An `InvalidInput` error names `file` and the member.
 */
export function parseHerculeanTradingResult(text: string, file: string): Script {
  const parsed = tradingResultSchema.safeParse(jsonOf(text, file));
  if (!parsed.success) throw schemaFailure(parsed.error, file);
  const { symbol, recommendations } = parsed.data;
  return scriptOfRows(
    recommendations.map(({ date, price, recommended_action: action }, index) => {
      const where = `${file}: recommendations[${index}]`;
      return { date: requireCivilDate(date, `${where}.date`), symbol, action, price, where };
    }),
  );
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw invalidInput('not JSON', {
      where: file,
      expected: 'a HERCULEAN trading result',
      found: cause instanceof Error ? excerpt(cause.message, 120) : 'something else',
      cause,
    });
  }
}

function schemaFailure(error: z.ZodError, file: string): Error {
  const issue = error.issues[0];
  const member = (issue?.path ?? [])
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
  return invalidInput('not a HERCULEAN trading result', {
    where: member === '' ? file : `${file}: ${member}`,
    expected: 'symbol, and recommendations with date and recommended_action BUY, SELL or HOLD',
    found: excerpt(issue?.message ?? 'something else', 160),
  });
}
