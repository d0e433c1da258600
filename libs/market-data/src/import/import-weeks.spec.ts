/** Weeks and months survive an import, whatever the weekday of their last session. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { formatInstant, parseCivilDate, type Instant } from '#values';
import { openDataset } from '../open/open-dataset.js';
import { importDataset } from './import-dataset.js';

const root = mkdtempSync(join(tmpdir(), 'import-weeks-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

interface Periods {
  readonly keys: string;
  readonly frequency: string;
  readonly dates: readonly string[];
}

function written({ keys, frequency, dates }: Periods): string {
  const folder = join(root, `set-${folders++}`);
  mkdirSync(folder);
  const bars =
    `bars: { file: p.csv, symbol: A, frequency: ${frequency}, ` +
    'stamp: session, priceBasis: raw }';
  writeFileSync(join(folder, 'dataset.yaml'), `name: x\n${keys}\ncurrency: USD\n${bars}\n`);
  const rows = dates.map((date) => `${date},1,1,1,1\n`);
  writeFileSync(join(folder, 'p.csv'), `date,open,high,low,close\n${rows.join('')}`);
  return folder;
}

/** When each bar is known. */
async function knownTimes(folder: string): Promise<string[]> {
  const dataset = await openDataset(folder);
  const known: Instant[] = [];
  const { symbols } = dataset;
  const until = parseCivilDate('2026-01-01')!;
  for (const source of await dataset.openSources({ symbols, until, badRows: 'refuse' })) {
    for (let facts = await source.pull(); facts; facts = await source.pull()) {
      for (let row = 0; row < facts.count; row++) {
        if (facts.close[row] === 1) known.push(facts.knowledgeTime[row]!);
      }
    }
    source.close();
  }
  await dataset.close();
  return known.map((at) => formatInstant(at).slice(0, 16));
}

it.each([
  [
    'weeks of a coin',
    { keys: 'calendar: 24/7', frequency: 'weekly', dates: ['2024-01-01', '2024-01-08'] },
    ['2024-01-08T00:00', '2024-01-15T00:00'],
  ],
  [
    'weeks of a coin from 16:00',
    {
      keys: 'calendar: 24/7\ndayStart: "16:00"',
      frequency: 'weekly',
      dates: ['2024-01-01', '2024-01-08'],
    },
    ['2024-01-08T16:00', '2024-01-15T16:00'],
  ],
  [
    'weeks of a coin from Thursday',
    {
      keys: 'calendar: 24/7\nweekStart: Thursday',
      frequency: 'weekly',
      dates: ['2024-01-04', '2024-01-11'],
    },
    ['2024-01-11T00:00', '2024-01-18T00:00'],
  ],
  [
    'months of a coin, of which March ends on a Sunday',
    { keys: 'calendar: 24/7', frequency: 'monthly', dates: ['2024-02-01', '2024-03-01'] },
    ['2024-03-01T00:00', '2024-04-01T00:00'],
  ],
  [
    // Riyadh is open from Sunday to Thursday and closes at 15:00, three hours ahead of UTC.
    'weeks of Riyadh, which end on a Sunday',
    { keys: 'calendar: XSAU', frequency: 'weekly', dates: ['2024-01-09', '2024-01-16'] },
    ['2024-01-14T12:00', '2024-01-21T12:00'],
  ],
])('%s', async (_, periods, expected) => {
  const folder = written(periods);
  const imported = `${folder}-imported`;
  expect(await knownTimes(folder)).toEqual(expected);
  await importDataset(folder, imported);
  expect(readFileSync(join(imported, 'prices.csv'), 'utf8').split('\n')).toHaveLength(4);
  expect(await knownTimes(imported)).toEqual(expected);
});
