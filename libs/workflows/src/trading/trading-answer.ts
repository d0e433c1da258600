/** Reads an answer of trading: a decision in full, a short form, nothing, or something invalid. */

import { excerpt } from '#values';
import type { z } from 'zod';
import type { Decision } from '#contracts';
import { tradingDecisionSchema } from '#contracts/decision';
import type { Answer } from '#agents';
import { describeIssue, invalid } from '#agents/module/answer';

/** What a run of one symbol may answer instead of a decision in full. */
const shortForms: Readonly<Record<string, (symbol: string) => Decision>> = {
  __proto__: null as never,
  BUY: (symbol) => ({ kind: 'action', symbol, action: 'BUY' }),
  SELL: (symbol) => ({ kind: 'action', symbol, action: 'SELL' }),
  HOLD: (symbol) => ({ kind: 'action', symbol, action: 'HOLD' }),
  long: (symbol) => ({ kind: 'target', positions: { [symbol]: 1 } }),
  flat: (symbol) => ({ kind: 'target', positions: { [symbol]: 0 } }),
  short: (symbol) => ({ kind: 'target', positions: { [symbol]: -1 } }),
};

const wanted = `a decision or one of ${Object.keys(shortForms).join(', ')}`;

/**
 * A plain value to a decision on the run's `symbols`, `missing` for null and undefined, or `invalid` with
 * the path, what was expected there and what was found, on one line of at most 300 characters.
 */
export function parseAnswer(value: unknown, symbols: readonly string[]): Answer {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (typeof value === 'string') return parseShortForm(value, symbols);
  const parsed = tradingDecisionSchema.safeParse(value);
  if (!parsed.success) return invalid(describe(parsed.error.issues[0], value));
  const decision = parsed.data;
  if (decision.kind === 'action' && decision.symbol === undefined && symbols.length !== 1) {
    return invalid('symbol: expected one of the symbols, as the run has several, found nothing');
  }
  return decision;
}

function parseShortForm(text: string, symbols: readonly string[]): Answer {
  const decisionOn = shortForms[text];
  if (decisionOn === undefined) return invalid(`expected ${wanted}, found ${excerpt(text)}`);
  const [symbol] = symbols;
  if (symbol === undefined || symbols.length > 1) {
    const reason = 'expected a decision in full, as the run has several symbols';
    return invalid(`${reason}, found ${excerpt(text)}`);
  }
  return decisionOn(symbol);
}

function describe(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  if (issue === undefined || typeof value !== 'object' || Array.isArray(value)) {
    return `expected ${wanted}, found ${excerpt(value)}`;
  }
  return describeIssue(issue, value);
}
