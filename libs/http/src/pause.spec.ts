/** Pauses before another attempt, with and without a share of chance. */

import { expect, it } from 'vitest';
import { pauseMs } from './pause.js';

const bounds = { firstMs: 250, mostMs: 2000 };

it.each([
  [1, 250],
  [2, 500],
  [4, 2000],
  [5, 2000],
  [1_000_000, 2000],
])('after %i failures in a row it is %i ms, without chance', (failures, expected) => {
  expect(pauseMs(failures, bounds)).toBe(expected);
});

it('is drawn between half and the whole', () => {
  expect(pauseMs(2, { ...bounds, random: () => 0 })).toBe(250);
  expect(pauseMs(2, { ...bounds, random: () => 0.5 })).toBe(375);
});
