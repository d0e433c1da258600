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

/** Names of concepts that may have either sign by what they are. */
const twoWay = new RegExp(
  [
    '^Net.*Change',
    'NetOf',
    '^AdjustmentsToReconcile',
    '^Net(Income|Loss|Earning)',
    '^(Stockholders)?Equity',
    '^RetainedEarnings',
    '^Accumulated(Deficit|Other)',
  ].join('|'),
);

/**
 * What a value is when it is positive, and when it is negative. Expense or benefit, and proceeds or
 * repayments, are not among them: the published instructions do not name them, and take the
 * absolute value.
 */
const opposites = [
  ['Increase', 'Decrease'],
  ['Gain', 'Loss'],
  ['Income', 'Loss'],
  ['Earning', 'Loss'],
  ['Profit', 'Loss'],
  ['ProvidedBy', 'UsedIn'],
  ['Surplus', 'Deficit'],
] as const;

/** A word, or its plural. */
const anyNumber = (word: string): string => `${word}(?:s|es)?`;

/** `IncreaseDecrease`, `LossesGains`, `IncreaseOrDecrease`: one word right after the other. */
const oppositePair = new RegExp(
  opposites
    .flatMap(([one, other]) => [
      `${anyNumber(one)}(?:Or)?${anyNumber(other)}`,
      `${anyNumber(other)}(?:Or)?${anyNumber(one)}`,
    ])
    .join('|'),
);

/** Whether a negative value of a concept is intended: by its name it may have either sign. */
export function isTwoWay(concept: string): boolean {
  const name = localName(concept);
  const gain = name.indexOf('Gain');
  const isGainOrLoss = gain >= 0 && name.includes('OrLoss', gain);
  return twoWay.test(name) || oppositePair.test(name) || isGainOrLoss;
}

const debitWords = [
  'loss',
  'losses',
  'expense',
  'expenses',
  'impairment',
  'impairments',
  'depreciation',
  'depletion',
  'amortization',
  'writedown',
  'writedowns',
  'writeoff',
  'writeoffs',
  'deduction',
  'deductions',
  'repurchase',
  'repurchases',
  'decrease',
  'withholding',
];
const creditWords = ['contra', 'treasury'];
const otherWords = ['increase', 'reconcile'];

/**
 * Whether a concept is an item of one direction, whose negative value is suspect, by the words that
 * HERCULEAN's auditing server looks for in its name and label: those of expenses and losses with
 * the balance debit, of contra accounts with credit.
 */
export function isDirectional(concept: string, label: string | null, balance: string): boolean {
  const spaced = localName(concept).replace(/([a-z0-9])(?=[A-Z])/g, '$1 ');
  // A word of another script or with an underscore is one that was not looked for.
  const found = new Set(`${label ?? ''} ${spaced}`.toLowerCase().split(/[^\p{L}\p{N}_]+/u));
  const has = (words: readonly string[]): boolean => words.some((word) => found.has(word));
  if (has(otherWords)) return false;
  if (balance === 'debit') return has(debitWords);
  return balance === 'credit' && has(creditWords);
}
