/** Figures and charts: curves that barely move, and statistics of what does not vary. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caseFolder, runCase } from './case-run.fixture.js';

it('draws a curve that varies by an ulp, and keeps the other symbol’s result', async () => {
  const folder = caseFolder('chart-ticks-min');
  const { runs } = await runCase(folder);
  const returns = runs.map(({ symbol, metrics }) => [symbol, metrics.cumulativeReturn]);
  expect(Object.fromEntries(returns)).toEqual({
    X: expect.closeTo(0, 12),
    Y: expect.closeTo(0.6, 12),
  });
  expect(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).toContain('Equity of X');
});
