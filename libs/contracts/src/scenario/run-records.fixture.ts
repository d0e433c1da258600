/**
 * The first and last record of trading journals for tests: defaults are those of a run
 * of one symbol.
 */

import type { ExecutionPolicy } from './execution-policy.js';
import { engineSemantics } from '../journal/engine-semantics.js';
import type { JournalEventOf } from '../journal/journal-events.js';
import { tradingTermsText, type TradingTerms } from './trading-terms.js';

const policy: ExecutionPolicy = {
  name: 'close',
  version: 1,
  fill: 'decision-close',
  hold: 'keep',
  short: false,
  size: 'all-in',
  lotSize: 0,
  feeBps: 0,
  slippageBps: 0,
  borrowBpsPerYear: 0,
  dividends: 'ignore',
  liquidate: false,
  basis: 'capital',
};

type Opened = Partial<Pick<JournalEventOf<'RunOpened'>, 'plan' | 'semantics'>> &
  Partial<Omit<TradingTerms, 'policy'>> & { readonly policy?: Partial<ExecutionPolicy> };

export function runOpened(
  symbols: readonly string[],
  { plan = 'p'.repeat(64), semantics = engineSemantics, ...terms }: Opened = {},
): JournalEventOf<'RunOpened'> {
  const text = tradingTermsText({
    capital: 1000,
    currency: 'USD',
    portfolio: symbols.length > 1,
    sessionsPerYear: 252,
    ...terms,
    policy: { ...policy, ...terms.policy },
  });
  const place = { asOf: 0, time: 0 };
  return {
    type: 'RunOpened',
    ...place,
    semantics,
    workflow: 'trading',
    plan,
    symbols,
    terms: text,
  };
}

export function runClosed(
  place: { readonly asOf: number; readonly time: number },
  members: Partial<JournalEventOf<'RunClosed'>> = {},
): JournalEventOf<'RunClosed'> {
  const tape = { tapeHash: 'a'.repeat(64), facts: place.asOf, lastSession: null, data: null };
  return { type: 'RunClosed', ...place, ...tape, ...members };
}
