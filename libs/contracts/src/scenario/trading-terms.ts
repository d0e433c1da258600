/**
 * The terms of a trading run, as in `RunOpened`. Checked by hand instead of by schema:
 * every process that folds a journal loads this, and a schema library takes longer to start
 * than a short run.
 */

import { canonicalJson, corruptJournal, excerpt, jsonOf, type CivilDate } from '#values';
import type { ExecutionPolicy } from './execution-policy.js';
import type { JournalEventOf } from '../journal/journal-events.js';

/**
 * The workflows that trade symbols over a window: their scenarios, plans and results have one form.
 */
export const tradingWorkflows = ['trading', 'hedging'] as const;
export type TradingWorkflow = (typeof tradingWorkflows)[number];

/**
 * The last session of an open-ended window, 9999-12-31: no actual session equals it. The last
 * session is then known only once the run is ended, and until then its closing instant waits for
 * further facts.
 */
export const openEnd: CivilDate = 2_932_896;

export interface TradingTerms {
  readonly capital: number;
  readonly currency: string;
  /** One run over all symbols. */
  readonly portfolio: boolean;
  readonly policy: ExecutionPolicy;
  readonly sessionsPerYear: number;
  /** Omitted for XNYS, 24/5 and 24/7, which are known by their sessions a year. */
  readonly calendar?: CalendarReference | undefined;
}

/**
 * A calendar, and the hash of its sessions: of a later version of its table it may be another one.
 */
export interface CalendarReference {
  readonly name: string;
  readonly hash: string;
  /** The sessions of a calendar of one's own, which no table has. */
  readonly table?: string | undefined;
}

/** Canonical JSON, which is part of the journal hash. */
export const tradingTermsText = ({
  capital,
  currency,
  portfolio,
  policy,
  sessionsPerYear,
  calendar,
}: TradingTerms): string =>
  canonicalJson({
    capital,
    currency,
    portfolio,
    policy,
    sessionsPerYear,
    ...(calendar && { calendar }),
  });

/**
 * The terms at the start of a trading journal. Throws `CorruptJournal` if they have another form.
 */
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
    (value['calendar'] === undefined || isReference(value['calendar'])) &&
    // The members of a policy that affect figures.
    ['capital', 'first-mark'].includes(policy['basis'] as string) &&
    ['string', 'object'].includes(typeof policy['size'])
  );
}

const isReference = (value: unknown): value is CalendarReference =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  typeof value['hash'] === 'string' &&
  ['string', 'undefined'].includes(typeof value['table']);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
