/**
 * Orders that meet in one bar, rebalances while a symbol has no bar, and exits larger
 * than what is left.
 */

import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

it.each([
  ['bracket-limit-entry', 'a', -0.005],
  ['limit-entry-target-same-bar', 'a', -0.004],
] as const)('%s', async (name, agent, expected) => {
  const result = await runCase(caseFolder(name));
  expect(valuesOf(runOf(result, agent)).cumulativeReturn).toBeCloseTo(expected, 9);
  expect(runOf(result, agent).denied).toBe(0);
});

it('oversize-stop: closes what is left', async () => {
  const run = runOf(await runCase(caseFolder('oversize-stop')), 'm');
  // Bought 10 at 100; 5 sold at 110, 5 at 95.
  expect(valuesOf(run).cumulativeReturn).toBeCloseTo(0.0025, 9);
  expect(run.denied).toBe(0);
});

it('rotation-missing-bar: the purchase waits for what the sale frees', async () => {
  const run = runOf(await runCase(caseFolder('rotation-missing-bar')), 'm');
  // B from 72 to 89.
  expect(valuesOf(run).cumulativeReturn).toBeCloseTo(89 / 72 - 1, 9);
  expect(run.denied).toBe(0);
});

it('delisted-rebalance: sales happen, purchases are cut to the cash that there is', async () => {
  const result = await runCase(caseFolder('delisted-rebalance'));
  const half = (100 + (4900 / 51) * 58 + 5000) / 2;
  const equity = 100 + 69 * (half / 58 + (half - 100) / 65);
  const metrics = valuesOf(runOf(result, 'm'));
  expect(metrics.cumulativeReturn).toBeCloseTo(equity / 10_000 - 1, 9);
  expect(metrics.cumulativeReturn).toBeCloseTo(0.2007, 4);
  expect(result.scenario.notes.join(' ')).toContain('A was held and could not be sold');
});

it('weights-rounded: a sum of 1.00002 is scaled to 1', async () => {
  const run = runOf(await runCase(caseFolder('weights-rounded')), 'm');
  expect(run.positionChanges?.map(({ position }) => position)).toEqual([
    expect.closeTo(1 / 3, 9),
    expect.closeTo(1 / 3, 9),
    expect.closeTo(1 / 3, 9),
  ]);
  expect(run.denied).toBe(0);
});
