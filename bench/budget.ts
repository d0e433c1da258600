/** What a measurement promises: a target that we want, and a floor that must not break. */

import type { Ratio } from './ratio-of-pairs.js';

export interface Budget {
  readonly name: string;
  /** At most this; null where a figure is only reported. */
  readonly target: number | null;
  /** At most this, or the bench fails; null where the target is all there is. */
  readonly floor: number | null;
  readonly unit: string;
  measure(): Promise<Ratio | number>;
}

export interface Finding extends Omit<Budget, 'measure'> {
  readonly found: Ratio | number;
  readonly verdict: 'met' | 'missed' | 'broken' | 'reported';
}

/** Measures a budget and judges the median. */
export async function find({ measure, ...budget }: Budget): Promise<Finding> {
  const found = await measure();
  return { ...budget, found, verdict: verdictOf(budget, middleOf(found)) };
}

export function middleOf(found: Ratio | number): number {
  return typeof found === 'number' ? found : found.median;
}

function verdictOf(
  { target, floor }: Pick<Budget, 'target' | 'floor'>,
  value: number,
): Finding['verdict'] {
  if (target === null) return 'reported';
  if (value <= target) return 'met';
  return floor === null || value <= floor ? 'missed' : 'broken';
}
