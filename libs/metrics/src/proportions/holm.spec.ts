/** Holm's correction against statsmodels 0.15 (`multipletests`), and products by hand. */

import { describe, expect, it } from 'vitest';
import { holm } from './holm.js';

describe("Holm's correction", () => {
  it.each([
    [[], []],
    [[0.05], [0.05]],
    // 4 x 0.005, 3 x 0.01, 2 x 0.03, and 0.04 is raised to what came before it.
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.2, 0.001, 0.2, 0.9],
      [0.6, 0.004, 0.6, 0.9],
    ],
    [
      [0.6, 0.01, 0.5],
      [1, 0.03, 1],
    ],
  ])('of %j is %j', (probabilities, expected) => {
    const adjusted = holm(probabilities);
    expect(adjusted).toHaveLength(expected.length);
    for (const [at, p] of expected.entries()) expect(adjusted[at]).toBeCloseTo(p, 14);
  });

  it('refuses what is no probability', () => {
    expect(() => holm([0.1, Number.NaN])).toThrow('a probability lies between 0 and 1');
  });
});
