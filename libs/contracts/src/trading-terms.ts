/** The terms of a trading run, as `RunOpened` carries them. */

import { z } from 'zod';
import { canonicalJson, corruptJournal, excerpt } from '#values';
import { executionPolicySchema } from './execution-policy.js';
import type { JournalEventOf } from './journal-events.js';

const tradingTermsSchema = z.strictObject({
  capital: z.number(),
  currency: z.string(),
  /** One run over all symbols. */
  portfolio: z.boolean(),
  policy: executionPolicySchema,
  sessionsPerYear: z.int(),
});
export type TradingTerms = z.infer<typeof tradingTermsSchema>;

/** Canonical JSON, which is part of the journal hash. */
export const tradingTermsText = ({
  capital,
  currency,
  portfolio,
  policy,
  sessionsPerYear,
}: TradingTerms): string =>
  canonicalJson({ capital, currency, portfolio, policy, sessionsPerYear });

/** The terms that a trading journal starts with. `CorruptJournal` where they are of another form. */
export function tradingTermsOf({ terms }: JournalEventOf<'RunOpened'>): TradingTerms {
  let value: unknown;
  try {
    value = JSON.parse(terms);
  } catch {
    value = undefined;
  }
  const parsed = tradingTermsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw corruptJournal('the journal does not start with the terms of a trading run', {
    where: 'RunOpened: terms',
    expected: 'capital, currency, portfolio, policy and sessionsPerYear as JSON',
    found: excerpt(terms, 200),
  });
}
