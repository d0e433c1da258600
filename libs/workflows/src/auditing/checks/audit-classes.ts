/** The class of an audit: right, or the first check that it fails; and the rates of the classes. */

import { wilsonInterval } from '#metrics/proportions/shares';

/** By the name of the rate that counts it. */
const classOfRate = {
  ACC: 'right',
  SER: 'structural-error',
  EER: 'extraction-error',
  CER: 'calculation-error',
} as const;
export type AuditClass = (typeof classOfRate)[keyof typeof classOfRate];

/** The checks in their order, and the class of an answer that fails one first. */
const classOfCheck = {
  structure: 'structural-error',
  extraction: 'extraction-error',
  calculation: 'calculation-error',
} as const satisfies Readonly<Record<string, AuditClass>>;
export const checkNames = Object.keys(classOfCheck) as (keyof typeof classOfCheck)[];

/** The class of an answer by the scores of a judge, 1 for each check that it passes. */
export function classBy(scores: Readonly<Record<string, number>>): AuditClass {
  const failed = checkNames.find((name) => scores[name] !== 1);
  return failed === undefined ? 'right' : classOfCheck[failed];
}

export const rateNames = Object.keys(classOfRate) as (keyof typeof classOfRate)[];

/**
 * A row for each rate: its share of all cases, at least one. A case has one class: the
 * shares add up to 1.
 */
export function ratesOf(classes: readonly AuditClass[]) {
  return rateNames.map((name) => {
    const count = classes.filter((one) => one === classOfRate[name]).length;
    const share = { count, of: classes.length };
    const { low, high } = wilsonInterval(share);
    return { name, ...share, rate: count / classes.length, low, high };
  });
}
