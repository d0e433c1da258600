/** Reads a module's answer in a run of hedging: a decision in full, an action alone, nothing, or something invalid. */

import { excerpt } from '#values';
import { pairDecisionSchema } from '#contracts/decision';
import type { SaidOfPair } from '#agents';
import { describeIssue, invalid } from '#agents/module/answer';

const wanted = 'a decision on a pair or one of LONG_SHORT, SHORT_LONG, HOLD, CLOSE';

/**
 * A plain value to a decision, `missing` for null and undefined, or `invalid` with the path, what was expected there
 * and what was found, on one line of at most 300 characters. An action alone is of the pair that was chosen.
 */
export function parsePairAnswer(value: unknown): SaidOfPair {
  if (value === undefined || value === null) return { kind: 'missing' };
  const given = typeof value === 'string' ? { kind: 'pair', action: value } : value;
  const parsed = pairDecisionSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const isObject = typeof value === 'object' && !Array.isArray(value);
  if (issue === undefined || !isObject)
    return invalid(`expected ${wanted}, found ${excerpt(value)}`);
  return invalid(describeIssue(issue, value));
}
