/** Figures and charts: curves that barely move, and statistics of what does not vary. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { caseFolder, runCase } from './case-run.fixture.js';

it('draws a curve that varies by an ulp, and keeps the other symbol’s result', async () => {
  const folder = caseFolder('chart-ticks-min');
  const { runs } = await runCase(folder);
  const returns = runs.map(({ symbol, figures }) => [
    symbol,
    valuesOf({ figures }).cumulativeReturn,
  ]);
  expect(Object.fromEntries(returns)).toEqual({
    X: expect.closeTo(0, 12),
    Y: expect.closeTo(0.6, 12),
  });
  expect(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).toContain('Equity of X');
});

it('has an agreement near chance of coin tossers over four symbols', async () => {
  const { comparison } = await runCase(caseFolder('alpha-8'));
  expect(comparison!.entries[0]!.agreement!.alpha).toBeCloseTo(0.006, 3);
});

it('has no stochastic RSI of constant prices', async () => {
  const folder = caseFolder('stochrsi-flat');
  const lines: string[] = [];
  await runCase(folder, 's.yaml', { onPrint: (_, text) => lines.push(...text.trim().split('\n')) });
  expect(lines).toHaveLength(10);
  for (const line of lines) expect(line).toMatch(/stochRsi null the formula has no value/);
});

it('distinguishes a difference that never varies', async () => {
  const { comparison } = await runCase(caseFolder('compare-constant'));
  const found = comparison!.differences.find(({ by }) => by === 'return')!;
  expect(found.interval).toMatchObject({
    low: expect.closeTo(0.252, 9),
    high: expect.closeTo(0.252, 9),
  });
  expect(found.p).toBeLessThan(1e-9);
  expect(found.pAdjusted).toBeLessThan(0.001);
});
