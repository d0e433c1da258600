/** Figures of several symbols in one. */

import type { Figure } from '#metrics/figure';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** The mean over symbols of a figure that all of them have. */
export function meanOverSymbols(figures: readonly Figure[]): Figure {
  const missing = figures.find((figure) => figure.value === null);
  if (missing !== undefined) return missing;
  if (figures.length === 0) return { value: null, reason: 'no report was due' };
  return { value: mean(figures.map((figure) => figure.value as number)) };
}
