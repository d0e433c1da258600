/** Calculations of a filing's own network, filled with the values of one period. */

import { Big } from 'big.js';
import { plainDecimal } from './audit-answer.js';
import type { Reasoning } from './reasoning.js';

/** A total with its children in one role, as the network has them. */
export interface NetworkPart {
  readonly role: string;
  readonly total: string;
  readonly children: readonly { readonly concept: string; readonly weight: string | number }[];
}

export interface Child {
  readonly concept: string;
  readonly weight: Big;
  /** Null where it has no fact without dimensions. */
  readonly value: Big | null;
}

export interface Calculation {
  readonly role: string;
  readonly total: { readonly concept: string; readonly value: Big | null };
  readonly children: readonly Child[];
}

export interface Chosen {
  readonly used: Calculation;
  readonly others: readonly Calculation[];
}

/**
 * Of several roles, the one with the largest share of its parts present is used, the first on a tie. The parts are the
 * children; the total as well where the value is to be derived from it (`needsTotal`).
 */
export function chosenOf(
  parts: readonly NetworkPart[],
  valueIn: (concept: string) => Big | null,
  needsTotal: boolean,
): Chosen | undefined {
  const filled = parts.map(({ role, total, children }): Calculation => ({
    role,
    total: { concept: total, value: valueIn(total) },
    children: children.map(({ concept, weight }) => {
      return { concept, weight: new Big(weight), value: valueIn(concept) };
    }),
  }));
  const shareOf = ({ total, children }: Calculation): Big => {
    const values = [...children, ...(needsTotal ? [total] : [])];
    return new Big(values.filter(({ value }) => value !== null).length).div(values.length || 1);
  };
  let used: Calculation | undefined;
  for (const one of filled) {
    if (used === undefined || shareOf(one).gt(shareOf(used))) used = one;
  }
  return used && { used, others: filled.filter((one) => one !== used) };
}

/** The weighted sum; a missing child counts as 0. */
export const weightedSum = (children: readonly Child[]): Big =>
  children.reduce((sum, { weight, value }) => sum.plus(weight.times(value ?? 0)), new Big(0));

/** What the total leaves for one of its children; null where anything that it takes is missing. */
export function residualFor(concept: string, { total, children }: Calculation): Big | null {
  const own = children.find((child) => child.concept === concept);
  const siblings = children.filter((child) => child !== own);
  if (own === undefined || own.weight.eq(0) || total.value === null) return null;
  if (siblings.some(({ value }) => value === null)) return null;
  return total.value.minus(weightedSum(siblings)).div(own.weight);
}

/** The calculation as the answer tells it. */
export function toldOf({
  used,
  others,
}: Chosen): Pick<Reasoning, 'role' | 'total' | 'children' | 'otherRoles'> {
  const written = (value: Big | null): string | null => value && plainDecimal(value);
  return {
    role: used.role,
    total: { concept: used.total.concept, value: written(used.total.value) },
    children: used.children.map(({ concept, weight, value }) => {
      return { concept, weight: plainDecimal(weight), value: written(value) };
    }),
    otherRoles: others.map(({ role, children }) => {
      const present = children.filter(({ value }) => value !== null).length;
      return { role, present, of: children.length };
    }),
  };
}
