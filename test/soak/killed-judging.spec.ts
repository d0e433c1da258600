/**
 * Goal: reports and judgments of models are the same after 20 kills, and nothing is asked twice
 * without a word.
 */

import { expect, it } from 'vitest';
import { folder } from '../e2e/command-line.fixture.js';
import { killJudging } from '../e2e/judged-reports.fixture.js';

it('resumes after the end of its recordings after each of 20 kills', async () => {
  const { calls, again, unknown, ...rest } = await killJudging(folder(), 20);
  expect(rest).toEqual({ kills: 20, strangers: 0, areSame: true });
  expect(again).toBeGreaterThanOrEqual(calls);
  expect(again - calls).toBeLessThanOrEqual(unknown);
});
