/** Data sets that ship with the program: opened by name, without a network. */

import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { datasetManifestSchema, type DescribedManifest } from '../manifest/dataset-manifest.js';
import { folderFiles, memoryFiles, type DatasetFiles } from '../tables/dataset-files.js';
import { syntheticMarket } from './synthetic-market.js';

interface BundledDataset {
  readonly name: string;
  readonly description: string;
}

/** The seed of the synthetic market that is opened by this name without a seed. */
const bundledSeed = 1;

/** It is generated once a process: that takes longer than a short run on it. */
let opened: ReturnType<typeof syntheticMarket> | undefined;

const bundled: readonly (BundledDataset & {
  open(): { manifest: DescribedManifest; files: DatasetFiles };
})[] = [
  {
    name: 'aapl-2013-2018',
    description: 'Apple, daily, 2013-05-13 to 2018-05-11, adjusted for splits (real prices)',
    open: () => {
      const file = createRequire(import.meta.url).resolve('@observablehq/sample-datasets/aapl.csv');
      return { manifest: appleManifest(basename(file)), files: folderFiles(dirname(file)) };
    },
  },
  {
    name: 'synthetic-market',
    description:
      'six invented companies, three years of bars, news, filings, dividends and a split ' +
      '(synthetic)',
    open: () => {
      opened ??= syntheticMarket(bundledSeed);
      const { manifest, files } = opened;
      return { manifest, files: memoryFiles(files) };
    },
  },
];

/** Names and descriptions, in display order. */
export function listBundledDatasets(): readonly BundledDataset[] {
  return bundled.map(({ name, description }) => ({ name, description }));
}

/** Manifest and files of a bundled data set; undefined for any other name. */
export function bundledDataset(
  name: string,
): { manifest: DescribedManifest; files: DatasetFiles } | undefined {
  return bundled.find((one) => one.name === name)?.open();
}

/**
 * `Close` is adjusted for the split of 2014 but not for dividends; `Adj Close` includes
 * later dividends.
 */
function appleManifest(file: string): DescribedManifest {
  return datasetManifestSchema.parse({
    name: 'aapl-2013-2018',
    calendar: 'XNYS',
    timeZone: 'America/New_York',
    currency: 'USD',
    bars: {
      file,
      frequency: 'daily',
      stamp: 'session',
      priceBasis: 'split-adjusted',
      symbol: 'AAPL',
      order: ['date'],
      columns: {
        date: 'Date',
        open: 'Open',
        high: 'High',
        low: 'Low',
        close: 'Close',
        adj_close: 'Adj Close',
        volume: 'Volume',
      },
    },
    symbols: ['AAPL'],
  });
}
