/**
 * The terms of a trading run, as in `RunOpened`. Checked by hand instead of by schema: every process that
 * folds a journal loads this, and a schema library takes longer to start than a short run.
 */

import { canonicalJson, corruptJournal, excerpt, jsonOf, type CivilDate } from '#values';
import type { ExecutionPolicy } from './execution-policy.js';
import type { JournalEventOf } from '../journal/journal-events.js';

/** The workflows that trade symbols over a window: their scenarios, plans and results have one form. */
export const tradingWorkflows = ['trading', 'hedging'] as const;
export type TradingWorkflow = (typeof tradingWorkflows)[number];

/**
 * The last session of an open-ended window, 9999-12-31: no actual session equals it. The last session is then
 * known only once the run is ended, and until then its closing instant waits for further facts.
 */
export const openEnd: CivilDate = 2_932_896;

export interface TradingTerms {
  readonly capital: number;
  readonly currency: string;
  /** One run over all symbols. */
  readonly portfolio: boolean;
  readonly policy: ExecutionPolicy;
  readonly sessionsPerYear: number;
}

/** Canonical JSON, which is part of the journal hash. */
export const tradingTermsText = ({
  capital,
  currency,
  portfolio,
  policy,
  sessionsPerYear,
}: TradingTerms): string =>
  canonicalJson({ capital, currency, portfolio, policy, sessionsPerYear });

/** The terms at the start of a trading journal. Throws `CorruptJournal` if they have another form. */
export function tradingTermsOf({ terms }: JournalEventOf<'RunOpened'>): TradingTerms {
  const value = jsonOf(terms);
  if (areTerms(value)) return value;
  throw corruptJournal('the journal does not start with the terms of a trading run', {
    where: 'RunOpened: terms',
    expected: 'capital, currency, portfolio, policy and sessionsPerYear as JSON',
    found: excerpt(terms, 200),
  });
}

function areTerms(value: unknown): value is TradingTerms {
  if (!isRecord(value) || !isRecord(value['policy'])) return false;
  const { capital, currency, portfolio, policy, sessionsPerYear } = value;
  return (
    typeof capital === 'number' &&
    typeof currency === 'string' &&
    typeof portfolio === 'boolean' &&
    typeof sessionsPerYear === 'number' &&
    // The members of a policy that affect figures.
    ['capital', 'first-mark'].includes(policy['basis'] as string) &&
    ['string', 'object'].includes(typeof policy['size'])
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
