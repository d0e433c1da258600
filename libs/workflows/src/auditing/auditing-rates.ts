/** The four rates of audits: how many are right, and how many fail each of the checks, of all that were due. */

import { wilsonInterval } from '#metrics/proportions/shares';
import type { AuditClass } from './audit-verdict.js';

/** By the name of the rate. */
const classOfRate = {
  ACC: 'right',
  SER: 'structural-error',
  EER: 'extraction-error',
  CER: 'calculation-error',
} as const satisfies Readonly<Record<string, AuditClass>>;

export const rateNames = Object.keys(classOfRate) as (keyof typeof classOfRate)[];

/** Shares of all cases, one class a case; they add up to 1. None where there are no cases. */
export function ratesOf(classes: readonly AuditClass[]) {
  return rateNames.map((name) => {
    const count = classes.filter((one) => one === classOfRate[name]).length;
    const share = { count, of: classes.length };
    const { low, high } = wilsonInterval(share);
    return { name, ...share, rate: count / classes.length, low, high };
  });
}
