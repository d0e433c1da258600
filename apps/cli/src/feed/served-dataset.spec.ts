/** Tests of the calendar by which a served data set has its times. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDataset } from '#feeds';
import { ofOneCalendar } from './served-dataset.js';

it('a feed has the calendar of its symbols, and is refused for several', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-served-calendar-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'dataset.yaml'),
    `name: both
calendar: XNYS
calendars: { COIN: 24/7 }
currency: USD
bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw }
`,
  );
  writeFileSync(
    join(folder, 'p.csv'),
    'date,symbol,open,high,low,close\n2024-01-02,A,1,1,1,1\n2024-01-02,COIN,2,2,2,2\n',
  );
  const dataset = await openDataset(folder);
  expect(ofOneCalendar(dataset, ['A']).calendar.name).toBe('XNYS');
  expect(ofOneCalendar(dataset, ['COIN']).calendar.name).toBe('24/7');
  expect(() => ofOneCalendar(dataset, ['A', 'COIN'])).toThrow(
    'calendars: a served feed has symbols of one calendar; expected --symbols of one of the ' +
      'calendars; serve another feed for each of the others; found "XNYS of A; 24/7 of COIN"',
  );
  await dataset.close();
});
