/** A performance that contradicts itself is a bug above and stops the measuring. */

import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../test/performance-of.js';
import { checkPerformance, type Performance } from './performance.js';

describe('checking a performance', () => {
  it('accepts one without marks, and one that ends in ruin', () => {
    expect(() => checkPerformance(performanceOf([]))).not.toThrow();
    expect(() => checkPerformance(performanceOf([100, 0, -5]))).not.toThrow();
  });

  it.each<[string, Partial<Performance>]>([
    ['one equity for each mark', { dates: [1] }],
    ['one exposure for each mark', { gross: new Float64Array(1) }],
    ['equity is finite', { equity: Float64Array.of(1, Number.NaN) }],
    ['capital is positive', { startingCapital: 0 }],
    ['capital is positive', { startingCapital: Infinity }],
    ['year has sessions', { sessionsPerYear: -252 }],
    ['a session passes between two marks', { elapsedSessions: 0 }],
    ['profits of round trips are finite', { tripProfits: Float64Array.of(Infinity) }],
    ['fees are finite', { fees: Number.NaN }],
    ['dates of the marks increase', { dates: [7, 7] }],
  ])('insists: %s', (law, overrides) => {
    expect(() => checkPerformance(performanceOf([100, 101], overrides))).toThrow(law);
  });
});
