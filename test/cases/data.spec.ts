/**
 * Data sets that vendors deliver: clock changes, rounded prices, bars outside of regular
 * hours, line ends.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { factKinds } from '#contracts';
import { openDataset, type CheckReport, type Dataset } from '#market-data';
import { formatInstant } from '#values';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

async function withData<T>(name: string, use: (dataset: Dataset) => Promise<T>): Promise<T> {
  const dataset = await openDataset(join(caseFolder(name), 'data'));
  try {
    return await use(dataset);
  } finally {
    await dataset.close();
  }
}

const check = (name: string): Promise<CheckReport> => withData(name, (dataset) => dataset.check());

it('speaks of the clock change and of offsets when an hour comes twice without them', async () => {
  await expect(runCase(caseFolder('dst-fallback'))).rejects.toThrow(/clock change.*offset/s);
  expect((await check('dst-offsets')).errors).toEqual([]);
});

it('knows news of an hour that does not exist an hour later, never earlier', async () => {
  const known = await withData('news-spring', async (dataset) => {
    const sources = await dataset.openSources({ symbols: ['X'], until: 30_000, badRows: 'refuse' });
    const times: string[] = [];
    for (const source of sources) {
      for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
        for (let row = 0; row < chunk.count; row++) {
          if (chunk.kind[row] !== factKinds.news) continue;
          times.push(formatInstant(chunk.knowledgeTime[row] as number));
        }
      }
      source.close();
    }
    return times;
  });
  expect(known).toEqual(['2025-03-09T06:45:00Z', '2025-03-09T07:30:00Z', '2025-11-02T06:30:00Z']);
});

it.each(['s.yaml', 'drop.yaml'])(
  'accepts prices that are off by rounding: %s',
  async (scenario) => {
    const run = runOf(await runCase(caseFolder('ohlc-ulp'), scenario), 'hold');
    expect(run.rowsDropped).toBe(0);
    expect((await check('ohlc-ulp')).counts).toEqual([]);
  },
);

it('does not warn of bars outside of regular hours', async () => {
  expect(await check('gaps-post')).toMatchObject({ counts: [], gaps: [] });
  expect(await check('gaps-regular')).toMatchObject({ counts: [], gaps: [] });
});

it('names line ends that are CR alone', async () => {
  await expect(runCase(caseFolder('cr-only'))).rejects.toThrow(/lines end in CR alone/);
});

it('refuses a dividend in another currency than that of its share', async () => {
  const expected = /another currency than its share.*expected USD;.* found "JPY"/s;
  await expect(runCase(caseFolder('div-currency'))).rejects.toThrow(expected);
  expect((await check('div-currency')).errors).toHaveLength(1);
});

it('refuses weekly bars that are declared daily, and measures them by weeks when they say weekly', async () => {
  const folder = caseFolder('weekly-bars');
  await expect(runCase(folder)).rejects.toThrow(/a week apart.*frequency: weekly/s);
  const manifest = join(folder, 'data', 'dataset.yaml');
  const text = readFileSync(manifest, 'utf8').replace('frequency: daily', 'frequency: weekly');
  writeFileSync(manifest, text);
  const metrics = valuesOf(runOf(await runCase(folder), 'hold'));
  expect(metrics.sharpe).toBeCloseTo(0.992, 3);
  expect(metrics.annualisedVolatility).toBeCloseTo(0.1307, 4);
  // The three Good Fridays have no bar: 155 weeks passed from the first close to the last.
  const grown = (1 + metrics.cumulativeReturn!) ** (52 / 155) - 1;
  expect(metrics.annualisedReturn).toBeCloseTo(grown, 9);
});
