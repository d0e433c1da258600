/** Orders that meet in one bar, rebalances beside a symbol without a bar, and exits larger than what is left. */

import { expect, it } from 'vitest';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

it.each([
  ['bracket-limit-entry', 'a', -0.005],
  ['limit-entry-target-same-bar', 'a', -0.004],
] as const)('%s', async (name, agent, expected) => {
  const result = await runCase(caseFolder(name));
  expect(runOf(result, agent).metrics.cumulativeReturn).toBeCloseTo(expected, 9);
  expect(runOf(result, agent).denied).toBe(0);
});

it('oversize-stop: closes what is left', async () => {
  const run = runOf(await runCase(caseFolder('oversize-stop')), 'm');
  // Bought 10 at 100; 5 sold at 110, 5 at 95.
  expect(run.metrics.cumulativeReturn).toBeCloseTo(0.0025, 9);
  expect(run.denied).toBe(0);
});
