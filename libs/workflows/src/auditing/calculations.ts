/** Calculations of a filing's own network, filled with the values of one period. */

import { Big } from 'big.js';
import { plainDecimal } from './audit-answer.js';

/** A total with its children in one role, as the network has them. */
interface NetworkPart {
  readonly role: string;
  readonly total: string;
  readonly children: readonly { readonly concept: string; readonly weight: string | number }[];
}

interface Child {
  readonly concept: string;
  readonly weight: Big;
  /** Null if it has no fact without dimensions. */
  readonly value: Big | null;
}

interface Calculation {
  readonly role: string;
  readonly total: { readonly concept: string; readonly value: Big | null };
  readonly children: readonly Child[];
}

/**
 * Of several roles, the one with the largest share of its parts present is used, the first on a tie. The parts are the
 * children, and the total as well if the value is to be derived from it (`needsTotal`).
 */
export function chosenOf(
  parts: readonly NetworkPart[],
  valueIn: (concept: string) => Big | null,
  needsTotal: boolean,
) {
  const filled = parts.map(({ role, total, children }): Calculation => ({
    role,
    total: { concept: total, value: valueIn(total) },
    children: children.map(({ concept, weight }) => {
      return { concept, weight: new Big(weight), value: valueIn(concept) };
    }),
  }));
  const shareOf = ({ total, children }: Calculation): Big => {
    const values = needsTotal ? [...children, total] : children;
    return new Big(presentIn(values)).div(values.length || 1);
  };
  const [used] = filled.toSorted((one, other) => shareOf(other).cmp(shareOf(one)));
  const others = filled.filter((one) => one !== used);
  return used && { used, shown: shownOf(used, others) };
}

const presentIn = (values: readonly { readonly value: Big | null }[]): number =>
  values.filter(({ value }) => value !== null).length;

/** The weighted sum; a missing child counts as 0. */
export const weightedSum = (children: readonly Child[]): Big =>
  children.reduce((sum, { weight, value }) => sum.plus(weight.times(value ?? 0)), new Big(0));

/** What the total leaves for one of its children; null if any of its inputs is missing. */
export function residualFor(concept: string, { total, children }: Calculation): Big | null {
  const own = children.find((child) => child.concept === concept);
  const siblings = children.filter((child) => child !== own);
  if (own === undefined || own.weight.eq(0) || total.value === null) return null;
  if (siblings.some(({ value }) => value === null)) return null;
  return total.value.minus(weightedSum(siblings)).div(own.weight);
}

/** The calculation as the answer tells it. */
function shownOf({ role, total, children }: Calculation, others: readonly Calculation[]) {
  const written = (value: Big | null): string | null => value && plainDecimal(value);
  return {
    role,
    total: { ...total, value: written(total.value) },
    children: children.map(({ concept, weight, value }) => {
      return { concept, weight: plainDecimal(weight), value: written(value) };
    }),
    otherRoles: others.map((other) => {
      const [present, of] = [presentIn(other.children), other.children.length];
      return { role: other.role, present, of };
    }),
  };
}
