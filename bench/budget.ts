/** What a measurement promises: a target that we want, and a floor that must not break. */

import type { Ratio } from './ratio-of-pairs.js';

export interface Bounds {
  readonly name: string;
  /** At most this; null where a figure is only reported. */
  readonly target: number | null;
  /** At most this, or the bench fails; null where the target is all there is. */
  readonly floor: number | null;
  readonly unit: string;
  /** More is better: the bounds are "at least". */
  readonly rising?: true;
}

export interface Budget extends Bounds {
  measure(): Promise<Ratio | number>;
}

export interface Finding extends Bounds {
  readonly found: Ratio | number;
  readonly verdict: 'met' | 'missed' | 'broken' | 'reported';
}

/** Measures a budget and judges the median. */
export async function find({ measure, ...bounds }: Budget): Promise<Finding> {
  return judge(bounds, await measure());
}

/** Judges what was measured, by its median. */
export function judge(bounds: Bounds, found: Ratio | number): Finding {
  return { ...bounds, found, verdict: verdictOf(bounds, middleOf(found)) };
}

function middleOf(found: Ratio | number): number {
  return typeof found === 'number' ? found : found.median;
}

function verdictOf({ target, floor, rising }: Bounds, value: number): Finding['verdict'] {
  const keeps = (bound: number): boolean => (rising ? value >= bound : value <= bound);
  if (target === null) return 'reported';
  if (keeps(target)) return 'met';
  return floor === null || keeps(floor) ? 'missed' : 'broken';
}
