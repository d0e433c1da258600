/** Names of concepts as agents read and write them: `prefix:Name`. */

import { z } from 'zod';

/** A concept in an argument. */
export const conceptField = z
  .string()
  .min(1)
  .max(400)
  .describe('Concept, us-gaap:Assets or us-gaap_Assets, with the prefix that the filing uses.');

/** With a colon, whichever separator was used. */
export const withColon = (concept: string): string =>
  concept.includes(':') ? concept : concept.replace('_', ':');

/** The part before the colon; empty if there is none. */
export const prefixOf = (concept: string): string =>
  concept.slice(0, Math.max(0, concept.indexOf(':')));

/** The part after the colon. */
export const localName = (concept: string): string => concept.slice(concept.indexOf(':') + 1);

/** A negative value of such a concept is intended: by its name it may have either sign. */
const twoWay = new RegExp(
  [
    '^IncreaseDecrease',
    '^Net.*Change',
    'NetOf',
    '^AdjustmentsToReconcile',
    '^ProfitLoss',
    '^Net(Income|Loss|Earning)',
    'GainLoss',
    'GainsLosses',
    '^NetCashProvidedByUsedIn',
    '^(Stockholders)?Equity',
    '^RetainedEarnings',
    '^Accumulated(Deficit|Other)',
  ].join('|'),
);

export function isTwoWay(concept: string): boolean {
  const name = localName(concept);
  const gain = name.indexOf('Gain');
  return twoWay.test(name) || (gain >= 0 && name.includes('OrLoss', gain));
}
