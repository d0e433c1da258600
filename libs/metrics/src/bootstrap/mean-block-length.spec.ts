/** Blocks grow with the cube root of the sample. */

import { describe, expect, it } from 'vitest';
import { meanBlockLength } from './stationary-bootstrap.js';

describe('the mean block length', () => {
  it.each([
    [0, 1],
    [1, 1],
    [27, 3],
    [1000, 10],
  ])('of %i returns is %d', (count, expected) => {
    expect(meanBlockLength(count)).toBe(expected);
  });
});
