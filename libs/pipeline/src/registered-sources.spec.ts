/** Sources come from registered data sets alone, and only with the content that was planned with. */

import { describe, expect, it } from 'vitest';
import { openDataset } from '#market-data';
import type { TapeRequested } from '#contracts/streams/market';
import { parseCivilDate } from '#values';
import { registeredSources } from './registered-sources.js';

const name = 'aapl-2013-2018';
const open = registeredSources(new Map([['apple', name]]));

async function request(change: Partial<TapeRequested> = {}): Promise<TapeRequested> {
  const dataset = await openDataset(name);
  const dataHash = await dataset.contentHash();
  const { calendar, sessionsPerYear, priceBasis, tradePrice, barFrequency } = dataset;
  await dataset.close();
  return {
    type: 'TapeRequested',
    version: 1,
    tape: 'tape',
    header: {
      id: 'tape',
      dataset: name,
      instruments: [{ symbol: 'AAPL', currency: 'USD' }],
      calendar: calendar.name,
      sessionsPerYear,
      priceBasis,
      tradePrice,
      barFrequency,
      synthetic: false,
      dateRule: dataset.dateRule,
    },
    dataset: 'apple',
    dataHash,
    until: parseCivilDate('2017-03-31') as number,
    badRows: 'refuse',
    speed: 'max',
    ...change,
  };
}

describe('a tape of a registered data set', () => {
  it('has the sources of the data set, from their start', async () => {
    const sources = await open(await request());
    const facts = await Promise.all(sources.map(async (source) => (await source.pull())?.count));
    for (const source of sources) source.close();
    expect(sources.map((source) => source.name)).toHaveLength(facts.length);
    expect(facts.some((count) => (count ?? 0) > 0)).toBe(true);
  });

  it('is refused under a name that nobody registered, if it is a path or bundled or not', async () => {
    for (const dataset of [name, '/etc', '../apple', 'constructor']) {
      await expect(open(await request({ dataset }))).rejects.toMatchObject({
        code: 'InvalidInput',
        expected: 'one of "apple"',
      });
    }
  });

  it('is refused where its content has changed since it was planned', async () => {
    const dataHash = '0'.repeat(64);
    await expect(open(await request({ dataHash }))).rejects.toMatchObject({
      code: 'InvalidInput',
      expected: `content with the hash ${dataHash}`,
    });
  });
});
