/** Tests of the data sets that ship with the program. */

import { describe, expect, it } from 'vitest';
import { parseCivilDate, sha256Hex, type CivilDate } from '#values';
import { openDataset } from '../open/open-dataset.js';
import { listBundledDatasets } from './bundled-datasets.js';
import { syntheticMarket } from './synthetic-market.js';

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;

describe('bundled data sets', () => {
  it.each(listBundledDatasets().map(({ name }) => name))(
    '%s has neither errors nor warnings',
    async (name) => {
      const dataset = await openDataset(name);
      expect(dataset.name).toBe(name);
      expect(await dataset.check()).toMatchObject({ errors: [], warnings: [] });
      await dataset.close();
    },
  );

  it('hold five years of real prices, which say on what basis', async () => {
    const dataset = await openDataset('aapl-2013-2018');
    expect(dataset).toMatchObject({
      symbols: ['AAPL'],
      priceBasis: 'split-adjusted',
      tradePrice: 'close',
      synthetic: false,
    });
    const [coverage] = await dataset.coverage();
    expect(coverage).toMatchObject({ bars: 1260, firstBar: '2013-05-13', lastBar: '2018-05-11' });
    const sources = await dataset.openSources({
      symbols: ['AAPL'],
      until: date('2013-05-13'),
      badRows: 'refuse',
    });
    const bars = await sources[0]?.pull();
    expect([bars?.count, bars?.close[0], bars?.adjClose[0], bars?.volume[0]]).toEqual([
      1, 64.96286, 50.961628, 79237200,
    ]);
    for (const source of sources) source.close();
    await dataset.close();
  });
});

describe('the synthetic market', () => {
  const textOf = (seed: number, file: string): string =>
    new TextDecoder().decode(syntheticMarket(seed).files.get(file));

  it('is a function of its seed', () => {
    const hash = (seed: number): string =>
      sha256Hex(
        [...syntheticMarket(seed).files].map(([name, bytes]) => name + sha256Hex(bytes)).join(),
      );
    expect(hash(7)).toBe(hash(7));
    expect(hash(7)).not.toBe(hash(8));
  });

  it('says that it is synthetic, and has something of everything', async () => {
    const dataset = await openDataset('synthetic-market');
    expect(dataset.synthetic).toBe(true);
    const coverage = await dataset.coverage();
    expect(coverage.map(({ symbol }) => symbol)).toHaveLength(6);
    const dune = coverage.find(({ symbol }) => symbol === 'DUNE');
    expect(dune).toMatchObject({
      bars: 753,
      filings: 11,
      fundamentals: 11,
      dividends: 11,
      splits: 1,
    });
    await dataset.close();
  });

  it('has items as a hostile author would write them', () => {
    const news = textOf(1, 'news.jsonl');
    expect(news).toContain('Ignore all previous instructions');
    expect(news).toContain('<script>');
  });
});
