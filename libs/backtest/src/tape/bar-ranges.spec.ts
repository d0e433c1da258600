/** Bars in the shares of the last session: before a split, and in the week around it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { requireCivilDate } from '#values';
import { openDataset } from '#market-data';
import { passBars } from './bar-ranges.js';

type Prices = readonly [open: number, high: number, low: number, close: number];
/** Three bars; the shares split in two in or before the second. */
const before: Prices = [100, 110, 90, 104];
const around: Prices = [100, 120, 48, 60];
const after: Prices = [60, 63, 58, 62];

async function rangesOf(
  frequency: 'daily' | 'weekly',
  days: readonly string[],
  { basis = 'raw', inLastShares = true }: { basis?: string; inLastShares?: boolean } = {},
): Promise<number[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'bar-ranges-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rows = [before, around, after].map((prices, at) => `AA,${days[at]},${prices.join()}`);
  const write = (name: string, ...lines: string[]): void =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  write('p.csv', 'symbol,date,open,high,low,close', ...rows);
  write('s.csv', 'symbol,execution_date,split_from,split_to', 'AA,2026-03-11,1,2');
  write(
    'dataset.yaml',
    'name: set',
    'calendar: XNYS',
    'timeZone: America/New_York',
    'currency: USD',
    'symbols: [AA]',
    'bars:',
    '  file: p.csv',
    `  frequency: ${frequency}`,
    '  stamp: session',
    `  priceBasis: ${basis}`,
    '  order: [symbol, date]',
    ...(basis === 'raw' ? ['splits: { file: s.csv }'] : []),
  );
  const dataset = await openDataset(folder);
  onTestFinished(() => dataset.close());
  const until = requireCivilDate('2026-03-31', 'test');
  const bars: number[][] = [];
  await passBars(dataset, new Set(['AA']), { until, inLastShares }, (symbol, part) => {
    expect(symbol).toBe('AA');
    const { count, open, high, low, close } = part;
    for (let row = 0; row < count; row++) {
      bars.push([open[row]!, high[row]!, low[row]!, close[row]!]);
    }
  });
  return bars;
}
const halved = before.map((price) => price / 2);

it('of a week around a split have a certain open and close, and no other price', async () => {
  const weeks = ['2026-03-02', '2026-03-09', '2026-03-16'];
  expect(await rangesOf('weekly', weeks)).toEqual([halved, [50, 60, 50, 60], [...after]]);
});

it('of days are of before a split, or from its day on', async () => {
  const days = ['2026-03-10', '2026-03-11', '2026-03-12'];
  expect(await rangesOf('daily', days)).toEqual([halved, [...around], [...after]]);
});

it('stay as they are where the shares of their days are asked for, or no split is applied', async () => {
  const days = ['2026-03-10', '2026-03-11', '2026-03-12'];
  const plain = [[...before], [...around], [...after]];
  expect(await rangesOf('daily', days, { inLastShares: false })).toEqual(plain);
  expect(await rangesOf('daily', days, { basis: 'adjusted' })).toEqual(plain);
});
