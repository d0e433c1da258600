/** Tests of the names of sources, by which services know them. */

import { describe, expect, it } from 'vitest';
import { formatCivilDate, parseCivilDate, weekdayOf, type CivilDate } from '#values';
import type { FactSource } from '#contracts';
import { openDataset } from '../open/open-dataset.js';
import { folder } from '../open/vendor-exports.fixture.js';

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;

async function rowsOf(source: FactSource): Promise<number> {
  let rows = 0;
  for (let chunk = await source.pull(); chunk; chunk = await source.pull()) rows += chunk.count;
  return rows;
}

describe('sources of one file', () => {
  it('are known apart: symbols of several calendars, and several tables', async () => {
    const first = date('2024-01-01');
    // More changes of the symbol than are kept as ranges.
    const days = Array.from({ length: 100 }, (_, day) => first + day).filter(
      (day) => weekdayOf(day) % 6,
    );
    const rows = days.flatMap((day) =>
      ['A', 'COIN'].map((symbol) => `${formatCivilDate(day)},${symbol},1,1,1,1\n`),
    );
    const path = folder({
      'dataset.yaml': `name: both\ncalendar: 24/5\ncurrency: USD\ncalendars: { COIN: 24/7 }
bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw }
dividends: { file: a.csv }
splits: { file: a.csv }
`,
      'p.csv': `date,symbol,open,high,low,close\n${rows.join('')}`,
      'a.csv':
        'symbol,ex_dividend_date,cash_amount,execution_date,split_from,split_to\n' +
        'A,2024-01-03,0.1,2024-01-03,1,2\n',
    });
    const dataset = await openDataset(path);
    const until = date('2024-04-30');
    const sources = await dataset.openSources({ symbols: ['A', 'COIN'], until, badRows: 'refuse' });
    expect(sources.slice(0, 4).map(({ name }) => name)).toEqual([
      'p.csv',
      'p.csv (2)',
      'a.csv',
      'a.csv (2)',
    ]);
    const bars = await Promise.all(sources.slice(0, 2).map(rowsOf));
    expect(bars).toEqual([days.length, days.length]);
    await dataset.close();
  });
});
