/**
 * A run that is killed while it asks repeats only the asks that were under way, and declares them.
 */

import { expect, it } from 'vitest';
import { killAgainAndAgain } from './killed-run.fixture.js';
import { folder } from './model-runs.fixture.js';

it('resumes after the end of its recording after each of 20 kills', async () => {
  const found = await killAgainAndAgain(folder(), 13, 20);
  expect(found).toMatchObject({ kills: 20, undeclared: [], differing: [] });
  expect(found.uncertain).toBe(found.declared);
  // Some kills are while a call is under way.
  expect(found.declared).toBeGreaterThan(0);
  expect(found.declared).toBeLessThan(found.calls);
});
