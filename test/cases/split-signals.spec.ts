/** Signals, windows, adjusted closes and the account's equity across corporate actions. */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario } from '#backtest';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

it('lets rule agents read prices in the shares of the as-of', async () => {
  const result = await runCase(caseFolder('split-signals'));
  const sma = runOf(result, 'sma');
  const rsi = runOf(result, 'rsi');
  expect(valuesOf(sma).cumulativeReturn).toBeCloseTo(0.03883495, 8);
  expect(valuesOf(sma).trades).toBe(1);
  expect(valuesOf(rsi).cumulativeReturn).toBe(0);
  expect(valuesOf(rsi).trades).toBe(0);
});

it('trades the first scenario of the README across its split', async () => {
  const result = await runCase(caseFolder('split-signals'), 'readme.yaml');
  const cross = runOf(result, 'cross');
  const rsi = runOf(result, 'rsi');
  expect(valuesOf(cross).cumulativeReturn).toBeCloseTo(0.7341, 4);
  expect(valuesOf(cross).sharpe).toBeCloseTo(0.975, 3);
  expect(valuesOf(cross).trades).toBe(11);
  expect(valuesOf(rsi).cumulativeReturn).toBeCloseTo(0.3208, 4);
  expect(valuesOf(rsi).sharpe).toBeCloseTo(0.85, 3);
  expect(valuesOf(rsi).trades).toBe(2);
});

/** The reason for each decision of a case's module: `said`, an expression over what it observes. */
async function reasonsOf(name: string, said: string): Promise<unknown[]> {
  const folder = caseFolder(name);
  const module = readFileSync(join(folder, 'm.ts'), 'utf8');
  const asked = module
    .replace(/console\.log\(.*\);/, '')
    .replaceAll(
      "{ kind: 'orders',",
      `{ rationale: JSON.stringify([time, ${said}]), kind: 'orders',`,
    )
    .replace('decide({ view, session,', 'decide({ view, time,');
  writeFileSync(join(folder, 'm.ts'), asked);
  await runCase(folder);
  return globSync(join(folder, 'out', '**', 'texts', '*'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as [number, unknown])
    .sort(([one], [other]) => one - other)
    .map(([, value]) => value);
}

it('counts a split from the midnight before its open', async () => {
  const said =
    '{ adjusted: view.adjustedCloses(s, 2), price: view.lastPrice(s), ' +
    'equity: account.equity, shares: account.shares(s) }';
  const reasons = await reasonsOf('split-premarket-equity', said);
  expect(reasons.slice(3, 5)).toEqual([
    { adjusted: [10, 10], price: 10, equity: 10_000, shares: 100 },
    { adjusted: [10, 10], price: 10, equity: 10_000, shares: 100 },
  ]);
});

it.each(['two-dividends-one-day', 'one-dividend-sum'])(
  'takes the sum of a day in %s',
  async (name) => {
    const reasons = await reasonsOf(name, 'view.adjustedCloses(s, 4, { dividends: true })');
    expect(reasons.at(-1)).toEqual([4.5, 4.5, 4.5, 4.5]);
  },
);

it('takes no split of the index for a return', async () => {
  const folder = caseFolder('beta-index-split');
  const scenario = loadScenario(join(folder, 's.yaml'));
  const out = join(folder, 'out');
  const outcome = await runScenario(scenario, { out, codeVersion: 'test', jobs: 1, fresh: true });
  if (outcome.kind !== 'finished' || !('runs' in outcome.result)) throw new Error('no runs');
  const [run] = outcome.result.runs;
  expect(valuesOf(run)['betaToIndex']).toBeCloseTo(-0.1811, 4);
});
