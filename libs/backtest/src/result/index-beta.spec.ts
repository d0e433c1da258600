/** The beta of a pair to an index, from hand-made marks and a small data set. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireCivilDate } from '#values';
import type { Result } from '#contracts/result/result';
import type { Scenario } from '#contracts/scenario/scenario';
import { openDataset } from '#market-data';
import { describe, expect, it, onTestFinished } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { withIndexBeta } from './index-beta.js';

const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];
const dates = days.map((day) => requireCivilDate(day, 'test'));

/** The beta of marks of `equity` to an index of `closes`; null is a day without a bar. */
async function betaOf(
  closes: readonly (number | null)[],
  equity: readonly number[],
  scenario: object = { index: 'IX' },
  splits: readonly string[] = [],
): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'index-beta-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rows = closes.flatMap((close, day) =>
    close === null ? [] : [`IX,${days[day]},${[close, close, close, close].join()}`],
  );
  writeFileSync(join(folder, 'p.csv'), ['symbol,date,open,high,low,close', ...rows, ''].join('\n'));
  const isRaw = splits.length > 0;
  const head = 'symbol,execution_date,split_from,split_to';
  if (isRaw) writeFileSync(join(folder, 's.csv'), [head, ...splits, ''].join('\n'));
  const basis = isRaw ? 'raw' : 'adjusted';
  const bars =
    `{ file: p.csv, frequency: daily, stamp: session, priceBasis: ${basis}, order: [symbol, ` +
    'date] }';
  const actions = isRaw ? 'splits: { file: s.csv }\n' : '';
  const yaml =
    `name: ix\ncalendar: 24/7\ntimeZone: UTC\ncurrency: USD\nbars: ${bars}\n${actions}symbols: ` +
    '[IX]\n';
  writeFileSync(join(folder, 'dataset.yaml'), yaml);
  const dataset = await openDataset(folder);
  onTestFinished(() => dataset.close());
  const pair = { left: 'AA', right: 'BB', index: null };
  const result = { runs: [{ run: 'a', pair, figures: {} }] } as unknown as Result;
  const performance = { dates, equity: Float64Array.from(equity) };
  const given = { scenario: scenario as Scenario, runs: [{ performance }] };
  const { runs } = await withIndexBeta(result, given, dataset);
  const [run] = runs;
  return { index: run?.pair?.index ?? null, betaToIndex: valuesOf(run)['betaToIndex'] ?? null };
}

describe('withIndexBeta', () => {
  it.each([
    // Twice the index: returns 0.2, -0.2, 0.1 against 0.1, -0.1, 0.05.
    { closes: [100, 110, 99, 103.95], equity: [10, 12, 9.6, 10.56], beta: 2 },
    // Equity that does not move has a beta of 0.
    { closes: [100, 110, 99, 103.95], equity: [10, 10, 10, 10], beta: 0 },
    // A day without a close joins two returns of both: 0.1, then -0.055 against 0.2 and -0.11.
    { closes: [100, 110, null, 103.95], equity: [10, 12, 9.6, 10.68], beta: 2 },
    { closes: [100, 100, 100, 100], equity: [10, 12, 9.6, 10.56], beta: null },
    { closes: [100, 110, 99, 103.95], equity: [10, 12, -1, 10], beta: null },
  ])('is $beta for $equity against $closes', async ({ closes, equity, beta }) => {
    const found = await betaOf(closes, equity);
    expect(found).toMatchObject({ index: 'IX' });
    const { betaToIndex } = found as { betaToIndex: number | null };
    if (beta === null) expect(betaToIndex).toBeNull();
    else expect(betaToIndex).toBeCloseTo(beta, 9);
  });

  it('does not take a split of the index for a return', async () => {
    // Two for one before the third day: 99 is 49.5 then, and 103.95 is 51.975.
    const found = await betaOf([100, 110, 49.5, 51.975], [10, 12, 9.6, 10.56], { index: 'IX' }, [
      'IX,2026-01-07,1,2',
    ]);
    const { betaToIndex } = found as { betaToIndex: number };
    expect(betaToIndex).toBeCloseTo(2, 9);
  });

  it('leaves the result as it is when the scenario names no index', async () => {
    const found = await betaOf([100, 110, 99, 104], [10, 12, 9, 10], {});
    expect(found).toEqual({ index: null, betaToIndex: null });
  });
});
