/** Corporate actions inside of weekly and monthly bars, and dividends above the price. */

import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

it('monthly-dividend: goes to who holds on its ex date, inside of the bar', async () => {
  const result = await runCase(caseFolder('2026-11/monthly-dividend'));
  for (const agent of ['buys-in-march', 'sells-in-march', 'holds-march-only']) {
    expect(valuesOf(runOf(result, agent)).cumulativeReturn, agent).toBeCloseTo(0, 12);
  }
});

it('weekly-split: fills at the open are in old shares, the close is in new ones', async () => {
  const result = await runCase(caseFolder('2026-11/weekly-split'));
  for (const agent of ['sells-on-monday', 'holds', 'buys-on-monday']) {
    expect(valuesOf(runOf(result, agent)).cumulativeReturn, agent).toBeCloseTo(0, 12);
  }
});

it('weekly-split: a stop that the bar may have touched before the split fills', async () => {
  const result = await runCase(caseFolder('2026-11/weekly-split'), 's-stop.yaml');
  // 100 old shares at 90, where 200 new ones would be at 50.
  expect(valuesOf(runOf(result, 'stop-at-90')).cumulativeReturn).toBeCloseTo(-0.1, 12);
});

it('dividend-exceeds-price: adjusted closes have the return of the account', async () => {
  const lines: string[] = [];
  const result = await runCase(caseFolder('2026-11/dividend-exceeds-price'), 's.yaml', {
    onPrint: (_, text) => lines.push(...text.trim().split('\n')),
  });
  const right = (25 + 0.5) / 20 - 1;
  expect(valuesOf(runOf(result, 'a')).cumulativeReturn).toBeCloseTo(right, 12);
  const closes = JSON.parse(
    lines
      .at(-1)!
      .split(' ')
      .find((part) => part.startsWith('['))!,
  );
  expect(closes).toHaveLength(6);
  expect(closes.at(-1) / closes[0] - 1).toBeCloseTo(right, 12);
});
